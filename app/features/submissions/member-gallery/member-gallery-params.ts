import { choiceIn, pageParams, pageRequestIn, pathWith } from '#app/ui/lists/search-params.ts'
import { SORTS, type Sort, SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import type { PageRequest } from '#platform/paging.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'

export const VIEWS = ['grid', 'list'] as const
type View = (typeof VIEWS)[number]

export interface MemberGalleryParams extends PageRequest {
  path: string
  sort: Sort
  /** In any case. */
  tool: string | null
  view: View
}

/** Reads ?sort=votes&tool=suno&view=list&page=2; unknown values are ignored. */
export function readMemberGalleryParams(path: string, params: URLSearchParams): MemberGalleryParams {
  return {
    path,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    tool: toolIn(params),
    view: choiceIn(params, 'view', VIEWS) ?? 'grid',
    ...pageRequestIn(params),
  }
}

/** The value of ?tool=, or null if invalid. PostgreSQL rejects NUL characters in text. */
export function toolIn(params: URLSearchParams): string | null {
  const requested = rawBeginning(params.get('tool'), 'line').trim()
  const isValid = requested !== '' && requested.length <= SUBMISSION_LIMITS.tool && !/\p{Cc}/u.test(requested)
  return isValid ? requested : null
}

export function memberGalleryPath(
  { path, sort, tool, view, ...request }: MemberGalleryParams,
  hash?: string,
): string {
  const params = {
    sort: sort === 'newest' ? null : sort,
    tool,
    view: view === 'grid' ? null : view,
    ...pageParams(request),
  }
  return pathWith(path, params, hash)
}
