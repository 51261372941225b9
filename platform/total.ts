/** A count up to a limit. */
export interface Total {
  count: number
  /** The real number is larger than `count`. */
  more: boolean
}

/** The last row that paging reaches; a search or a filter finds rows beyond. */
export const furthestRow = 10_000
