import { LRUCache } from 'lru-cache'
import type { Sql } from 'sql-template-tag'
import type { Db } from './database.server.ts'

/** More rows take more than a millisecond to count, by an index too. */
const quickCount = 10_000
const keptMs = 10_000
const mostKept = 200

const kept = new WeakMap<Db, LRUCache<string, number>>()

/** The `count` that a statement selects. Above 10,000, a process keeps it for 10 s: others may have changed it since. */
export async function countOf(db: Db, statement: Sql): Promise<number> {
  const counts = kept.get(db) ?? new LRUCache({ max: mostKept, ttl: keptMs })
  const key = JSON.stringify([statement.text, statement.values])
  const known = counts.get(key)
  if (known !== undefined) return known
  const counted = await db.row<{ count: number }>(statement)
  const count = counted?.count ?? 0
  if (count > quickCount) kept.set(db, counts.set(key, count))
  return count
}
