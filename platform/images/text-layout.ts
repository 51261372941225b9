export interface Font {
  has(codePoint: number): boolean
  advance(codePoint: number): number
  /** The character as SVG path data: `outlineUnits` per em, on the baseline, y downwards. */
  outline(codePoint: number): string
}

export const outlineUnits = 1_000

export interface TextStyle {
  fonts: readonly Font[]
  size: number
  letterSpacing?: number
}

interface FittedText {
  size: number
  lines: string[]
}

// UTF-16 units: a longer text is cut before it is measured. It leaves room for 120 characters outside the BMP.
const maxLength = 300
// Three dots: the ellipsis character of a Japanese font is raised to the middle of the line.
const ellipsis = '...'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u
const letter = /[\p{L}\p{N}]/u
// Words, and single characters of scripts written without spaces, kept together with closing punctuation.
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][、。，．：！？」』）〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\s+/gu

/** The text on one line without characters that the fonts lack. An emoji is removed as a whole. */
export function drawableText(text: string, fonts: readonly Font[]): string {
  const drawable = charactersOf(text).filter((character) => isDrawable(character, fonts))
  return drawable.join('').replace(/\s+/gu, ' ').trim()
}

/** Whether the fonts have at least half of the letters and digits, so that the drawable rest is readable. */
export function isLegible(text: string, fonts: readonly Font[]): boolean {
  const letters = charactersOf(text).filter((character) => letter.test(character))
  const drawable = letters.filter((character) => isDrawable(character, fonts))
  return drawable.length > 0 && drawable.length * 2 >= letters.length
}

export function widthOf(text: string, { fonts, size, letterSpacing = 0 }: TextStyle): number {
  let width = 0
  for (const { font, codePoint } of glyphsOf(text, fonts)) {
    width += font.advance(codePoint) * size + letterSpacing
  }
  return width
}

/** The line as SVG paths, starting at `x` on the baseline `y`. */
export function textPaths(
  text: string,
  { fonts, size, letterSpacing = 0 }: TextStyle,
  x: number,
  y: number,
): string {
  const scale = size / outlineUnits
  let paths = ''
  let left = x
  for (const { font, codePoint } of glyphsOf(text, fonts)) {
    const outline = font.outline(codePoint)
    if (outline) {
      paths += `<path transform="matrix(${scale} 0 0 ${scale} ${round(left)} ${round(y)})" d="${outline}"/>`
    }
    left += font.advance(codePoint) * size + letterSpacing
  }
  return paths
}

/** Breaks the text into lines at the first of `steps` where it fits, or shortens it at the last one. */
export function fitLines(
  text: string,
  fonts: readonly Font[],
  { width, steps }: { width: number; steps: readonly { size: number; lines: number }[] },
): FittedText {
  for (const { size, lines } of steps) {
    const wrapped = balanced(text, { fonts, size }, width)
    if (wrapped.length <= lines) return { size, lines: wrapped }
  }
  const { size, lines } = steps.at(-1) ?? { size: 0, lines: 0 }
  const wrapped = wrap(text, { fonts, size }, width)
  const rest = wrapped.slice(lines - 1).join(' ')
  return { size, lines: [...wrapped.slice(0, lines - 1), shorten(rest, { fonts, size }, width)] }
}

/** The text on one line, cut with an ellipsis if it is wider than `width`. */
export function shorten(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text
  const characters = charactersOf(text)
  while (characters.length > 0) {
    characters.pop()
    const cut = `${characters.join('').replace(/[\s,.;:–—-]+$/u, '')}${ellipsis}`
    if (widthOf(cut, style) <= width) return cut
  }
  return ''
}

// Evens out the lengths of the lines, so that the last one is not a single short word.
function balanced(text: string, style: TextStyle, width: number): string[] {
  let best = wrap(text, style, width)
  if (best.length === 1) return best
  for (let narrower = width * 0.96; narrower > width / 2; narrower -= width * 0.04) {
    const lines = wrap(text, style, narrower)
    // A narrower column may break a word in two: the joined lines then differ.
    if (lines.length > best.length || lines.join(' ') !== best.join(' ')) return best
    best = lines
  }
  return best
}

function wrap(text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(pieces) ?? []) {
    if (widthOf((line + piece).trim(), style) <= width) {
      line += piece
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    const whole = breakUp(piece.trim(), style, width)
    lines.push(...whole.slice(0, -1))
    line = whole.at(-1) ?? ''
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

function breakUp(word: string, style: TextStyle, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of charactersOf(word)) {
    if (part !== '' && widthOf(part + character, style) > width) {
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
  const bounded = text.slice(0, maxLength).normalize('NFC')
  return [...graphemes.segment(bounded)].map(({ segment }) => segment)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
