import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type Font, type Glyph, outlineUnits } from './text-layout.ts'

const WOFF = 0x774f4646

/** Opens a WOFF font. Rejects anything else. */
export async function openFont(file: Uint8Array): Promise<Font> {
  // The library is WebAssembly: a process loads it with its first font.
  const hb = await import('harfbuzzjs')
  const face = new hb.Face(new hb.Blob(await unpacked(Buffer.from(file))))
  if (face.collectUnicodes().length === 0) throw new Error('a font without characters')
  const font = new hb.Font(face)
  font.setScale(outlineUnits, outlineUnits)
  const buffer = new hb.Buffer()

  return {
    has: (codePoint) => Boolean(font.nominalGlyph(codePoint)),
    shape(text, isRightToLeft) {
      buffer.clearContents()
      buffer.addText(text)
      buffer.guessSegmentProperties()
      buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
      hb.shape(font, buffer)
      return buffer.getGlyphInfosAndPositions().map(
        ({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }): Glyph => ({
          outline: () => font.glyphToPath(codepoint),
          advance: xAdvance / outlineUnits,
          x: xOffset / outlineUnits,
          y: yOffset / outlineUnits,
        }),
      )
    },
  }
}

/** A WOFF file as an OpenType file: each table is compressed by itself. */
async function unpacked(woff: Buffer): Promise<Buffer> {
  if (woff.length < 44 || woff.readUInt32BE(0) !== WOFF) throw new Error('not a WOFF font')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = head.length
  for (let at = 0; at < count; at++) {
    const entry = 44 + at * 20
    const table = await tableAt(woff, entry)
    const row = 12 + at * 16
    woff.copy(head, row, entry, entry + 4)
    woff.copy(head, row + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, row + 8)
    head.writeUInt32BE(table.length, row + 12)
    tables.push(table, Buffer.alloc(-table.length & 3))
    offset += (table.length + 3) & ~3
  }
  return Buffer.concat([head, ...tables])
}

async function tableAt(woff: Buffer, entry: number): Promise<Buffer> {
  const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ]
  const bytes = woff.subarray(start, start + packed)
  const table = packed < length ? await promisify(inflate)(bytes, { maxOutputLength: length }) : bytes
  if (table.length !== length) throw new Error('a damaged font')
  return table
}
