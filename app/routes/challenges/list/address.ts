import { pathWith } from '#app/search-params.ts'
import type { Kind } from '#domain/challenges/rules.ts'

/** The list's address with a kind chosen; with a page given, it opens at the completed challenges of that page. */
export function listAddress(kind: Kind | null, page?: number): string {
  const turned = page !== undefined && page > 1 ? page : null
  return pathWith('/challenges', { kind, page: turned }, page === undefined ? '' : 'completed-challenges')
}
