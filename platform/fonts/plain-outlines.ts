import { emptyOutline, type Outline, type Point } from './outline.ts'
import { readParts } from './parts.ts'
import { type FontTables, tableOf } from './tables.server.ts'

const onCurve = 1
const repeated = 8
// For x; the flags for y are the next higher bits.
const shortStep = 2
const sameOrPositive = 16

/** Reads a glyph of a TrueType font when it is asked for. */
export function plainOutlines(tables: FontTables): (glyph: number) => Outline {
  const glyf = tableOf(tables, 'glyf').bytes
  const loca = tableOf(tables, 'loca').bytes
  const longPlaces = tableOf(tables, 'head').bytes.readInt16BE(50) === 1
  const placeOf = (glyph: number) =>
    longPlaces ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph)
  return (glyph) => {
    const bytes = glyf.subarray(placeOf(glyph), placeOf(glyph + 1))
    if (bytes.length === 0) return emptyOutline
    const contours = bytes.readInt16BE(0)
    if (contours < 0) return { contours: [], parts: readParts(bytes, 10).parts }
    return { contours: readContours(bytes, contours), parts: [] }
  }
}

function readContours(bytes: Buffer, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, i) => bytes.readUInt16BE(10 + 2 * i))
  const total = (ends.at(-1) ?? -1) + 1
  const instructions = 10 + 2 * count
  const { flags, end } = readFlags(bytes, instructions + 2 + bytes.readUInt16BE(instructions), total)
  const across = readSteps(bytes, end, flags, 0)
  const up = readSteps(bytes, across.end, flags, 1)
  const points = flags.map((flag, i) => ({
    x: across.places[i] ?? 0,
    y: up.places[i] ?? 0,
    onCurve: (flag & onCurve) !== 0,
  }))
  return ends.map((last, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, last + 1))
}

function readFlags(bytes: Buffer, start: number, total: number) {
  const flags: number[] = []
  let end = start
  while (flags.length < total) {
    const flag = bytes.readUInt8(end++)
    const times = (flag & repeated) !== 0 ? bytes.readUInt8(end++) + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  return { flags, end }
}

function readSteps(bytes: Buffer, start: number, flags: number[], axis: 0 | 1) {
  let end = start
  let place = 0
  const places = flags.map((flag) => {
    const same = (flag & (sameOrPositive << axis)) !== 0
    if ((flag & (shortStep << axis)) !== 0) place += bytes.readUInt8(end++) * (same ? 1 : -1)
    else if (!same) {
      place += bytes.readInt16BE(end)
      end += 2
    }
    return place
  })
  return { places, end }
}
