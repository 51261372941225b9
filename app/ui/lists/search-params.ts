import { isNumbered, type PageRequest } from '#platform/paging.ts'

const furthest = 1_000_000

/** The page that ?page= names; 1 for anything that is no page number. */
export function pageIn(params: URLSearchParams): number {
  const named = params.get('page') ?? ''
  const page = /^\d{1,7}$/.test(named) ? Number(named) : 1
  return Math.min(Math.max(page, 1), furthest)
}

/** The page of a list of any length: ?page=2, or ?page=200&after= with the id of the row before the page. */
export function pageRequestIn(params: URLSearchParams): PageRequest {
  return { page: pageIn(params), after: params.get('after'), before: params.get('before') }
}

export function pageParams({ page, after, before }: PageRequest): Record<string, string | number | null> {
  return page > 1 ? { page, after: after ?? null, before: before ?? null } : {}
}

export interface PageEdges {
  first: string
  last: string
}

export function edgesOf(rows: readonly { id: string }[]): PageEdges | null {
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last ? { first: first.id, last: last.id } : null
}

/** How a page of `last` is requested from the current one; null if only its neighbours can link to it. */
export function requestFor(
  page: number,
  { current, last, edges }: { current: number; last: number; edges: PageEdges | null },
): PageRequest | null {
  if (isNumbered(page, last)) return { page, after: null, before: null }
  if (edges && page === current + 1) return { page, after: edges.last, before: null }
  if (edges && page === current - 1) return { page, after: null, before: edges.first }
  return null
}

/** The choice that a parameter names, or null where it names none of them. */
export function choiceIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const named = params.get(name)
  return choices.find((choice) => choice === named) ?? null
}

/** A path with those parameters that have a value: `pathWith('/challenges', { kind: 'audio', page: null })`. */
export function pathWith(path: string, params: Record<string, string | number | null>, hash = ''): string {
  const set = Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]]))
  const query = new URLSearchParams(set).toString()
  return path + (query && `?${query}`) + (hash && `#${hash}`)
}
