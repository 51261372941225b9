/** As far into a list as terms are searched that no index can find. */
export const forShortTerms = 5_000

// Letters beyond ASCII are looked up by their bytes, of which each has at least two.
/** Whether an index on trigrams can find this term: three Latin letters or digits in a row, or any letter beyond them. */
export function canBeLookedUp(term: string): boolean {
  // Not one pattern: in any case and with Unicode, k and s would be letters beyond ASCII as well.
  return /[a-z0-9]{3}/i.test(term) || /\P{ASCII}/u.test(term)
}
