import type { Part } from './outline.ts'

const wordArguments = 1
const offsets = 2
const oneScale = 8
const moreParts = 32
const twoScales = 64
const fourScales = 128
const withInstructions = 256

export interface ReadParts {
  parts: Part[]
  /** Where the reading ended. */
  end: number
  withInstructions: boolean
}

/** The parts that a glyph is put together of, from `start` on. TrueType and WOFF2 write them alike. */
export function readParts(bytes: Buffer, start: number): ReadParts {
  const parts: Part[] = []
  let place = start
  let flags: number
  do {
    flags = bytes.readUInt16BE(place)
    const glyph = bytes.readUInt16BE(place + 2)
    place += 4
    const words = (flags & wordArguments) !== 0
    const first = words ? bytes.readInt16BE(place) : bytes.readInt8(place)
    const second = words ? bytes.readInt16BE(place + 2) : bytes.readInt8(place + 1)
    place += words ? 4 : 2
    // Parts that hang on each other's points instead do not occur in the fonts of today.
    const [dx, dy] = (flags & offsets) !== 0 ? [first, second] : [0, 0]
    const count =
      (flags & oneScale) !== 0 ? 1 : (flags & twoScales) !== 0 ? 2 : (flags & fourScales) !== 0 ? 4 : 0
    const scales = Array.from({ length: count }, (_, i) => bytes.readInt16BE(place + 2 * i) / 16384)
    place += 2 * count
    parts.push({ glyph, matrix: { ...matrixOf(scales), dx, dy } })
  } while ((flags & moreParts) !== 0)
  return { parts, end: place, withInstructions: (flags & withInstructions) !== 0 }
}

function matrixOf(scales: number[]) {
  const [first = 1, second = first] = scales
  if (scales.length < 4) return { xx: first, xy: 0, yx: 0, yy: second }
  const [xx = 1, xy = 0, yx = 0, yy = 1] = scales
  return { xx, xy, yx, yy }
}
