import { Marked, type RendererObject } from 'marked'
import type { ArticleSection } from '#app/ui/text/article.tsx'

/**
 * The sections of a Markdown file of the project. Each starts with a heading such as `## Title {#id}`. A line such as
 * `<royalty-table />` names a component, which `fillSections` or the page supplies. Throws for HTML.
 */
export function parseSections(markdown: string): ArticleSection[] {
  return markdown === '' ? [] : markdown.split(startOfSection).map(parseSection)
}

/**
 * The sections of a text that an administrator wrote, and what stands before the first (ADM-126). HTML and links to other
 * schemes are shown as text, `components` are the ones that may be named, and a heading without an id gets one.
 */
export function parseWritten(markdown: string, components: readonly string[]) {
  const [before = '', ...rest] = `\n${markdown}`.split(startOfSection)
  const ids = new Set<string>()
  const sections = rest.map((text, index): ArticleSection => {
    const [, heading = '', body = ''] = /^## ([^\n]*)\n?(.*)$/s.exec(text) ?? []
    const [, title = '', named] = /^(.*?)(?: \{#([a-z][a-z0-9-]*)\})?$/.exec(heading.trim()) ?? []
    const id = freeId(named ?? slugOf(title), index, ids)
    return { id, title, body: writtenBody(body, components) }
  })
  const opening = before.trim() === '' ? null : writtenBody(before, components)
  return { opening, sections }
}

const startOfSection = /^(?=## )/m

/** An id that no section before has. */
function freeId(wanted: string, index: number, ids: Set<string>): string {
  const id = wanted === '' || ids.has(wanted) ? `section-${index + 1}` : wanted
  ids.add(id)
  return id
}

function slugOf(title: string): string {
  const words =
    title
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z0-9]+/g) ?? []
  return words.join('-').replace(/^[0-9-]+/, '')
}

function writtenBody(markdown: string, components: readonly string[]): ArticleSection['body'] {
  const parts = markdown.split(/^<([a-z-]+) \/>$/m)
  return parts.map((part, index) => {
    if (index % 2 === 0) return written.parse(part, { async: false }).trim()
    return components.includes(part) ? { component: part } : `<p>${escaped(`<${part} />`)}</p>`
  })
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

const renderer = {
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    const url = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    if (!/^https?:/i.test(url)) return `<a href="${url}">${text}</a>`
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
} satisfies RendererObject

const marked = new Marked({ renderer })

/** To other sites, by mail, to a page of this site or on the same page. */
const linkable = /^(https?:\/\/|mailto:|#|\/(?![/\\])|\{\{contactUrl\}\}$)/i

const written = new Marked({
  renderer: {
    ...renderer,
    link(token) {
      return linkable.test(token.href)
        ? renderer.link.call(this, token)
        : this.parser.parseInline(token.tokens)
    },
    image: ({ text }) => escaped(text),
    html: ({ text, block }) => (block ? `<p>${escaped(text)}</p>` : escaped(text)),
    // The page and its sections have the first two.
    heading({ tokens, depth }) {
      const tag = `h${Math.max(depth, 3)}`
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
    },
  },
})

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
