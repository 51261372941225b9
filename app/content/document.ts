import { parse as parseYaml } from 'yaml'
import type { ArticleSection } from '#app/ui/text/article.tsx'
import { parseSections } from './markdown.ts'

interface MarkdownDocument {
  frontMatter: unknown
  sections: ArticleSection[]
  /** The Markdown below the front matter. */
  text: string
}

/** Parses a Markdown file with front matter and sections. Throws if it is not one. */
export function parseDocument(file: string): MarkdownDocument {
  const [, yaml, markdown] = /^---\n(.*?\n)---\n(.*)$/s.exec(file) ?? []
  if (yaml === undefined || markdown === undefined) throw new Error('A document starts with front matter')
  const text = markdown.trim()
  return { frontMatter: parseYaml(yaml), sections: parseSections(text), text }
}
