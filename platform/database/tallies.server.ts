import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/**
 * How many rows a counted table has, by key: exact at this moment, and read without looking at the table. Keys that
 * have no rows may be absent. Which tables are counted, and by what, is said by the triggers on `tallies`.
 */
export async function tally(db: Db, subject: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; count: number }>(sql`
    select key, sum(n)::int as count from tallies where subject = ${subject} group by key`)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** The tables that count rows, and what they count them by beside the subject. */
const counting = [
  { table: 'tallies', key: 'key' },
  { table: 'daily_tallies', key: 'day' },
] as const

/**
 * Puts what was added since the last time into one row a key, so that reading stays short. No count changes by it, and
 * any number of processes may do it at once: a row is folded by whoever deletes it. Answers with how many were folded.
 */
export async function foldTallies(db: Db): Promise<number> {
  let rows = 0
  for (const { table, key } of counting) rows += await fold(db, raw(table), raw(key))
  return rows
}

async function fold(db: Db, table: Sql, key: Sql): Promise<number> {
  const folded = await db.row<{ rows: number }>(sql`
    with gone as (
      delete from ${table} where (subject, ${key}) in (
        select subject, ${key} from ${table} group by subject, ${key} having count(*) > 1 or sum(n) = 0)
      returning subject, ${key}, n
    ),
    sums as (
      insert into ${table} select subject, ${key}, sum(n) from gone group by subject, ${key} having sum(n) <> 0
    )
    select count(*)::int as rows from gone`)
  return folded?.rows ?? 0
}
