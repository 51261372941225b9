import { crc32 } from 'node:zlib'

/** How the samples of a PNG become light, where it says so by other means than an ICC profile or sRGB. */
interface PngColor {
  /** The light of a sample, both from 0 to 1. */
  toLight(sample: number): number
  /** From its light to that of sRGB. */
  matrix: Matrix
}

/** x and y of red, green, blue and white. */
type Chromaticities = readonly [red: Point, green: Point, blue: Point, white: Point]
type Point = readonly [x: number, y: number]
type Matrix = readonly [Row, Row, Row]
type Row = readonly [number, number, number]

/** Stands for sRGB where no chromaticities follow. */
const srgbGamma = 0.45455
const d65: Point = [0.3127, 0.329]
const srgb: Chromaticities = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], d65]

/**
 * What the chunks before the pixels say, the strongest first: iCCP, sRGB, gAMA with cHRM. Null where the file has an ICC
 * profile or is in sRGB, as browsers see it, or if no light has its primaries.
 */
export function pngColor(png: Uint8Array): PngColor | null {
  const chunks = chunksBefore(png, 'IDAT')
  const [gamma = 0] = fractions(chunks.get('gAMA'))
  if (chunks.has('iCCP') || chunks.has('sRGB') || gamma === 0) return null
  const [x, y, ...colors] = fractions(chunks.get('cHRM'))
  const [red, green, blue, white] = [...colors, x, y].flatMap((value, at, all) =>
    at % 2 === 0 ? [[value, all[at + 1]] as Point] : [],
  )
  const isNamed = red && green && blue && white
  if (!isNamed && Math.abs(gamma - srgbGamma) <= 0.0001) return null
  const primaries: Chromaticities = isNamed ? [red, green, blue, white] : srgb
  const matrix = withWhite(multiply(invert(toXyz(srgb)), toXyz(primaries)))
  const toLight = (sample: number) => sample ** (1 / gamma)
  return matrix.flat().every(Number.isFinite) ? { toLight, matrix } : null
}

/** The samples of `channels` (3, or 4 with transparency) as 8-bit sRGB. */
export function toSrgb(data: Uint8Array | Uint16Array, channels: number, color: PngColor): Buffer {
  const largest = data instanceof Uint16Array ? 65_535 : 255
  const lights = Float64Array.from({ length: largest + 1 }, (_, sample) => color.toLight(sample / largest))
  const [r, g, b] = color.matrix
  const light = (at: number) => lights[data[at] as number] as number
  const result = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = [light(at), light(at + 1), light(at + 2)]
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

/** The white of the file becomes that of sRGB, as eyes adapt to it. */
function withWhite(matrix: Matrix): Matrix {
  return matrix.map(([r, g, b]) => [r, g, b].map((part) => part / (r + g + b))) as unknown as Matrix
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
