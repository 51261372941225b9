import { fileKind } from './file-kind.ts'
import { avatarWidths, logoWidths, pageWidths, previewWidth } from './sources.ts'

export type Purpose = 'submission' | 'challenge' | 'avatar' | 'logo'

interface ImageRule {
  /** In bytes, exclusive. */
  limit: number
  /** Stored widths in pixels, ascending. Smaller images are not enlarged. */
  widths: readonly number[]
  /** The sizes up to this width are always stored. */
  alwaysTo: number
  /** As `resizeImage` makes squares. */
  square: 'crop' | 'pad' | null
  maxPixels: number
}

const megabyte = 1024 * 1024

/** Allows photos of current phones (8192 x 6144). */
const maxPixels = 52_000_000

/** Upload rules by purpose (IMG-2). */
export const imageRules: Record<Purpose, ImageRule> = {
  submission: { limit: 10 * megabyte, widths: pageWidths, alwaysTo: previewWidth, square: null, maxPixels },
  challenge: { limit: 5 * megabyte, widths: pageWidths, alwaysTo: previewWidth, square: null, maxPixels },
  // A photo of more pixels has more than 2 MB.
  avatar: {
    limit: 2 * megabyte,
    widths: avatarWidths,
    alwaysTo: avatarWidths[2],
    square: 'crop',
    maxPixels: 26_000_000,
  },
  logo: {
    limit: megabyte,
    widths: logoWidths,
    alwaysTo: logoWidths[1],
    square: 'pad',
    maxPixels: 16_000_000,
  },
}

export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
export const wrongTypeMessage = 'Please upload a valid image file (JPEG, PNG, or WEBP)'

export const damagedMessage = `${wrongTypeMessage}. This file is damaged or incomplete.`

/** Why a file with these first bytes is not accepted, or null (IMG-1). */
export function typeRefusal(start: Uint8Array): string | null {
  const kind = fileKind(start)
  if (acceptedTypes.includes(`image/${kind}`)) return null
  return kind
    ? `${wrongTypeMessage}. This is a file of the type ${kind.toUpperCase()}: please save it as JPEG.`
    : wrongTypeMessage
}

export const animationNotice = 'This is an animation: only its first picture is kept.'

export const tooSlowReason = 'it takes too long to process'
export const busyReason = 'the dojo is busy, please try again in a moment'

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

/** What the browser can refuse before sending a file, by its size and first bytes, or null (IMG-1, IMG-2). */
export function fileRefusal(purpose: Purpose, size: number, start: Uint8Array): string | null {
  const { limit } = imageRules[purpose]
  return typeRefusal(start) ?? (size < limit ? null : tooLargeMessage(limit))
}
