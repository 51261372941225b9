import { LRUCache } from 'lru-cache'
import type { Sql } from 'sql-template-tag'
import type { Db } from './database.server.ts'

/** More rows take more than a millisecond to count, by an index too. */
const quickCount = 10_000
const mostKept = 200

const kept = new WeakMap<Db, LRUCache<string, NonNullable<unknown>>>()

/** The `count` that a statement selects. Above 10,000, a process keeps it for 10 s: others may have changed it since. */
export function countOf(db: Db, statement: Sql): Promise<number> {
  const read = async () => (await db.row<{ count: number }>(statement))?.count ?? 0
  return keptCounts(db, statement, 10, (count) => count, read)
}

/** What `read` counts by a statement, kept for so many seconds if the rows that it counts are above 10,000. */
export async function keptCounts<Counts extends NonNullable<unknown>>(
  db: Db,
  statement: Sql,
  seconds: number,
  rowsIn: (counts: Counts) => number,
  read: () => Promise<Counts>,
): Promise<Counts> {
  const counts = kept.get(db) ?? new LRUCache({ max: mostKept })
  const key = JSON.stringify([statement.text, statement.values])
  const known = counts.get(key)
  if (known !== undefined) return known as Counts
  const counted = await read()
  if (rowsIn(counted) > quickCount) kept.set(db, counts.set(key, counted, { ttl: seconds * 1000 }))
  return counted
}
