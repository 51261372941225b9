import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { challengesOf } from '#platform/database/skip-scan.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'

const keptDays = 30

/** Deletes orders that are no longer needed, and which members have seen which submission; the counts stay. */
export function sweepBallots(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        with recursive ${challengesOf('ballot_orders')}, ${challengesOf('impressions')},
        finished as (
          select kept.id from (select id from of_ballot_orders union select id from of_impressions) kept
          left join challenges c on c.id = kept.id
          where kept.id is not null and (c.id is null or (c.status in ('completed', 'canceled')
            and c.completed_at <= app_now() - make_interval(days => ${keptDays})))
          limit 20
        ),
        orders as (${deleteFinished('ballot_orders', limit)}),
        seen as (${deleteFinished('impressions', limit)})
        select 1 from orders union all select 1 from seen limit ${limit}`)
      return swept.length
    },
    signal ? { signal } : {},
  )
}

/** Deletes rows of the challenges in the CTE `finished`, at most so many. */
function deleteFinished(table: 'ballot_orders' | 'impressions', limit: number): Sql {
  const from = raw(table)
  return sql`
    delete from ${from} where ctid = any(array(
      select old.id from finished cross join lateral (
        select x.ctid as id from ${from} x where x.challenge_id = finished.id limit ${limit}) old
      limit ${limit}))
    returning 1`
}
