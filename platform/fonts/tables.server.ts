import { promisify } from 'node:util'
import { brotliDecompress, inflate } from 'node:zlib'

const unpackWoff = promisify(inflate)
const unpackWoff2 = promisify(brotliDecompress)

export interface FontTable {
  bytes: Buffer
  /** Rewritten as WOFF2 does with outlines and widths, to be read in another way than a plain one. */
  transformed: boolean
}

export type FontTables = Map<string, FontTable>

// The places of these names are their numbers in a WOFF2 directory.
const numberedTags = [
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH',
  'PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc',
  'bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill',
]
  .join(' ')
  .split(' ')
const namedTag = 63
const plainOutlines = 3

/** The tables of a WOFF or WOFF2 file by name (W3C WOFF 1.0 and 2.0). Throws for anything else. */
export function readTables(file: Buffer): Promise<FontTables> {
  const signature = file.toString('latin1', 0, 4)
  if (signature === 'wOFF') return readWoff(file)
  if (signature === 'wOF2') return readWoff2(file)
  throw new Error('neither a WOFF nor a WOFF2 font')
}

/** A table that a font cannot do without. */
export function tableOf(tables: FontTables, tag: string): FontTable {
  const table = tables.get(tag)
  if (!table) throw new Error(`the font has no table ${tag}`)
  return table
}

async function readWoff(file: Buffer): Promise<FontTables> {
  const tables: FontTables = new Map()
  for (let index = 0; index < file.readUInt16BE(12); index++) {
    const entry = 44 + 20 * index
    const start = file.readUInt32BE(entry + 4)
    const packed = file.subarray(start, start + file.readUInt32BE(entry + 8))
    const bytes = packed.length < file.readUInt32BE(entry + 12) ? await unpackWoff(packed) : packed
    tables.set(file.toString('latin1', entry, entry + 4), { bytes, transformed: false })
  }
  return tables
}

async function readWoff2(file: Buffer): Promise<FontTables> {
  const directory: { tag: string; length: number; transformed: boolean }[] = []
  let place = 48
  const readLength = () => {
    let length = 0
    let byte: number
    do {
      byte = file.readUInt8(place++)
      length = length * 128 + (byte & 127)
    } while (byte > 127)
    return length
  }
  for (let index = 0; index < file.readUInt16BE(12); index++) {
    const flags = file.readUInt8(place++)
    let tag = numberedTags[flags & 63] ?? ''
    if ((flags & 63) === namedTag) {
      tag = file.toString('latin1', place, place + 4)
      place += 4
    }
    const version = flags >> 6
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== plainOutlines : version !== 0
    const plain = readLength()
    directory.push({ tag, length: transformed ? readLength() : plain, transformed })
  }
  const content = await unpackWoff2(file.subarray(place, place + file.readUInt32BE(20)))
  const tables: FontTables = new Map()
  let start = 0
  for (const { tag, length, transformed } of directory) {
    tables.set(tag, { bytes: content.subarray(start, start + length), transformed })
    start += length
  }
  return tables
}
