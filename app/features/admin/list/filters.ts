import { pageParams } from '#app/ui/lists/search-params.ts'
import type { PageRequest } from '#platform/paging.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { singleLine } from '#platform/text/text.ts'

const longestSearch = 100

/** The search term: one line of at most 100 characters; empty for everything. */
export function searchIn(params: URLSearchParams): string {
  return [...singleLine(rawBeginning(params.get('search'), 'list'))].slice(0, longestSearch).join('').trim()
}

/** The non-empty filters as a query: '?status=active', or ''. */
export function queryOf(fields: Iterable<[string, FormDataEntryValue]>): string {
  const filters = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
  )
  // A time zone without other filters has no effect.
  const applied = filters.some(([name]) => name !== ZONE) ? filters : []
  const query = new URLSearchParams(applied).toString()
  return query && `?${query}`
}

/** The query with one parameter set, or removed if the value is empty, at the first page. */
export function queryWith(query: string, name: string, value: string): string {
  const params = withoutPage(query)
  params.delete(name)
  return queryOf(value ? [...params, [name, value]] : params)
}

/** The query with another page. */
export function queryAt(query: string, request: PageRequest): string {
  const page = Object.entries(pageParams(request)).map(([name, value]): [string, string] => [
    name,
    String(value ?? ''),
  ])
  return queryOf([...withoutPage(query), ...page])
}

function withoutPage(query: string): URLSearchParams {
  const params = new URLSearchParams(query)
  for (const name of ['page', 'after', 'before']) params.delete(name)
  return params
}

/** The parameter with the time zone of the date filters. */
export const ZONE = 'zone'
