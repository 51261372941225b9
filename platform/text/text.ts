const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu

/**
 * A character that can be seen. Letters that look blank, such as the Hangul filler, and accents alone would leave a page
 * without a visible heading.
 */
export const visibleCharacter = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

/** Characters as people and the database count them: an emoji of two UTF-16 units is one. */
export function characterCount(text: string): number {
  return [...text].length
}

// To order the marks of a letter takes quadratic time. No script needs more than the 30 of Unicode's Stream-Safe format.
const furtherMarks = /(?<=\p{M}{30})\p{M}+/gu

function inNfc(text: string): string {
  return text.replace(furtherMarks, '').normalize('NFC')
}

/** Of all kinds that Unicode has: pasted text contains some that keyboards do not write. */
const lineBreak = /\r\n|[\r\v\f\x85\u2028\u2029]/g

/** A text whose line breaks are all \n. */
function withLineBreaks(text: string): string {
  return text.replace(lineBreak, '\n')
}

/** One trimmed line in NFC: white space and line breaks collapse to one space, invisible characters are removed. */
export function singleLine(text: string): string {
  return inNfc(withLineBreaks(text)).replace(/\s/gu, ' ').replace(invisible, '').replace(/ +/g, ' ').trim()
}

const longestTyped = 12_000

/**
 * Text with \n line breaks. Cut at 12,000 characters, twice the limit of the longest field, because a
 * refused form contains it again.
 */
export function asTyped(text: unknown): string {
  return typeof text === 'string' ? withLineBreaks(text.slice(0, longestTyped)) : ''
}

/** Trimmed text in NFC with its line breaks; other invisible characters are removed. */
export function plainText(text: string): string {
  return inNfc(withLineBreaks(text))
    .split('\n')
    .map((line) => line.replace(/\t/g, ' ').replace(invisible, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The first `length` characters of a text, without an unpaired surrogate at the end. */
export function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
