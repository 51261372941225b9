import sharp, { type Metadata, type Sharp } from 'sharp'
import { type Pixels, rawOf, srgbPixels } from './pixels.server.ts'

interface ResizeOptions {
  maxPixels: number
  /** Of the results in pixels, ascending. */
  widths: readonly number[]
  /** The results up to this width are made of narrower images too. */
  alwaysTo: number
  /** Makes a square: 'crop' cuts what is beyond it, 'pad' adds transparent edges. Otherwise the aspect ratio is kept. */
  square: 'crop' | 'pad' | null
}

export interface ResizedImage {
  /** Of the largest size, in pixels. */
  width: number
  height: number
  /** Its average, as #rrggbb; null if parts of it are transparent. */
  color: string | null
  sizes: { width: number; bytes: Buffer }[]
}

/** `reason` is missing if the file is no complete JPEG, PNG or WebP. */
type Resized = { image: ResizedImage } | { image: null; reason?: string }

const decodable = ['jpeg', 'png', 'webp']
/** The largest ratio of the longer side to the shorter one. */
const maxRatio = 50
// Effort 2 takes 0.6 of the time of 4 and makes files 1.05 times as large. Effort 0 takes half of that, for images
// that are slow to encode.
const quality = 82
const slowPixels = 4_000_000
// The largest ratio of height to width that is stored; WebP ends at 16,383 pixels. Transparency is compressed without
// loss, which takes long.
const maxHeightRatio = { opaque: 4, transparent: 2 }

/** The image as WebP in several sizes: upright, first frame only, without metadata, in sRGB. Never enlarged. */
export async function resizeImage(bytes: Uint8Array, options: ResizeOptions): Promise<Resized> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { format, width, height } = metadata
    if (!decodable.includes(format)) return { image: null }
    const reason = sizeProblem(width, height, options.maxPixels)
    if (reason) return { image: null, reason }
    return { image: await (format === 'jpeg' ? resizeJpeg : resize)(bytes, options, metadata) }
  } catch {
    return { image: null }
  }
}

/** Only missing pixels make a JPEG with warnings a damaged one. */
async function resizeJpeg(
  bytes: Uint8Array,
  options: ResizeOptions,
  metadata: Metadata,
): Promise<ResizedImage> {
  try {
    return await resize(bytes, options, metadata, 'warning')
  } catch (error) {
    const warning = String(error)
    if (warning.includes('premature end of data')) throw error
    if (warning.includes('premature end')) return resizeUnended(bytes, options, metadata)
    return resize(bytes, options, metadata)
  }
}

/** Some programs leave out the mark at the end of a JPEG. With it, all pixels of a whole one are read without a warning. */
async function resizeUnended(
  bytes: Uint8Array,
  options: ResizeOptions,
  metadata: Metadata,
): Promise<ResizedImage> {
  const ended = Buffer.concat([bytes, Buffer.from([0xff, 0xd9])])
  await sharp(ended, { limitInputPixels: options.maxPixels, failOn: 'warning' }).stats()
  return resize(ended, options, metadata)
}

function sizeProblem(width: number, height: number, maxPixels: number): string | undefined {
  if (width * height > maxPixels) return `it has more than ${maxPixels / 1_000_000} megapixels`
  const isStrip = Math.max(width, height) > maxRatio * Math.min(width, height)
  return isStrip ? `it is more than ${maxRatio} times as long as wide` : undefined
}

async function resize(
  bytes: Uint8Array,
  { maxPixels, widths, alwaysTo, square }: ResizeOptions,
  metadata: Metadata,
  failOn: 'error' | 'warning' = 'error',
): Promise<ResizedImage> {
  const { hasAlpha } = metadata
  const widest = widths.at(-1) as number
  const { width: across, height: down } = metadata
  const side = Math.min(widest, square === 'pad' ? Math.max(across, down) : Math.min(across, down))
  const highest = widest * maxHeightRatio[hasAlpha ? 'transparent' : 'opaque']
  const decoded = await srgbPixels(metadata, () => {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn, autoOrient: true })
    if (square === 'crop') return source.resize(side, side)
    const [maxWidth, maxHeight] = square ? [side, side] : [widest, highest]
    return source.resize(maxWidth, maxHeight, { fit: 'inside', withoutEnlargement: true })
  })
  const { data, width, height, channels } = square === 'pad' ? await padded(decoded, side) : decoded
  const effort = channels === 4 || width * height > slowPixels ? 0 : 2
  const sizes: ResizedImage['sizes'] = []
  for (const wanted of widths) {
    const image = sharp(data, { raw: { width, height, channels } })
    const small = image.resize({ width: Math.min(wanted, width) }).webp({ quality, effort })
    sizes.push({ width: wanted, bytes: await small.toBuffer() })
    if (wanted >= Math.max(width, alwaysTo)) break
  }
  const color = await averageColor(sharp(data, { raw: { width, height, channels } }))
  return { width, height, color, sizes }
}

/** Only sRGB can be padded: ink has no transparency. */
async function padded({ data, ...raw }: Pixels, side: number): Promise<Pixels> {
  return rawOf(sharp(data, { raw }).resize(side, side, { fit: 'contain', background: 'transparent' }))
}

/** A small image of our own as WebP in several sizes, each quick to encode, and its average color. */
export async function shrinkImage(
  bytes: Uint8Array,
  widths: readonly number[],
): Promise<Pick<ResizedImage, 'color' | 'sizes'>> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const image = () => sharp(data, { raw: info })
  const sizes: ResizedImage['sizes'] = []
  for (const width of widths)
    sizes.push({ width, bytes: await image().resize({ width }).webp({ quality, effort: 0 }).toBuffer() })
  return { color: await averageColor(image()), sizes }
}

/** As #rrggbb; null if parts of the image are transparent. */
async function averageColor(image: Sharp): Promise<string | null> {
  const { data, info } = await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 4 && data[3] !== 255) return null
  const [red = 0, green = red, blue = red] = info.channels < 3 ? [data[0]] : data
  return `#${[red, green, blue].map((level = 0) => level.toString(16).padStart(2, '0')).join('')}`
}
