import { choiceIn, pageIn, pathWith } from '#app/forms/search-params.ts'
import { SORTS, type Sort, SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { rawBeginning } from '#platform/raw-limits.ts'

export const VIEWS = ['grid', 'list'] as const
type View = (typeof VIEWS)[number]

export interface MemberGalleryParams {
  path: string
  sort: Sort
  /** In lower case. */
  tool: string | null
  view: View
  page: number
}

/** Reads ?sort=votes&tool=suno&view=list&page=2; unknown values are ignored. */
export function readMemberGalleryParams(path: string, params: URLSearchParams): MemberGalleryParams {
  return {
    path,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    tool: toolIn(params),
    view: choiceIn(params, 'view', VIEWS) ?? 'grid',
    page: pageIn(params),
  }
}

/** The value of ?tool=, or null if invalid. PostgreSQL rejects NUL characters in text. */
export function toolIn(params: URLSearchParams): string | null {
  const requested = rawBeginning(params.get('tool'), 'line').trim().toLowerCase()
  const isValid = requested !== '' && requested.length <= SUBMISSION_LIMITS.tool && !/\p{Cc}/u.test(requested)
  return isValid ? requested : null
}

export function memberGalleryPath(
  { path, sort, tool, view, page }: MemberGalleryParams,
  hash?: string,
): string {
  const params = {
    sort: sort === 'newest' ? null : sort,
    tool,
    view: view === 'grid' ? null : view,
    page: page > 1 ? page : null,
  }
  return pathWith(path, params, hash)
}
