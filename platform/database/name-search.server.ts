import sql, { raw, type Sql } from 'sql-template-tag'
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
  /** The forms of its texts are in the table `<noun>_words`. */
  noun: string
  /** Selects the `id` of the most relevant rows that the viewer may find. */
  first(limit: number): Sql
  /**
   * Functions that find ids by an index, among those that the viewer may find: others would take places of the best,
   * and tell so which words they have.
   */
  titled(limit: number): Sql
  worded?(limit: number): Sql
  /** Selects the rows to return, with an id; their ids are `= ${foundIds}`. */
  rows: Sql
}

/** The forms of the term, for `titled` and `worded`. */
export const termTitle = sql`(select title from term)`
export const termForm = sql`(select form from term)`

/** The ids found, for `rows`: an array, because the planner expects few of it and uses the primary key. */
export const foundIds = sql`any(array(select id from best))`

const mostFound = 200

const firstRows = 1_000
/** With this many matches among the first rows, a term is too frequent for the index. */
const frequentMatches = 25
const mostCandidates = 500
/** A comparison takes the product of both lengths. */
const longestCompared = 300
/** The likeness of a name that has the term within a word; see `search_likeness`. */
const likePart = 0.6

/**
 * Selects rows whose name is like the term or whose texts contain it, the most alike first, at bounded cost: frequent
 * terms are looked for in the first rows of `source`, rare ones by an index.
 */
export function nameSearch({ term, offset, limit }: NameSearch, source: Source): Sql {
  const { noun, first, titled, worded, rows } = source
  // `offset 0` prevents the planner from reading the whole table for a join.
  const liked = (ids: Sql) => sql`
    select id, search_likeness(${termTitle}, ${termForm}, title, words, ${worded !== undefined}) as likeness
    from (${ids}) named (id) cross join lateral (
      select title, words from ${raw(`${noun}_words`)} where ${raw(`${noun}_id`)} = id offset 0) said`
  const few = (least: number) =>
    sql`(select count(*) from looked where likeness > ${least}) < ${frequentMatches}`
  const indexed = sql`
    select id from ${titled(mostCandidates)} titled (id) where ${few(likePart)} and ${termTitle} <> ''
    ${worded ? sql`union select id from ${worded(mostCandidates)} worded (id) where ${few(0)}` : sql``}`
  return sql`
    with term as materialized (select left(search_title(${term}), ${longestCompared}) as title, search_form(${term}) as form),
    looked as materialized (${liked(first(firstRows))}),
    best as materialized (
      select id, max(likeness) as likeness from (
        select id, likeness from looked union all (${liked(indexed)})) candidates
      where likeness > 0 group by id order by 2 desc, 1 limit ${mostFound})
    select listed.*, (count(*) over ())::int as total,
      not ${few(0)} and (select count(*) from looked) >= ${firstRows} as more
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
