import type { Plugin } from 'vite'
import { parseDocument } from './markdown.ts'

/** Compiles the Markdown files of app/content to modules with `frontMatter` and `sections`. */
export function markdownDocuments(): Plugin {
  return {
    name: 'markdown-documents',
    transform: {
      filter: { id: /\/app\/content\/.+\.md$/ },
      handler(text) {
        const { frontMatter, sections } = parseDocument(text)
        const code = `export const frontMatter = ${JSON.stringify(frontMatter)}
export const sections = ${JSON.stringify(sections)}`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
