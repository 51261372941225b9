import type { Font } from '#platform/fonts/font.server.ts'

/** How a line is set: the first of the fonts that has a character draws it. */
export interface Type {
  fonts: readonly Font[]
  /** In pixels, as is what is added between two characters. */
  size: number
  tracking?: number
}

export interface Fitted {
  size: number
  lines: string[]
}

// Mincho's own ellipsis stands as high as Japanese wants it.
const ellipsis = '...'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u
const letter = /[\p{L}\p{N}]/u
// Words, and single characters of scripts that are written without blanks, closing punctuation kept beside them.
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][、。，．：！？」』）〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\s+/gu

/** One line with what the fonts cannot draw left out, whole characters at a time: no part of an emoji stays. */
export function drawable(text: string, fonts: readonly Font[]): string {
  const kept = charactersOf(text.normalize('NFC')).filter((character) => isDrawable(character, fonts))
  return kept.join('').replace(/\s+/gu, ' ').trim()
}

/** Whether at least half of the letters and figures can be drawn, so that the rest still says something. */
export function isLegible(text: string, fonts: readonly Font[]): boolean {
  const letters = charactersOf(text.normalize('NFC')).filter((character) => letter.test(character))
  const drawn = letters.filter((character) => isDrawable(character, fonts))
  return drawn.length > 0 && drawn.length * 2 >= letters.length
}

export function widthOf(text: string, { fonts, size, tracking = 0 }: Type): number {
  let width = 0
  for (const { font, codePoint } of glyphsOf(text, fonts)) width += font.advance(codePoint) * size + tracking
  return width
}

/** The line as data of an SVG path, from `x` on, standing on `y`. */
export function lineData(text: string, { fonts, size, tracking = 0 }: Type, x: number, y: number): string {
  let data = ''
  let place = x
  for (const { font, codePoint } of glyphsOf(text, fonts)) {
    data += font.path(codePoint, place, y, size)
    place += font.advance(codePoint) * size + tracking
  }
  return data
}

/** The text in the largest of `steps` in which it needs no more than its lines, else shortened in the last. */
export function fitLines(
  text: string,
  fonts: readonly Font[],
  { width, steps }: { width: number; steps: readonly { size: number; lines: number }[] },
): Fitted {
  for (const { size, lines } of steps) {
    const wrapped = balanced(text, { fonts, size }, width)
    if (wrapped.length <= lines) return { size, lines: wrapped }
  }
  const { size, lines } = steps.at(-1) ?? { size: 0, lines: 0 }
  const wrapped = wrap(text, { fonts, size }, width)
  const rest = wrapped.slice(lines - 1).join(' ')
  return { size, lines: [...wrapped.slice(0, lines - 1), shorten(rest, { fonts, size }, width)] }
}

/** The text in one line, cut with an ellipsis where it is longer than `width`. */
export function shorten(text: string, type: Type, width: number): string {
  if (widthOf(text, type) <= width) return text
  const characters = charactersOf(text)
  while (characters.length > 0) {
    characters.pop()
    const cut = `${characters.join('').replace(/[\s,.;:–—-]+$/u, '')}${ellipsis}`
    if (widthOf(cut, type) <= width) return cut
  }
  return ''
}

// Lines of about the same length: none is left with a single short word.
function balanced(text: string, type: Type, width: number): string[] {
  let best = wrap(text, type, width)
  if (best.length === 1) return best
  for (let narrower = width * 0.96; narrower > width / 2; narrower -= width * 0.04) {
    const lines = wrap(text, type, narrower)
    // Where a word came apart, the lines no longer say the same.
    if (lines.length > best.length || lines.join(' ') !== best.join(' ')) return best
    best = lines
  }
  return best
}

function wrap(text: string, type: Type, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(pieces) ?? []) {
    if (widthOf((line + piece).trim(), type) <= width) {
      line += piece
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    const whole = breakUp(piece.trim(), type, width)
    lines.push(...whole.slice(0, -1))
    line = whole.at(-1) ?? ''
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

function breakUp(word: string, type: Type, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of charactersOf(word)) {
    if (part !== '' && widthOf(part + character, type) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

function* glyphsOf(text: string, fonts: readonly Font[]) {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const font = fonts.find((candidate) => candidate.has(codePoint))
    if (font) yield { font, codePoint }
  }
}

function isDrawable(character: string, fonts: readonly Font[]): boolean {
  if (/^\s+$/u.test(character)) return true
  const visible = [...character].filter((part) => !ignorable.test(part))
  return (
    visible.length > 0 && visible.every((part) => fonts.some((font) => font.has(part.codePointAt(0) ?? 0)))
  )
}

function charactersOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}
