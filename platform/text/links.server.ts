import { LinkifyIt, REBuilder } from 'linkify-it'

/** A plain text with its links, each as it was typed and with the address that it leads to. */
export type LinkedText = readonly (string | { text: string; href: string })[]

class AddressPattern extends REBuilder {
  // Titles of encyclopedias have dashes and middle dots within words.
  override get_path_extra(): RegExp {
    return new RegExp(`[\\u2013\\u00b7](?=${this.get_pseudo_letter().source})|`)
  }
}

const linkify = new LinkifyIt({
  rebuilder: new AddressPattern(),
  urlAuth: true,
  '---': true,
  maxLength: 2_000,
})

// No letter or digit of ASCII stands before it: addresses follow letters of scripts that use no spaces.
const beginning = /(?<![\w@.+-])https?:(?=\/\/)/gi

/**
 * Punctuation of which the library keeps the first, and symbols such as ～, → and emoji, which browsers encode in an
 * address. Behind another it is not tried, which would take quadratic time.
 */
const sentenceEnd = /(?<![.,;:!?*`\ufe0f\u200d[\p{S}--\p{ASCII}]])[.,;:!?*`\ufe0f\u200d[\p{S}--\p{ASCII}]]+$/v

/** Splits a text at its first `most` addresses of the web. Those with a user or with look-alike letters stay text. */
export function linkedText(text: string, most = 50): LinkedText {
  const parts: LinkedText[number][] = []
  let from = 0
  let links = 0
  for (const { 0: schema, index } of text.matchAll(beginning)) {
    if (index < from || links === most) continue
    const afterSchema = index + schema.length
    const found = linkify.testSchemaAt(text, schema, afterSchema)
    const link = text.slice(index, afterSchema + found).replace(sentenceEnd, '')
    const end = index + link.length
    const href = found > 0 && safeAddress(link, text.slice(end))
    if (!href) continue
    parts.push(text.slice(from, index), { text: link, href })
    from = end
    links += 1
  }
  return [...parts, text.slice(from)].filter((part) => part !== '')
}

/** Null for an address that may not lead where it seems to. */
function safeAddress(link: string, rest: string): string | null {
  const url = URL.parse(link)
  if (!url || url.username || url.password) return null
  const authority = /^https?:\/\/[^/?#]*$/i.test(link) ? link + (/^[^\s/?#]*/.exec(rest)?.[0] ?? '') : ''
  if (authority.includes('@')) return null
  const host = /^https?:\/\/([^/?#]*)/i.exec(link)?.[1] ?? ''
  return host.split('.').some(mixesLookalikes) ? null : url.href
}

/** Latin letters beside those of a script that has the same shapes. */
function mixesLookalikes(label: string): boolean {
  const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
  return /\p{Script=Latin}/u.test(label) && lookalike.test(label)
}
