import type { Glyph } from 'opentype.js'
import { type Font, outlineUnits } from './text-layout.ts'

interface Character {
  glyph: Glyph
  outline?: string
}

// opentype.js keeps every glyph that it has read, about 35 kB for a kanji: 240 MB for a whole Japanese font. The
// font is opened again after this many characters.
const maxCharacters = 600

/** Opens a WOFF, TrueType or OpenType font. Rejects anything else. */
export async function openFont(file: Uint8Array): Promise<Font> {
  // The library takes 12 MB: a process loads it with its first font.
  const { default: opentype } = await import('opentype.js')
  const bytes = new Uint8Array(file).buffer
  let font = opentype.parse(bytes, { lowMemory: true })
  const characters = new Map<number, Character>()

  function characterOf(codePoint: number): Character {
    const known = characters.get(codePoint)
    if (known) return known
    if (characters.size === maxCharacters) {
      characters.clear()
      font = opentype.parse(bytes, { lowMemory: true })
    }
    const character = { glyph: font.charToGlyph(String.fromCodePoint(codePoint)) }
    characters.set(codePoint, character)
    return character
  }

  return {
    has: (codePoint) => font.charToGlyphIndex(String.fromCodePoint(codePoint)) > 0,
    advance: (codePoint) => (characterOf(codePoint).glyph.advanceWidth ?? 0) / font.unitsPerEm,
    outline(codePoint) {
      const character = characterOf(codePoint)
      character.outline ??= character.glyph.getPath(0, 0, outlineUnits).toPathData(0)
      return character.outline
    },
  }
}
