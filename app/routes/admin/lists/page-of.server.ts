import { redirect } from 'react-router'
import { lastPage } from '#app/search-params.ts'
import { furthestRow, type Total } from '#platform/total.ts'
import { queryWith } from './filters.ts'

/** A page of the list at `path` with its place among the others. Throws a redirect to the last one from beyond the end. */
export function pageOf<Row>(
  { path, params }: { path: string; params: URLSearchParams },
  { rows, total }: { rows: Row[]; total: Total },
  { page, size }: { page: number; size: number },
) {
  const last = lastPage(Math.min(total.count, furthestRow), size)
  if (page > last) throw redirect(path + queryWith(params.toString(), 'page', String(last)))
  return { rows, total, page, last }
}
