import { emptyOutline, type Outline, type Point } from './outline.ts'
import { readParts } from './parts.ts'

interface Stream {
  bytes: Buffer
  place: number
}

interface Streams {
  contours: Stream
  points: Stream
  flags: Stream
  steps: Stream
  parts: Stream
}

const headerLength = 36

/** Every glyph of a `glyf` table as WOFF2 rewrites it: a stream for each kind of number (W3C WOFF 2.0, 5.1). */
export function packedOutlines(bytes: Buffer): (glyph: number) => Outline {
  const streams = openStreams(bytes)
  const outlines = Array.from({ length: bytes.readUInt16BE(4) }, () => readGlyph(streams))
  return (glyph) => outlines[glyph] ?? emptyOutline
}

function openStreams(bytes: Buffer): Streams {
  let start = headerLength
  const open = (index: number): Stream => {
    const length = bytes.readUInt32BE(8 + 4 * index)
    const stream = { bytes: bytes.subarray(start, start + length), place: 0 }
    start += length
    return stream
  }
  return { contours: open(0), points: open(1), flags: open(2), steps: open(3), parts: open(4) }
}

function readGlyph(streams: Streams): Outline {
  const { contours, parts } = streams
  const count = contours.bytes.readInt16BE(contours.place)
  contours.place += 2
  if (count >= 0) return { contours: readContours(streams, count), parts: [] }
  const read = readParts(parts.bytes, parts.place)
  parts.place = read.end
  if (read.withInstructions) readCount(streams.steps)
  return { contours: [], parts: read.parts }
}

function readContours(streams: Streams, count: number): Point[][] {
  const lengths = Array.from({ length: count }, () => readCount(streams.points))
  let x = 0
  let y = 0
  const contours = lengths.map((length) =>
    Array.from({ length }, () => {
      const flag = readByte(streams.flags)
      const [dx, dy] = readStep(streams.steps, flag & 127)
      x += dx
      y += dy
      return { x, y, onCurve: flag < 128 }
    }),
  )
  // How long the glyph's instructions are; they lie in a stream that nobody needs here.
  if (count > 0) readCount(streams.steps)
  return contours
}

// The kind says how many bytes the step takes, what to add to them, and in its last bits the signs.
function readStep(steps: Stream, kind: number): [number, number] {
  const first = readByte(steps)
  if (kind < 10) return [0, signed(kind, ((kind & 14) << 7) + first)]
  if (kind < 20) return [signed(kind, (((kind - 10) & 14) << 7) + first), 0]
  if (kind < 84) {
    const base = kind - 20
    const dx = 1 + (base & 48) + (first >> 4)
    return [signed(kind, dx), signed(kind >> 1, 1 + ((base & 12) << 2) + (first & 15))]
  }
  const second = readByte(steps)
  if (kind < 120) {
    const base = kind - 84
    const dx = 1 + (Math.floor(base / 12) << 8) + first
    return [signed(kind, dx), signed(kind >> 1, 1 + (((base % 12) >> 2) << 8) + second)]
  }
  const third = readByte(steps)
  if (kind < 124) {
    const dx = (first << 4) + (second >> 4)
    return [signed(kind, dx), signed(kind >> 1, ((second & 15) << 8) + third)]
  }
  return [signed(kind, (first << 8) + second), signed(kind >> 1, (third << 8) + readByte(steps))]
}

function signed(flag: number, value: number): number {
  return (flag & 1) === 1 ? value : -value
}

function readCount(stream: Stream): number {
  const first = readByte(stream)
  if (first < 253) return first
  if (first === 253) return (readByte(stream) << 8) + readByte(stream)
  return readByte(stream) + 253 * (256 - first)
}

function readByte(stream: Stream): number {
  return stream.bytes.readUInt8(stream.place++)
}
