import { renderToStaticMarkup } from 'react-dom/server'
import { Icon } from '#app/ui/icon.tsx'
import type { ArticleSection } from '#app/ui/text/article.tsx'
import { parseWritten } from './markdown.ts'

interface Fill {
  /** Plain text for placeholders such as `{{productName}}`. */
  values?: Record<string, string | number>
  /** HTML by the component's name. Other components remain for the page to render. */
  components?: Record<string, string>
  /** Whether a placeholder without a value stays as it is, in place of an error. */
  keepsUnknown?: boolean
}

export function fillSections(
  sections: readonly ArticleSection[],
  { values = {}, components = {}, keepsUnknown = false }: Fill,
): ArticleSection[] {
  return sections.map((section) => {
    const body = section.body.map((part) =>
      typeof part === 'string'
        ? fillValues(part, values, keepsUnknown)
        : (components[part.component] ?? part),
    )
    return { ...section, body: joinHtml(body) }
  })
}

/** A text that administrators wrote, filled in. It may name `components` (ADM-126). */
export function fillWritten(text: string, components: readonly string[], fill: Fill) {
  const filled = { ...fill, keepsUnknown: true }
  const { opening, sections } = parseWritten(text, components)
  const [before] = opening ? fillSections([{ id: '', title: '', body: opening }], filled) : []
  return { opening: before?.body ?? null, sections: fillSections(sections, filled) }
}

function fillValues(html: string, values: Record<string, string | number>, keepsUnknown: boolean): string {
  return html.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const isUnknown = value === undefined && !Object.hasOwn(icons, name)
    if (isUnknown && keepsUnknown) return placeholder
    if (isUnknown) throw new Error(`No value for {{${name}}}`)
    return icons[name] ?? renderToStaticMarkup(String(value))
  })
}

const icons: Record<string, string> = {
  checkIcon: renderToStaticMarkup(<Icon name="check" className="mt-0.5 size-5 text-good-text" />),
  externalIcon: renderToStaticMarkup(<Icon name="external" className="ml-1 inline size-4 align-[-0.15em]" />),
}

function joinHtml(parts: ArticleSection['body']): ArticleSection['body'] {
  const joined: (string | { component: string })[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else if (part !== '') joined.push(part)
  }
  return joined
}
