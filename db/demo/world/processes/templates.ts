/** Sentences that members use to tell how a work came about; {tool} is the first tool of the entry. */
export interface Telling {
  openings: readonly string[]
  middles: readonly string[]
  endings: readonly string[]
}
