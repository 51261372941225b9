/** Markup that is safe to send as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | readonly Html[] | string | number | false | null | undefined

/** Builds markup from a template; every plain value in it is escaped, and false, null and undefined leave nothing. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(literals.reduce((text, literal, i) => text + rendered(parts[i - 1]) + literal))
}

function rendered(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map((item) => item.text).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
