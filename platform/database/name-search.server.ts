import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Total } from '#platform/total.ts'

/** Which of the best matches to return. */
export interface NameSearch {
  term: string
  offset: number
  limit: number
}

export interface FoundByName<Row> {
  rows: Row[]
  /** Of at most `mostFound`; `more` says that there may be others. */
  total: Total
}

/** A row of the statement of `nameSearch`. */
export type Match<Row> = Row & { total: number; more: boolean }

interface Source {
  /** Selects `id` and `words` (the SQL function name_words) of the most relevant rows that the viewer may find. */
  first(limit: number): Sql
  /**
   * The SQL functions that find ids by a trigram index: (term, limit) -> id, likeness. They find what the viewer may find:
   * anything else would take the places of the best, and tell which words it has.
   */
  found: readonly (
    | 'challenges_titled'
    | 'public_challenges_titled'
    | 'approved_titled'
    | 'pending_titled'
    | 'hidden_titled'
    | 'users_named'
  )[]
  /** Selects the rows to return, with an id; their ids are `= ${foundIds}`. */
  rows: Sql
}

/** The ids found, for `rows`: an array, because the planner expects few of it and uses the primary key. */
export const foundIds = sql`any(array(select id from best))`

const mostFound = 200

const firstRows = 1_000
/** With this many matches among the first rows, a term is too frequent for the index. */
const frequentMatches = 25
const mostCandidates = 500

/**
 * Selects rows whose name has a part like the term, the most alike first, at bounded cost: frequent terms are looked for
 * in the first rows of `source`, rare ones by the trigram index. Typing errors and accents do not matter.
 */
export function nameSearch({ term, offset, limit }: NameSearch, { first, found, rows }: Source): Sql {
  const indexed = found.map(
    (by) => sql`
      select id, likeness from ${raw(by)}((select words from term), ${mostCandidates})
      where (select words from term) <> '' and (select count(*) from likely) < ${frequentMatches}
        and likeness >= ${leastLikeness(term)}`,
  )
  return sql`
    with term as materialized (select name_words(${term}) as words),
    looked as materialized (
      select id, name_likeness((select words from term), words) as likeness
      from (${first(firstRows)}) named),
    likely as materialized (select id, likeness from looked where likeness >= ${leastLikeness(term)}),
    best as materialized (
      select id, max(likeness) as likeness from (
        select id, likeness from likely
        union all ${join(indexed, ' union all ')}) candidates
      group by id order by likeness desc, id limit ${mostFound})
    select listed.*, (count(*) over ())::int as total,
      (select count(*) from likely) >= ${frequentMatches} and (select count(*) from looked) >= ${firstRows} as more
    from (${rows}) listed join best using (id)
    order by best.likeness desc, listed.id desc limit ${limit} offset ${offset}`
}

export function foundByName<Row>(matches: Match<Row>[]): FoundByName<Row> {
  const { total: count = 0, more = false } = matches[0] ?? {}
  return {
    rows: matches.map(({ total, more, ...row }) => row as unknown as Row),
    total: { count, more: more || count === mostFound },
  }
}

/** The characters beyond ASCII are compared by their bytes, of which many are alike. */
function leastLikeness(term: string): number {
  return /^\p{ASCII}*$/u.test(term.normalize('NFKD').replaceAll(/\p{M}/gu, '')) ? 0.45 : 0.8
}
