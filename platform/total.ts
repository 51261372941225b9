/** The number of rows of a list; with `more`, a search stopped counting there. */
export interface Total {
  count: number
  more: boolean
}
