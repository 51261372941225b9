import { choiceIn, pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { cut, singleLine } from '#platform/text/text.ts'

export const GROUPS = ['challenges', 'submissions', 'members'] as const
export type Group = (typeof GROUPS)[number]

export const longestTerm = 100
/** Results of each group beside the others, and on a page of one group. */
export const previewSize = 6
export const pageSize = 24

export interface SearchParams {
  term: string
  /** Null for all. */
  group: Group | null
  page: number
}

export function readSearchParams(params: URLSearchParams): SearchParams {
  const term = cut(singleLine(rawBeginning(params.get('q'), 'line')), longestTerm)
  return { term, group: choiceIn(params, 'in', GROUPS), page: pageIn(params) }
}

export function searchPath({ term, group, page }: SearchParams): string {
  return pathWith('/search', { q: term || null, in: group, page: page > 1 ? page : null })
}
