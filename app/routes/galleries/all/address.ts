import { choiceIn, pageIn, pathWith } from '#app/search-params.ts'
import { KINDS, type Kind } from '#domain/challenges/rules.ts'
import { SORTS, type Sort } from '#domain/submissions/rules.ts'

export interface AllAddress {
  kind: Kind | null
  sort: Sort
  page: number
}

/** ?kind=audio&sort=votes&page=2; what names no choice counts as absent. */
export function readAllAddress(params: URLSearchParams): AllAddress {
  return {
    kind: choiceIn(params, 'kind', KINDS),
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    page: pageIn(params),
  }
}

export function allPath({ kind, sort, page }: AllAddress, hash?: string): string {
  const params = { kind, sort: sort === 'newest' ? null : sort, page: page > 1 ? page : null }
  return pathWith('/challenges/submissions', params, hash)
}
