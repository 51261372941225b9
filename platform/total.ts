export interface Total {
  count: number
  more: boolean
}

/** The last row that paging reaches; a search or a filter finds rows beyond. */
export const furthestRow = 10_000
