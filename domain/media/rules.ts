import { avatarWidths, pageWidths } from './sources.ts'

export type Purpose = 'submission' | 'challenge' | 'avatar'

export interface ImageRule {
  /** In bytes, exclusive. */
  limit: number
  /** Stored widths in pixels, ascending. Smaller images are not enlarged. */
  widths: readonly number[]
  square: boolean
  maxPixels: number
}

const megabyte = 1024 * 1024

/** Allows photos of current phones (8192 x 6144). */
export const maxPixels = 52_000_000

/** Upload rules by purpose (IMG-2). */
export const imageRules: Record<Purpose, ImageRule> = {
  submission: { limit: 10 * megabyte, widths: pageWidths, square: false, maxPixels },
  challenge: { limit: 5 * megabyte, widths: pageWidths, square: false, maxPixels },
  // A photo of more pixels has more than 2 MB.
  avatar: { limit: 2 * megabyte, widths: avatarWidths, square: true, maxPixels: 26_000_000 },
}

export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
export const wrongTypeMessage = 'Please upload a valid image file (JPEG, PNG, or WEBP)'

/** In pixels; the limit of WebP. */
const maxSide = 16_383
/** The largest ratio of the longer side to the shorter one. */
const maxRatio = 50

export const tooSlowReason = 'it takes too long to process'
export const busyReason = 'the dojo is busy, please try again in a moment'

interface DecodingInput {
  width: number
  height: number
  costPerPixel: number
}

/** Why an image of this size in pixels is refused, for uploadFailedMessage, or null. */
export function decodingRefusal(
  { width, height, costPerPixel }: DecodingInput,
  { maxPixels }: Pick<ImageRule, 'maxPixels'>,
): string | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (width * height > maxPixels) return `it has more than ${maxPixels / 1_000_000} megapixels`
  if (long > maxSide) return 'a side is longer than 16,383 pixels'
  if (width * height * costPerPixel > maxPixels) return tooSlowReason
  return long > short * maxRatio ? `it is more than ${maxRatio} times as long as wide` : null
}

/** Images of a member that nothing uses. A further upload deletes the oldest. */
export const maxUnusedImages = 5

export const uploadTimeoutMs = 30_000
export const uploadTimedOutMessage =
  'Image upload timed out. Please try again with a smaller image or check your connection.'
export const uploadCutMessage = 'Network error while uploading image. Please check your internet connection.'

export function tooLargeMessage(limit: number): string {
  return `Please upload an image smaller than ${limit / megabyte}MB`
}

export const avatarFailedMessage = 'Failed to upload avatar image. Please try again.'

/** The message for a valid image that could not be stored (IMG-9). */
export function uploadFailedMessage(purpose: Purpose, reason: string): string {
  return purpose === 'avatar' ? `Image upload failed: ${reason}` : `Failed to upload image: ${reason}`
}

/** The message of a form that is sent again after its image was refused, or may continue without one (IMG-11). */
export function undecidedImageMessage(isRequired: boolean): string {
  return `The image was not accepted. Please choose another one${isRequired ? '' : ' or continue without it'}.`
}

/** Why a form cannot use its earlier image. */
export const lostImageReason = 'it is not kept any more, please choose it again'

/** What the browser can refuse before sending a file, or null (IMG-1, IMG-2). */
export function fileRefusal(purpose: Purpose, file: { type: string; size: number }): string | null {
  const { limit } = imageRules[purpose]
  if (!acceptedTypes.includes(file.type) || file.size === 0) return wrongTypeMessage
  return file.size < limit ? null : tooLargeMessage(limit)
}
