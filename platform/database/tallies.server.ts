import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** Exact row counts by key from `tallies`, whose triggers define the counted tables. Some keys may be absent. */
export async function tally(db: Db, subject: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; count: number }>(sql`
    select key, sum(n)::int as count from tallies where subject = ${subject} group by key`)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

const counting = [
  { table: 'tallies', key: 'key' },
  { table: 'daily_tallies', key: 'day' },
] as const

/**
 * Merges the rows of each count into one, so that reading stays fast. Counts do not change, and several processes may
 * run it at once: the process that deletes a row adds its value. Returns the number of merged rows.
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
