export const shortTermRows = 5_000

// Letters beyond ASCII are indexed by their bytes, and each has at least two.
/** Whether a trigram index can find the term: three ASCII letters or digits in a row, or a letter beyond ASCII. */
export function hasTrigram(term: string): boolean {
  // Not one pattern: with the flags i and u, k and s would match letters beyond ASCII as well.
  return /[a-z0-9]{3}/i.test(term) || /\P{ASCII}/u.test(term)
}
