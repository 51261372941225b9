// Control, zero-width and bidirectional-override characters: invisible, and able to make text lie.
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu

/** One trimmed line in NFC: runs of white space become one space, invisible characters go. */
export function singleLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(invisible, '').trim()
}

/** Text as it was typed: a form that is sent writes its line breaks as CRLF. */
export function asTyped(text: unknown): string {
  return typeof text === 'string' ? text.replace(/\r\n?/g, '\n') : ''
}

/** Trimmed text in NFC that keeps its line breaks; other invisible characters go. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, ' ').replace(invisible, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The beginning of a text, at most `length` long, without a half character at its end, which would be no JSON. */
export function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
