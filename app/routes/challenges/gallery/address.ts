import { pathWith } from '#app/search-params.ts'
import { GALLERY_STEP } from '#domain/submissions/rules.ts'

/** Past this many cards a page of its own would be kinder: every entry also stands under /challenges/submissions. */
export const MOST_SHOWN = 100 * GALLERY_STEP

export interface GalleryAddress {
  /** How many entries are shown: 6, 12, 18 ... */
  shown: number
  /** Arrived by 'Vote for Entries'. */
  voting: boolean
}

/** ?shown=12 and ?mode=voting; anything else counts as absent (public §2, Challenge submissions list). */
export function readGalleryAddress(params: URLSearchParams): GalleryAddress {
  const named = params.get('shown') ?? ''
  const steps = /^\d{1,6}$/.test(named) ? Math.ceil(Number(named) / GALLERY_STEP) : 1
  const shown = Math.min(Math.max(steps, 1) * GALLERY_STEP, MOST_SHOWN)
  return { shown, voting: params.get('mode') === 'voting' }
}

/** The gallery's address; `hash` is the place it opens at. */
export function galleryPath(challengeId: string, { shown, voting }: GalleryAddress, hash?: string): string {
  const params = { mode: voting ? 'voting' : null, shown: shown > GALLERY_STEP ? shown : null }
  return pathWith(`/challenges/${challengeId}/submissions`, params, hash)
}
