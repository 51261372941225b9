import { availableParallelism } from 'node:os'
import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { openQueue, type Queue } from '#platform/queue.ts'
import { type ImageHeader, type ImageSource, readImageHeader } from './image-header.server.ts'
import {
  decodingRefusal,
  imageRules,
  maxPixels,
  type Purpose,
  tooSlowReason,
  uploadFailedMessage,
  wrongTypeMessage,
} from './rules.ts'

export interface ProcessedImage {
  /** Of the largest size, in pixels. */
  width: number
  height: number
  sizes: { width: number; bytes: Buffer }[]
}

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** The limit of a decode, and of the encoding of one size. */
const limitSeconds = 20
// Effort 2 takes 0.6 of the time of 4 and makes files 1.05 times as large. Effort 0 takes half of that, for images
// that are slow to encode.
const quality = 82
const efforts = { usual: 2, slow: 0 }
const slowPixels = 4_000_000
// The largest ratio of height to width for images that are not square; WebP ends at 16,383 pixels. Transparency is
// compressed without loss, which takes long.
const maxHeightRatio = { opaque: 4, transparent: 2 }

/**
 * The queue of image decoding in one process. A decode takes up to some hundred megabytes, so one or two run at a time,
 * each on one thread. Members share the time of decoding, and each may have a few waiting.
 */
export function openImageQueue(): Queue {
  sharp.cache(false)
  sharp.concurrency(1)
  const atOnce = availableParallelism() > 2 ? 2 : 1
  return openQueue({ atOnce, waiting: 40, waitingPerClient: 4, fairByTime: true })
}

/**
 * Makes the stored sizes of an image: upright, first frame only, without metadata, in sRGB, as WebP. The content
 * decides the format. Refuses anything but a complete JPEG, PNG or WebP, and dimensions over the limits, which are read
 * from the header before a decoder runs.
 */
export async function processImage(source: ImageSource, purpose: Purpose): Promise<Outcome<ProcessedImage>> {
  const header = await readImageHeader(source)
  if (!header) return refused('invalid', wrongTypeMessage)
  const reason = decodingRefusal(header)
  if (reason) return refused('invalid', uploadFailedMessage(purpose, reason))
  const metadata = await confirmedMetadata(source, header)
  if (!metadata) return refused('invalid', wrongTypeMessage)
  const heightRatio = metadata.hasAlpha ? maxHeightRatio.transparent : maxHeightRatio.opaque
  try {
    const ignoreIcc = isCostlyProfile(metadata.icc)
    const pixels = await decode(source, purpose, { ...header, heightRatio, ignoreIcc })
    return pixels
      ? done(await encode(pixels, sizesFor(purpose, pixels.info.width)))
      : refused('invalid', wrongTypeMessage)
  } catch (error) {
    if (!isTimeout(error)) throw error
    return refused('invalid', uploadFailedMessage(purpose, tooSlowReason))
  }
}

const input = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const

/** The decoder's metadata; null if it disagrees with the header, which could hide a larger image. */
async function confirmedMetadata(source: ImageSource, header: ImageHeader): Promise<Metadata | null> {
  try {
    const metadata = await sharp(source, input).metadata()
    const { format, width, height } = metadata
    const agrees = format === header.format && width === header.width && height === header.height
    return agrees ? metadata : null
  } catch {
    return null
  }
}

/** A tag of this type holds any number of steps, which the decoder computes for every pixel; cameras write none. */
function isCostlyProfile(profile: Buffer | undefined): boolean {
  return profile?.includes('mpet') ?? false
}

async function decode(
  source: ImageSource,
  purpose: Purpose,
  { width, height, heightRatio, ignoreIcc }: ImageHeader & { heightRatio: number; ignoreIcc: boolean },
): Promise<Pixels | null> {
  const { square, widths } = imageRules[purpose]
  const most = widths.at(-1) as number
  const side = Math.min(most, width, height)
  const image = sharp(source, { ...input, autoOrient: true, ignoreIcc })
  if (square) image.resize(side, side, { fit: 'cover' })
  else image.resize(most, most * heightRatio, { fit: 'inside', withoutEnlargement: true })
  try {
    return await image.timeout({ seconds: limitSeconds }).raw().toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (isTimeout(error)) throw error
    return null
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout:')
}

// Avatars have all sizes, because their URL does not depend on what is stored; other images store none twice.
function sizesFor(purpose: Purpose, width: number): readonly number[] {
  const { square, widths } = imageRules[purpose]
  return square ? widths : widths.filter((_, i) => i === 0 || (widths[i - 1] ?? 0) < width)
}

async function encode({ data, info }: Pixels, widths: readonly number[]): Promise<ProcessedImage> {
  const { width, height, channels } = info
  const isSlow = channels === 4 || width * height > slowPixels
  const webp = { quality, effort: isSlow ? efforts.slow : efforts.usual }
  const encoded = new Map<number, Buffer>()
  for (const target of widths) {
    const actual = Math.min(target, width)
    if (encoded.has(actual)) continue
    const image = sharp(data, { raw: { width, height, channels } }).resize({ width: actual })
    encoded.set(actual, await image.timeout({ seconds: limitSeconds }).webp(webp).toBuffer())
  }
  const sizes = widths.map((target) => ({
    width: target,
    bytes: encoded.get(Math.min(target, width)) as Buffer,
  }))
  return { width, height, sizes }
}
