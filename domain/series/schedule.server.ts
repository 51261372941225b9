import sql from 'sql-template-tag'
import { databaseNow } from '#domain/challenges/time.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { nextDate, type PlannedDate } from './dates.server.ts'
import { type Series, seriesFields } from './queries.server.ts'

/**
 * Writes when the next challenge of a series is to be made, and returns its date: null if there is none. Runs in the
 * transaction that holds the series.
 */
export async function schedule(tx: Db, id: string): Promise<PlannedDate | null> {
  const series = await tx.row<Series & { done: string[] }>(sql`
    select ${seriesFields}, array(select held_on::text from series_dates d
      where d.series_id = s.id and held_on >= (app_now() - interval '2 days')::date) as done
    from series s where s.id = ${id}`)
  if (!series) return null
  const next = nextDate(series, new Set(series.done), await databaseNow(tx))
  await tx.rows(sql`update series set make_at = ${next?.makeAt ?? null} where id = ${id}`)
  return next
}
