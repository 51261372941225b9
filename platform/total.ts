/** How many there are, counted up to a limit so that no list costs more the longer it grows. */
export interface Total {
  count: number
  /** There are more than `count`: counting stopped there. */
  more: boolean
}

/** A list can be paged this far; a search or a filter finds what lies beyond. */
export const furthestRow = 10_000
