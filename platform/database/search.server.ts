import sql, { raw, type Sql } from 'sql-template-tag'
import type { Total } from '#platform/total.ts'
import type { Db } from './database.server.ts'

export interface Search {
  /** The filtered rows, with an id: `select * from ... where ...`. */
  listed: Sql
  /** The order of the list by columns of `listed`; an index must provide it. */
  order: Sql
  /** What is searched: the forms of its texts are in the table `<noun>_words`. */
  noun: string
  term: string
  offset: number
  limit: number
}

interface Found {
  ids: string[]
  total: Total
}

const firstScanRows = 2_000
/** Reading this many rows takes as long as the index does for a term of medium frequency. */
const fastScanRows = 17_000
/** With this many matches in the first rows, a term is too frequent for the index. */
const frequentMatches = 25
/** The limit of rows read from the list or from the index. */
const maxRows = 50_000

/**
 * Finds one page of matches in the order of the list, at bounded cost: frequent terms by reading the first rows of
 * the list, rare terms by an index, which is slow for frequent ones. `total.more` says that counting stopped early.
 */
export async function search(db: Db, wanted: Search): Promise<Found> {
  const end = wanted.offset + wanted.limit
  const enough = ({ total }: Found) => !total.more || total.count > end
  const first = await scanList(db, wanted, firstScanRows)
  if (enough(first)) return first
  const { count } = first.total
  const rows = Math.ceil((1.5 * (end + 1) * firstScanRows) / count)
  if (rows > fastScanRows && count < frequentMatches) return searchIndex(db, wanted)
  const second = await scanList(db, wanted, Math.min(maxRows, rows))
  return enough(second) || rows >= maxRows ? second : searchIndex(db, wanted)
}

async function scanList(db: Db, wanted: Search, rows: number): Promise<Found> {
  const { listed, order, offset, limit } = wanted
  // Aggregated while reading from the index; a materialised list could exceed the memory.
  const found = await db.row<{ ids: string[] | null; count: number; looked: number }>(sql`
    select (array_agg(id order by ${order}) filter (where matching))[${offset + 1}:${offset + limit}] as ids,
      count(*) filter (where matching)::int as count, count(*)::int as looked
    from (select *, (${matches(wanted)}) as matching from (${listed}) listed order by ${order} limit ${rows}) looked`)
  const { ids, count = 0, looked = 0 } = found ?? {}
  return { ids: ids ?? [], total: { count, more: looked === rows } }
}

async function searchIndex(db: Db, wanted: Search): Promise<Found> {
  const { listed, order, noun, term, offset, limit } = wanted
  // `offset 0` prevents the planner from flattening the join: it looks up one row per id.
  const answer = await db.row<{ ids: string[] | null; count: number; candidates: number }>(sql`
    with candidates as materialized (
      select candidate from words_found(${noun}, search_form(${term}), ${maxRows}) candidate)
    select (array_agg(id order by ${order}))[${offset + 1}:${offset + limit}] as ids, count(*)::int as count,
      (select count(*)::int from candidates) as candidates
    from (select one.* from candidates cross join lateral (
      select * from (${listed}) listed where listed.id = candidate offset 0) one) chosen`)
  const { ids, count = 0, candidates = 0 } = answer ?? {}
  return { ids: ids ?? [], total: { count, more: candidates === maxRows } }
}

/** Whether the words of the row `listed` contain the term, whose form is computed once. */
function matches({ noun, term }: Search): Sql {
  return sql`select strpos(words, (select search_form(${term}))) > 0 from ${raw(`${noun}_words`)}
    where ${raw(`${noun}_id`)} = listed.id`
}
