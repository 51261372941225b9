import { Marked } from 'marked'
import { parse as parseYaml } from 'yaml'
import type { ArticleSection } from '#app/ui/article.tsx'

interface MarkdownDocument {
  frontMatter: unknown
  sections: ArticleSection[]
}

/**
 * Parses a Markdown file with front matter. Each section starts with a heading such as `## Title {#id}`. A line such as
 * `<royalty-table />` names a component, which `fillSections` or the page supplies.
 */
export function parseDocument(text: string): MarkdownDocument {
  const [, yaml, markdown] = /^---\n(.*?\n)---\n(.*)$/s.exec(text) ?? []
  if (yaml === undefined || markdown === undefined) throw new Error('A document starts with front matter')
  const sections = markdown.trim() === '' ? [] : markdown.trim().split(/^(?=## )/m)
  return { frontMatter: parseYaml(yaml), sections: sections.map(parseSection) }
}

function parseSection(text: string): ArticleSection {
  const [, title, id, body] = /^## (.+) \{#([a-z-]+)\}\n(.*)$/s.exec(`${text}\n`) ?? []
  if (!title || !id || body === undefined) throw new Error(`Not a section with a heading and an id: ${text}`)
  // With a group in the pattern, `split` puts the names of the components at the odd positions.
  const parts = body.split(/^<([a-z-]+) \/>$/m)
  return { id, title, body: parts.map((part, index) => (index % 2 ? { component: part } : render(part))) }
}

function render(markdown: string): string {
  const html = marked.parse(markdown, { async: false }).trim()
  if (html.includes('**')) throw new Error(`Bold text is not closed: ${markdown}`)
  return html
}

const checklist =
  'grid gap-3 rounded-card border border-line bg-panel px-6 py-5 *:flex *:gap-3 *:leading-normal'

const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const url = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      if (!url.startsWith('https:')) return `<a href="${url}">${text}</a>`
      const newTab = '{{externalIcon}}<span class="sr-only"> (opens in a new tab)</span>'
      return `<a href="${url}" target="_blank" rel="noopener">${text}${newTab}</a>`
    },
    list(token) {
      const tag = token.ordered ? 'ol' : 'ul'
      const attributes = token.items.some((item) => item.task) ? ` class="${checklist}"` : ''
      return `<${tag}${attributes}>${token.items.map((item) => this.listitem(item)).join('')}</${tag}>`
    },
    checkbox: () => '{{checkIcon}}',
    html({ text }) {
      throw new Error(`HTML is not allowed in a document: ${text}`)
    },
  },
})
