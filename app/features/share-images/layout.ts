import type { StoredImage } from '#domain/media/sources.ts'

/** Text written by members, and what replaces it where the fonts lack one of its characters. */
export interface MemberText {
  text: string
  fallback: string
}

export type Tone = 'go' | 'gold' | 'quiet'

/** An image inside the share image: an uploaded file, or a drawing of the public folder. */
export interface EmbeddedImage {
  imageId: string | null
  width: number
  /** Path of the drawing that is shown without an uploaded image. */
  drawing: string
  /** Around an image that is shown whole; undefined for one that fills its place. */
  ground?: string
}

interface AnyLayout {
  siteName: string
  image: EmbeddedImage
}

interface OfSubmission extends AnyLayout {
  title: MemberText
  author: { name: MemberText; colour: string }
  challenge: MemberText
}

/** A challenge, or a submission without a place. */
export interface WorkLayout extends AnyLayout {
  kind: 'work'
  category: string
  title: MemberText
  author: OfSubmission['author'] | null
  status: { label: string; tone: Tone; text: MemberText }
}

export interface ResultLayout extends OfSubmission {
  kind: 'result'
  place: string
  entries: string
  /** One of the first three. */
  isTop: boolean
  facts: string[]
}

export interface ProfileLayout extends AnyLayout {
  kind: 'profile'
  name: MemberText
  rank: string
  colour: string
  figures: { value: string; label: string }[]
}

/** A submission in the format of stories, whole. */
export interface StoryLayout extends OfSubmission {
  kind: 'story'
  heading: { text: string; isGold: boolean }
  fact: string
  ratio: number
}

export interface RankStoryLayout extends AnyLayout {
  kind: 'rank story'
  name: MemberText
  rank: string
  summary: string
  colour: string
  fact: string
}

export type Layout = WorkLayout | ResultLayout | ProfileLayout | StoryLayout | RankStoryLayout

/** In pixels: the format of stories. */
export const STORY_SIZE = { width: 1080, height: 1920 } as const

/** In pixels; other sites show this size uncropped. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** Fills the height of a share image with most images. */
const usualWidth = 960

/** The image of a challenge, or of a submission, which is never cropped, at the largest stored width up to the usual one. */
export function workImage(image: StoredImage | null, of: 'challenge' | 'submission'): EmbeddedImage {
  const widths = image?.widths.filter((width) => width <= usualWidth) ?? []
  return {
    imageId: image?.id ?? null,
    width: Math.max(0, ...widths),
    drawing: `/pictures/default-${of}.svg`,
    ground: image && of === 'submission' ? (image.color ?? '#131a25') : undefined,
  }
}
