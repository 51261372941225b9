import { LRUCache } from 'lru-cache'
import type { Sql } from 'sql-template-tag'
import type { Db } from './database.server.ts'

/** More rows take more than a millisecond to count, by an index too. */
const quickCount = 10_000
const mostKept = 200

const kept = new WeakMap<Db, LRUCache<string, readonly object[]>>()

/** The `count` that a statement selects. Above 10,000, a process keeps it for 10 s: others may have changed it since. */
export async function countOf(db: Db, statement: Sql): Promise<number> {
  const rows = await countsOf(db, statement, 10, ([row]: { count: number }[]) => row?.count ?? 0)
  return rows[0]?.count ?? 0
}

/** Counts of many groups, kept for so many seconds if the rows that they count are above 10,000. */
export async function countsOf<Row extends object>(
  db: Db,
  statement: Sql,
  seconds: number,
  rowsIn: (counts: Row[]) => number,
): Promise<Row[]> {
  const counts = kept.get(db) ?? new LRUCache({ max: mostKept })
  const key = JSON.stringify([statement.text, statement.values])
  const known = counts.get(key)
  if (known) return known as Row[]
  const counted = await db.rows<Row>(statement)
  if (rowsIn(counted) > quickCount) kept.set(db, counts.set(key, counted, { ttl: seconds * 1000 }))
  return counted
}
