import type { Plugin } from 'vite'
import { parseDocument } from './document.ts'

/** Compiles the Markdown files of app/content to modules with `frontMatter`, `sections` and their Markdown, `text`. */
export function markdownDocuments(): Plugin {
  return {
    name: 'markdown-documents',
    transform: {
      filter: { id: /\/app\/content\/.+\.md$/ },
      handler(file) {
        const { frontMatter, sections, text } = parseDocument(file)
        const code = `export const frontMatter = ${JSON.stringify(frontMatter)}
export const sections = ${JSON.stringify(sections)}
export const text = ${JSON.stringify(text)}`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
