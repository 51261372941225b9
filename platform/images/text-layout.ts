import bidiFactory from 'bidi-js'

export interface Glyph {
  /** As SVG path data: `outlineUnits` per em, on the baseline, y upwards. */
  outline(): string
  /** In em. */
  advance: number
  x: number
  y: number
}

export interface Font {
  has(codePoint: number): boolean
  /** The glyphs of a text of one direction, from left to right. */
  shape(text: string, isRightToLeft: boolean): Glyph[]
}

export const outlineUnits = 1_000

/** Fonts in order of preference, each of one or several files. */
export type Fonts = readonly (readonly Font[])[]

export interface TextStyle {
  fonts: Fonts
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
const rightToLeftMark = '\u200f'
const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
// Words, and single characters of scripts written without spaces, kept together with closing punctuation.
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][、。，．：！？」』）〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\s+/gu

/** The text on one line, up to 300 UTF-16 units. */
export function lineOf(text: string): string {
  const cut = text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
  return cut.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Whether the fonts have every character that can be seen, and there is one. */
export function isDrawable(text: string, fonts: Fonts): boolean {
  const seen = [...lineOf(text)].filter((character) => !ignorable.test(character) && character !== ' ')
  return seen.length > 0 && seen.every((character) => fonts.some((font) => hasAll(font, character)))
}

/** The fonts with the first one that has the whole text before the others, so that its words look alike. */
export function fontsFor(text: string, fonts: Fonts): Fonts {
  const best = fonts.find((font) => hasAll(font, lineOf(text)))
  return best ? [best, ...fonts.filter((font) => font !== best)] : fonts
}

export function widthOf(text: string, { fonts, size, letterSpacing = 0 }: TextStyle): number {
  let width = 0
  for (const { advance } of glyphsOf(text, fonts)) width += advance * size + letterSpacing
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
  for (const glyph of glyphsOf(text, fonts)) {
    const outline = glyph.outline()
    if (outline) {
      const place = `${round(left + glyph.x * size)} ${round(y - glyph.y * size)}`
      paths += `<path transform="matrix(${scale} 0 0 ${-scale} ${place})" d="${outline}"/>`
    }
    left += glyph.advance * size + letterSpacing
  }
  return paths
}

/** Breaks the text into lines at the first of `steps` where it fits, or shortens it at the last one. */
export function fitLines(
  text: string,
  fonts: Fonts,
  { width, steps }: { width: number; steps: readonly { size: number; lines: number }[] },
): FittedText {
  const measure = measureIn(fonts)
  // A line may begin with a word of the other direction.
  const mark = bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? rightToLeftMark : ''
  const fitted = (size: number, lines: string[]) => ({ size, lines: lines.map((line) => mark + line) })
  for (const { size, lines } of steps) {
    const wrapped = balanced(text, measure, width / size)
    if (wrapped.length <= lines) return fitted(size, wrapped)
  }
  const { size, lines } = steps.at(-1) ?? { size: 0, lines: 0 }
  const wrapped = wrap(text, measure, width / size)
  const rest = wrapped.slice(lines - 1).join(' ')
  return fitted(size, [...wrapped.slice(0, lines - 1), shorten(rest, { fonts, size }, width)])
}

/** The text on one line, cut with an ellipsis if it is wider than `width`. */
export function shorten(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text
  const characters = charactersOf(text)
  const cut = (length: number) => {
    const beginning = characters.slice(0, length).join('')
    return length > 0 ? `${beginning.replace(/(?<![\s,.;:–—-])[\s,.;:–—-]+$/u, '')}${ellipsis}` : ''
  }
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(cut(middle), style) <= width) fits = middle
    else tooLong = middle
  }
  return cut(fits)
}

/** The width of a word in em. */
type Measure = (word: string) => number

function measureIn(fonts: Fonts): Measure {
  const known = new Map<string, number>()
  return (word) => {
    const width = known.get(word) ?? widthOf(word, { fonts, size: 1 })
    known.set(word, width)
    return width
  }
}

// Evens out the lengths of the lines, so that the last one is not a single short word.
function balanced(text: string, measure: Measure, width: number): string[] {
  let best = wrap(text, measure, width)
  if (best.length === 1) return best
  for (let narrower = width * 0.96; narrower > width / 2; narrower -= width * 0.04) {
    const lines = wrap(text, measure, narrower)
    // A narrower column may break a word in two: the joined lines then differ.
    if (lines.length > best.length || lines.join(' ') !== best.join(' ')) return best
    best = lines
  }
  return best
}

function wrap(text: string, measure: Measure, width: number): string[] {
  const lines: string[] = []
  let [line, filled] = ['', 0]
  for (const piece of text.match(pieces) ?? []) {
    const [word, taken] = [piece.trim(), measure(piece)]
    if (filled + (word === '' ? 0 : taken) <= width) {
      line += piece
      filled += taken
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    const parts = breakUp(word, measure, width)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
    filled = measure(line)
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

function breakUp(word: string, measure: Measure, width: number): string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let [part, filled] = ['', 0]
  for (const character of charactersOf(word)) {
    const taken = measure(character)
    if (part !== '' && filled + taken > width) {
      parts.push(part)
      part = ''
      filled = 0
    }
    part += character
    filled += taken
  }
  return [...parts, part]
}

/** From left to right. */
function glyphsOf(text: string, fonts: Fonts): Glyph[] {
  return inVisualOrder(runsOf(text, fonts)).flatMap(({ font, text: run, level }) =>
    font.shape(run, level % 2 === 1),
  )
}

/** A part of a line with one font and one direction; odd levels run from right to left. */
interface Run {
  text: string
  font: Font
  level: number
}

/** In the order in which the text is read. */
function runsOf(text: string, fonts: Fonts): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const whole = fonts.find((font) => hasAll(font, text))
  const runs: Run[] = []
  for (const { 0: word, index } of text.matchAll(/\s+|\S+/gu)) {
    const best = whole ?? fonts.find((font) => hasAll(font, word)) ?? fonts.flat()
    for (const { segment, index: place } of graphemes.segment(word)) {
      const level = levels[index + place] ?? 0
      for (const { font, part } of inFonts(segment, best)) {
        const last = runs.at(-1)
        if (last?.font === font && last.level === level) last.text += part
        else runs.push({ text: part, font, level })
      }
    }
  }
  return runs
}

/** One part in the first font that has the whole character, else its marks in other fonts. */
function inFonts(character: string, fonts: readonly Font[]): { font: Font; part: string }[] {
  const whole = fonts.find((font) => hasAll([font], character))
  if (whole && !isIgnorable(character)) return [{ font: whole, part: character }]
  return [...character].flatMap((part) => {
    const font = isIgnorable(part) ? undefined : fonts.find((one) => hasAll([one], part))
    return font ? [{ font, part }] : []
  })
}

/** Rule L2 of the Unicode Bidirectional Algorithm. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? 0) >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

/** Characters that cannot be seen need no font. */
function hasAll(font: readonly Font[], text: string): boolean {
  return [...text].every(
    (character) => isIgnorable(character) || font.some((file) => file.has(character.codePointAt(0) ?? 0)),
  )
}

function isIgnorable(text: string): boolean {
  return [...text].every((character) => ignorable.test(character))
}

function charactersOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
