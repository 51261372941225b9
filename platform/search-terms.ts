/** As far into a list as terms are searched that no index can find. */
export const forShortTerms = 5_000

// Under the C ctype of the database that the app starts itself, pg_trgm knows ASCII letters only.
/** Whether an index on trigrams can find this term: three Latin letters or digits in a row. */
export function canBeLookedUp(term: string): boolean {
  return /[a-z0-9]{3}/i.test(term)
}
