/** So many pages at each end of a list have an address by number. An offset reads every row that it skips. */
export const numberedPages = 100

export interface PageRequest {
  page: number
  /** The id of the last row of the page before, or of the first row of the page after. */
  after?: string | null
  before?: string | null
}

/** The last page of a list, which is the first if the list is empty. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Whether a page is read by its number; the pages between are read next to a row of a neighbouring page. */
export function isNumbered(page: number, last: number): boolean {
  return page <= numberedPages || page > last - numberedPages
}

/** The page to redirect to from one past the end, or from one whose neighbour is gone; null if it can be shown. */
export function pageInstead({ page }: PageRequest, last: number, rows: number): PageRequest | null {
  if (page > last) return { page: last, after: null, before: null }
  return rows === 0 && !isNumbered(page, last) ? { page: numberedPages, after: null, before: null } : null
}
