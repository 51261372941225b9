import { choiceIn, pageIn, pathWith } from '#app/forms/search-params.ts'
import { SORTS, type Sort, SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { rawBeginning } from '#platform/raw-limits.ts'

export const VIEWS = ['grid', 'list'] as const
type View = (typeof VIEWS)[number]

export interface MemberGalleryParams {
  /** The gallery's own path: /profile/submissions, or /profile/{id}/submissions. */
  path: string
  sort: Sort
  /** An AI tool in lower case. */
  tool: string | null
  view: View
  page: number
}

/** ?sort=votes&tool=suno&view=list&page=2; what names no choice counts as absent. */
export function readMemberGalleryParams(path: string, params: URLSearchParams): MemberGalleryParams {
  return {
    path,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    tool: toolIn(params),
    view: choiceIn(params, 'view', VIEWS) ?? 'grid',
    page: pageIn(params),
  }
}

/** The tool that ?tool= names; null where none can be meant. PostgreSQL knows no text with control characters. */
export function toolIn(params: URLSearchParams): string | null {
  const named = rawBeginning(params.get('tool'), 'line').trim().toLowerCase()
  const possible = named !== '' && named.length <= SUBMISSION_LIMITS.tool && !/\p{Cc}/u.test(named)
  return possible ? named : null
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
