import { ballotOrderIn } from '#app/parts/paths.ts'
import { pageParams, pageRequestIn, pathWith } from '#app/ui/lists/search-params.ts'
import { GALLERY_PAGE_SIZE, GALLERY_STEP, MAX_SHOWN } from '#domain/submissions/rules.ts'
import type { PageRequest } from '#platform/paging.ts'

/** The first page grows up to MAX_SHOWN submissions, which bounds each request. */
export interface GalleryParams extends PageRequest {
  /** Submissions shown: 6, 12, 18 ... on the first page, all on the others. */
  shown: number
  /** Opened by 'Vote for Entries'. */
  voting: boolean
  /** Of a secret ballot. */
  order: number | null
}

/** Reads ?shown=12, ?page=2, ?mode=voting and ?order=1790000000; unknown values are ignored (CHL-57, CHL-65). */
export function readGalleryParams(params: URLSearchParams): GalleryParams {
  const request = pageRequestIn(params)
  const requested = params.get('shown') ?? ''
  const steps = /^\d{1,6}$/.test(requested) ? Math.ceil(Number(requested) / GALLERY_STEP) : 1
  const shown = Math.min(Math.max(steps, 1) * GALLERY_STEP, MAX_SHOWN)
  return {
    ...request,
    shown: request.page === 1 ? shown : GALLERY_PAGE_SIZE,
    voting: params.get('mode') === 'voting',
    order: ballotOrderIn(params),
  }
}

export function galleryPath(
  challengeId: string,
  { shown, voting, order, ...request }: GalleryParams,
  hash?: string,
): string {
  const params = {
    mode: voting ? 'voting' : null,
    ...pageParams(request),
    shown: request.page === 1 && shown > GALLERY_STEP ? shown : null,
    order,
  }
  return pathWith(`/challenges/${challengeId}/submissions`, params, hash)
}

export function submissionsBefore(page: number): number {
  return (page - 1) * GALLERY_PAGE_SIZE
}
