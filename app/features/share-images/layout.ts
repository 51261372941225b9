/** Text written by members, and what replaces it when the fonts lack most of its letters. */
export interface MemberText {
  text: string
  fallback: string
}

export type Tone = 'go' | 'gold' | 'quiet'

/** An image inside the share image: an uploaded file, or a drawing of the public folder. */
export interface EmbeddedImage {
  /** Id and width of the uploaded image. */
  imageId: string | null
  width: number
  /** Path of the drawing that is shown without an uploaded image. */
  drawing: string
}

/** Content of the share image of a challenge or a submission. */
export interface WorkLayout {
  kind: 'work'
  siteName: string
  category: string
  title: MemberText
  author: { name: MemberText; colour: string } | null
  status: { label: string; tone: Tone; text: MemberText }
  image: EmbeddedImage
}

/** Content of the share image of a profile. */
export interface ProfileLayout {
  kind: 'profile'
  siteName: string
  name: MemberText
  rank: string
  colour: string
  figures: { value: string; label: string }[]
  image: EmbeddedImage
}

export type Layout = WorkLayout | ProfileLayout

/** The size, in pixels, that other sites show uncropped beside a link. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** The image of a challenge or a submission, at the stored width that fills the height of a share image. */
export function workImage(imageId: string | undefined, of: 'challenge' | 'entry'): EmbeddedImage {
  return { imageId: imageId ?? null, width: 960, drawing: `/pictures/default-${of}.svg` }
}
