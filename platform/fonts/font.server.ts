import { readCharacters } from './characters.ts'
import { contoursOf, pathData } from './outline.ts'
import { packedOutlines } from './packed-outlines.ts'
import { plainOutlines } from './plain-outlines.ts'
import { type FontTables, readTables, tableOf } from './tables.server.ts'

export interface Font {
  has(codePoint: number): boolean
  /** How far the next character stands, in parts of the type's size. */
  advance(codePoint: number): number
  /** The character as data of an SVG path, its origin on the base line at `x`, `y`. */
  path(codePoint: number, x: number, y: number, size: number): string
}

/** Reads a WOFF or WOFF2 font with TrueType outlines; of a variable one its default. */
export async function openFont(file: Buffer): Promise<Font> {
  const tables = await readTables(file)
  const unitsPerEm = tableOf(tables, 'head').bytes.readUInt16BE(18)
  const glyphs = readCharacters(tableOf(tables, 'cmap').bytes)
  const advances = advancesOf(tables)
  const glyf = tableOf(tables, 'glyf')
  const outlines = glyf.transformed ? packedOutlines(glyf.bytes) : plainOutlines(tables)
  const glyphOf = (codePoint: number) => glyphs.get(codePoint) ?? 0
  return {
    has: (codePoint) => glyphOf(codePoint) !== 0,
    advance: (codePoint) => advances(glyphOf(codePoint)) / unitsPerEm,
    path: (codePoint, x, y, size) =>
      pathData(contoursOf(outlines, glyphOf(codePoint)), x, y, size / unitsPerEm),
  }
}

// The last advance holds for all glyphs that follow. Rewritten, one byte of flags comes first and then them alone.
function advancesOf(tables: FontTables): (glyph: number) => number {
  const { bytes, transformed } = tableOf(tables, 'hmtx')
  const count = tableOf(tables, 'hhea').bytes.readUInt16BE(34)
  return (glyph) => {
    const index = Math.min(glyph, count - 1)
    return bytes.readUInt16BE(transformed ? 1 + 2 * index : 4 * index)
  }
}
