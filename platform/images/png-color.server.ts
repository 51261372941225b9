import { crc32 } from 'node:zlib'

/** How the samples of a PNG become light, where it says so by other means than an ICC profile or sRGB. */
export interface PngColor {
  /** The light of a sample, both from 0 to 1. */
  toLight(sample: number): number
  /** From its light to that of sRGB. */
  matrix: Matrix
  /** By how much a light of a high dynamic range is multiplied for a screen without it. */
  gain?: ((red: number, green: number, blue: number) => number) | undefined
}

/** x and y of red, green, blue and white. */
type Chromaticities = readonly [red: Point, green: Point, blue: Point, white: Point]
type Point = readonly [x: number, y: number]
type Matrix = readonly [Row, Row, Row]
type Row = readonly [number, number, number]

/** Stands for sRGB where no chromaticities follow. */
const srgbGamma = 0.45455
const d65: Point = [0.3127, 0.329]
const illuminantC: Point = [0.31, 0.316]
const srgb: Chromaticities = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], d65]

/** By the codes of ITU-T H.273. */
const primariesOf: Record<number, Chromaticities> = {
  1: srgb,
  4: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], illuminantC],
  5: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], d65],
  6: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], d65],
  7: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], d65],
  8: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], illuminantC],
  9: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], d65],
  11: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
    [0.314, 0.351],
  ],
  12: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], d65],
  22: [[0.63, 0.34], [0.295, 0.605], [0.155, 0.077], d65],
}

const video = power(2.4)
const gainOf: Record<number, PngColor['gain']> = {
  16: (...lights) => dimming(10_000, ...lights),
  18: (red, green, blue) =>
    dimming(1_000 * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2, red, green, blue),
}
const transferOf: Record<number, PngColor['toLight']> = {
  1: video,
  4: power(2.2),
  5: power(2.8),
  6: video,
  7: (sample) => (sample < 0.0913 ? sample / 4 : ((sample + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: power(1),
  11: video,
  13: srgbToLight,
  14: video,
  15: video,
  16: perceptual,
  17: (sample) => (sample ** 2.6 * 52.37) / 48,
  18: hybridLogGamma,
}

/**
 * What the chunks before the pixels say, the strongest first: cICP, iCCP, sRGB, gAMA with cHRM. Null where the file has an
 * ICC profile or is in sRGB, as browsers see it.
 */
export function pngColor(png: Uint8Array): PngColor | null {
  const chunks = chunksBefore(png, 'IDAT')
  const [primariesCode = 0, transferCode = 0, matrixCode] = chunks.get('cICP') ?? []
  const [primaries, toLight] = [primariesOf[primariesCode], transferOf[transferCode]]
  if (matrixCode === 0 && primaries && toLight) return colorOf(toLight, primaries, gainOf[transferCode])
  if (chunks.has('iCCP') || chunks.has('sRGB')) return null
  const [gamma = 0] = fractions(chunks.get('gAMA'))
  const [x, y, ...colors] = fractions(chunks.get('cHRM'))
  const [red, green, blue, white] = [...colors, x, y].flatMap((value, at, all) =>
    at % 2 === 0 ? [[value, all[at + 1]] as Point] : [],
  )
  if (red && green && blue && white)
    return gamma ? colorOf(power(1 / gamma), [red, green, blue, white]) : null
  return gamma && Math.abs(gamma - srgbGamma) > 0.0001 ? colorOf(power(1 / gamma), srgb) : null
}

/** Null if no light has these primaries. */
function colorOf(
  toLight: PngColor['toLight'],
  primaries: Chromaticities,
  gain?: PngColor['gain'],
): PngColor | null {
  const matrix = multiply(invert(toXyz(srgb)), multiply(adaptation(primaries[3]), toXyz(primaries)))
  return matrix.flat().every(Number.isFinite) ? { toLight, matrix, gain } : null
}

/** The samples of `channels` (3, or 4 with transparency) as 8-bit sRGB. */
export function toSrgb(data: Uint8Array | Uint16Array, channels: number, color: PngColor): Buffer {
  const largest = data instanceof Uint16Array ? 65_535 : 255
  const lights = Float64Array.from({ length: largest + 1 }, (_, sample) => color.toLight(sample / largest))
  const [r, g, b] = color.matrix
  const light = (at: number) => lights[data[at] as number] as number
  const result = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at += channels) {
    const own = [light(at), light(at + 1), light(at + 2)] as const
    const gain = color.gain?.(...own) ?? 1
    const [red, green, blue] = [own[0] * gain, own[1] * gain, own[2] * gain]
    result[at] = encode(r[0] * red + r[1] * green + r[2] * blue)
    result[at + 1] = encode(g[0] * red + g[1] * green + g[2] * blue)
    result[at + 2] = encode(b[0] * red + b[1] * green + b[2] * blue)
    if (channels === 4) result[at + 3] = ((data[at + 3] as number) * 255) / largest
  }
  return result
}

/** The data of the first chunk of each type. Damaged chunks are ignored, as browsers do. */
function chunksBefore(png: Uint8Array, end: string): Map<string, Uint8Array> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const found = new Map<string, Uint8Array>()
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (type === end) break
    const sumAt = at + 8 + length
    const isWhole = sumAt + 4 <= png.length && crc32(png.subarray(at + 4, sumAt)) === view.getUint32(sumAt)
    if (isWhole && !found.has(type)) found.set(type, png.subarray(at + 8, sumAt))
  }
  return found
}

/** PNG writes fractions as whole numbers of 1/100,000. The longest chunk has eight. */
function fractions(chunk: Uint8Array | undefined): number[] {
  if (!chunk) return []
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  return Array.from({ length: Math.min(8, chunk.length >> 2) }, (_, at) => view.getUint32(at * 4) / 100_000)
}

function power(exponent: number): (sample: number) => number {
  return (sample) => sample ** exponent
}

/** PQ (SMPTE ST 2084): light of 1 is 10,000 cd/m². */
function perceptual(sample: number): number {
  const root = sample ** (32 / 2_523)
  return (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (16_384 / 2_610)
}

/** HLG (ITU-R BT.2100): from a sample to the light of the scene. */
function hybridLogGamma(sample: number): number {
  return sample <= 0.5 ? sample ** 2 / 3 : (Math.exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
}

/** From cd/m² at a light of 1. Near to what Chromium shows: above half the light of the screen it grows slowly. */
function dimming(luminance: number, ...lights: number[]): number {
  const scale = luminance / 412
  const brightest = scale * Math.max(...lights)
  return brightest <= 0.5 ? scale : (scale * (1 - 0.5 * Math.exp((0.5 - brightest) / 0.88))) / brightest
}

function srgbToLight(sample: number): number {
  return sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4
}

function encode(light: number): number {
  const within = Math.min(1, Math.max(0, light))
  const sample = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055
  return Math.round(sample * 255)
}

/** From light of these primaries to XYZ, in which white has Y = 1. */
function toXyz([red, green, blue, white]: Chromaticities): Matrix {
  const columns = [red, green, blue].map(xyz)
  const unscaled = [0, 1, 2].map((row) => columns.map((column) => column[row])) as unknown as Matrix
  const scale = apply(invert(unscaled), xyz(white))
  return unscaled.map((row) => row.map((value, at) => value * (scale[at] as number))) as unknown as Matrix
}

/** From a white to that of sRGB, by the method of Bradford. */
function adaptation(white: Point): Matrix {
  const bradford: Matrix = [
    [0.8951, 0.2664, -0.1614],
    [-0.7502, 1.7135, 0.0367],
    [0.0389, -0.0685, 1.0296],
  ]
  const [from, to] = [apply(bradford, xyz(white)), apply(bradford, xyz(d65))]
  const scaled = bradford.map((row, at) => row.map((value) => (value * (to[at] ?? 1)) / (from[at] ?? 1)))
  return multiply(invert(bradford), scaled as unknown as Matrix)
}

function xyz([x, y]: Point): Row {
  return [x / y, 1, (1 - x - y) / y]
}

function apply(matrix: Matrix, [x, y, z]: Row): Row {
  return matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Row
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const columns = [0, 1, 2].map((at) => apply(left, right.map((row) => row[at]) as unknown as Row))
  return [0, 1, 2].map((row) => columns.map((column) => column[row])) as unknown as Matrix
}

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const determinant = a * p + b * q + c * r
  const rows = [
    [p, c * h - b * i, b * f - c * e],
    [q, a * i - c * g, c * d - a * f],
    [r, b * g - a * h, a * e - b * d],
  ]
  return rows.map((row) => row.map((value) => value / determinant)) as unknown as Matrix
}
