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
  /** The function that finds, by an index on trigrams, ids of what a term may be part of: (term, most) -> ids. */
  found: string
  term: string
  offset: number
  limit: number
}

interface Found {
  ids: string[]
  total: Total
}

/** How many rows of the list are looked through at first. */
const near = 2_000
/** So many rows are looked through as quickly as an index finds what is neither frequent nor rare. */
const quick = 17_000
/** With this many matches among the first rows there are too many for the index, however far down the page is. */
const frequent = 25
/** Never are more rows looked through, or taken from the index. */
const furthest = 50_000

/**
 * Finds a page of what matches, in the order of the list, at a bounded cost whatever is searched for: what is
 * frequent among the first rows of the list, what is rare by the index, which would be slow for frequent terms.
 * `total.more` says that counting stopped there. A term that no index can find is searched in the first rows only.
 */
export async function search(db: Db, wanted: Search): Promise<Found> {
  const end = wanted.offset + wanted.limit
  const enough = ({ total }: Found) => !total.more || total.count > end
  const first = await lookThrough(db, wanted, near)
  if (enough(first)) return first
  if (!canBeLookedUp(wanted.term)) return lookThrough(db, wanted, forShortTerms)
  const { count } = first.total
  const rows = Math.ceil((1.5 * (end + 1) * near) / count)
  if (rows > quick && count < frequent) return lookUp(db, wanted)
  const second = await lookThrough(db, wanted, Math.min(furthest, rows))
  return enough(second) || rows >= furthest ? second : lookUp(db, wanted)
}

async function lookThrough(db: Db, wanted: Search, rows: number): Promise<Found> {
  const { listed, order, matches, offset, limit } = wanted
  // Counted as they come from an index: rows put aside until all are there would soon be too many for the memory.
  const found = await db.row<{ ids: string[] | null; count: number; looked: number }>(sql`
    select (array_agg(id order by ${order}) filter (where matching))[${offset + 1}:${offset + limit}] as ids,
      count(*) filter (where matching)::int as count, count(*)::int as looked
    from (select *, ${matches} as matching from (${listed}) listed order by ${order} limit ${rows}) looked`)
  const { ids, count = 0, looked = 0 } = found ?? {}
  return { ids: ids ?? [], total: { count, more: looked === rows } }
}

async function lookUp(db: Db, wanted: Search): Promise<Found> {
  const { listed, order, matches, found: by, term, offset, limit } = wanted
  // `offset 0` keeps the join as it stands here: a row looked up for each id, never the whole list beside them.
  const answer = await db.row<{ ids: string[] | null; count: number; candidates: number }>(sql`
    with candidates as materialized (select candidate from ${raw(by)}(${term}, ${furthest}) candidate)
    select (array_agg(id order by ${order}))[${offset + 1}:${offset + limit}] as ids, count(*)::int as count,
      (select count(*)::int from candidates) as candidates
    from (select one.* from candidates cross join lateral (
      select * from (${listed}) listed where listed.id = candidate and ${matches} offset 0) one) chosen`)
  const { ids, count = 0, candidates = 0 } = answer ?? {}
  return { ids: ids ?? [], total: { count, more: candidates === furthest } }
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
