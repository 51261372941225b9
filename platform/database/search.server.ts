import sql, { raw, type Sql } from 'sql-template-tag'
import { canBeLookedUp, forShortTerms } from '#platform/search-terms.ts'
import type { Total } from '#platform/total.ts'
import type { Db } from './database.server.ts'

export interface Search {
  /** The rows that the filters leave: `select * from ... where ...`, with an id. */
  listed: Sql
  /** The order of the list, in columns of `listed`, such that an index brings its first rows. */
  order: Sql
  /** Whether a row of `listed` matches, by its own columns. */
  matches: Sql
  /** The function that finds ids by an index on trigrams: (pattern, most) -> ids. */
  found: string
  term: string
  offset: number
  limit: number
}

export interface Found {
  ids: string[]
  total: Total
}

/** How many rows of the list are looked through at first. */
const near = 2_000
/** With this many matches among them, looking further is quicker than any index. */
const frequent = 5
/** Never are more rows looked through, or taken from the index. */
const furthest = 50_000

/**
 * Finds a page of what matches, in the order of the list, at a bounded cost whatever is searched for: what is
 * frequent among the first rows of the list, what is rare by the index, which would be slow for frequent terms.
 * `total.more` says that counting stopped there. A term without three Latin letters or digits in a row cannot be looked up:
 * it is searched in the first 5,000 rows only.
 */
export async function search(db: Db, wanted: Search): Promise<Found> {
  const first = await lookThrough(db, wanted, near)
  const end = wanted.offset + wanted.limit
  if (!first.total.more || first.total.count > end) return first
  if (!canBeLookedUp(wanted.term)) return lookThrough(db, wanted, forShortTerms)
  if (first.total.count < frequent) return lookUp(db, wanted)
  const rows = Math.ceil((2 * (end + 1) * near) / first.total.count)
  return lookThrough(db, wanted, Math.min(furthest, rows))
}

async function lookThrough(db: Db, wanted: Search, rows: number): Promise<Found> {
  const { listed, order, matches, offset, limit } = wanted
  const found = await db.row<{ ids: string[]; count: number; looked: number }>(sql`
    with looked as materialized (select * from (${listed}) listed order by ${order} limit ${rows}),
    matching as materialized (select * from looked where ${matches})
    select array(select id from matching order by ${order} limit ${limit} offset ${offset}) as ids,
      (select count(*)::int from matching) as count, (select count(*)::int from looked) as looked`)
  const { ids = [], count = 0, looked = 0 } = found ?? {}
  return { ids, total: { count, more: looked === rows } }
}

async function lookUp(db: Db, { listed, order, found: by, term, offset, limit }: Search): Promise<Found> {
  // `offset 0` keeps the join as it stands here: a row looked up for each id, never the whole list beside them.
  const answer = await db.row<{ ids: string[]; count: number; all: number }>(sql`
    with matching as materialized (select id from ${raw(by)}(${containing(term)}, ${furthest}) id),
    chosen as materialized (
      select one.* from matching cross join lateral (
        select * from (${listed}) listed where listed.id = matching.id offset 0) one)
    select array(select id from chosen order by ${order} limit ${limit} offset ${offset}) as ids,
      (select count(*)::int from chosen) as count, (select count(*)::int from matching) as "all"`)
  const { ids = [], count = 0, all = 0 } = answer ?? {}
  return { ids, total: { count, more: all === furthest } }
}

/** The pattern for ILIKE that finds a text anywhere, whatever signs are in it. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Counts the rows of `matches` (a select without limit), and stops after `limit`. */
export async function countUpTo(db: Db, limit: number, matches: Sql): Promise<Total> {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from (${matches} limit ${limit + 1}) matches`)
  const count = found?.count ?? 0
  return { count: Math.min(count, limit), more: count > limit }
}
