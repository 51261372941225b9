import { rawBeginning } from '#platform/raw-limits.ts'
import { singleLine } from '#platform/text.ts'

const longestSearch = 100

/** What a list is searched for: one line, cut off where nobody types further; empty for everything. */
export function searchIn(params: URLSearchParams): string {
  return [...singleLine(rawBeginning(params.get('search'), 'list'))].slice(0, longestSearch).join('').trim()
}

/** The filters of a form without those left open, as the query of an address: '?status=active', or ''. */
export function queryOf(fields: Iterable<[string, FormDataEntryValue]>): string {
  const set = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
  )
  // A zone says where a day begins; alone it filters nothing.
  const chosen = set.some(([name]) => name !== ZONE) ? set : []
  const query = new URLSearchParams(chosen).toString()
  return query && `?${query}`
}

/** The same list elsewhere: an address with one parameter set anew, or taken out where it is empty. */
export function queryWith(query: string, name: string, value: string): string {
  const params = new URLSearchParams(query)
  params.delete(name)
  if (name !== 'page') params.delete('page')
  return queryOf(value ? [...params, [name, value]] : params)
}

/** The parameter that names the zone in which the days of a filter are meant. */
export const ZONE = 'zone'
