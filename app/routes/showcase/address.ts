import { pathWith } from '#app/search-params.ts'
import type { Kind } from '#domain/challenges/rules.ts'

/** The showcase with a kind chosen; with a page given, it opens at the winners of that page. */
export function showcasePath(kind: Kind | null, page?: number): string {
  const turned = page !== undefined && page > 1 ? page : null
  return pathWith('/showcase', { kind, page: turned }, page === undefined ? '' : 'winners')
}
