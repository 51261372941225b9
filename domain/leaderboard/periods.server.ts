import sql, { type Sql } from 'sql-template-tag'
import { PERIODS, type Period } from '#domain/points/rules.ts'
import { countOf } from '#platform/database/counts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import type { LeaderboardRow } from './leaderboard.server.ts'
import { countedPlace, type LeaderboardPlace, placeBehind, placeBy } from './leaderboard.server.ts'

// `applyPoints` keeps `period_points` equal to the ledger (decision 026).

/** The members with the most points in the current period, ordered as all members are; without points no one is listed. */
export function periodLeaderboard(db: Db, period: Period, limit: number): Promise<LeaderboardRow[]> {
  return db.rows(sql`
    select ${placeBy(sql`p.points`)} as position,
      u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.admin_badge as "isAdmin", p.points,
      u.points as "totalPoints"
    from (
      select p.* from period_points p join users u on u.id = p.user_id and u.deleted_at is null
      where ${isListed(period)}
      order by p.points desc, p.joined_date, p.user_id limit ${limit}) p
    join users u on u.id = p.user_id
    order by p.points desc, p.joined_date, p.user_id`)
}

/** A member's place in the current period and the number of members listed; undefined without points in it. */
export async function periodPlace(
  db: Db,
  userId: string,
  period: Period,
): Promise<LeaderboardPlace | undefined> {
  const row = await db.row<{ place: number }>(sql`
    select ${placeBehind(sql`select from period_points p where ${isListed(period)} and p.points > me.points`)} as place
    from period_points me
    where me.user_id = ${userId} and me.period = ${period} and me.starts_on = ${startOf(period)} and me.points > 0`)
  if (!row) return undefined
  const total = await countOf(
    db,
    sql`select count(*)::int as count from period_points p where ${isListed(period)}`,
  )
  return countedPlace({ ...row, total })
}

/** How long past periods are kept, in years: a clock that is ahead for a moment must not delete current ones. */
const keptYears = 1

/** Deletes the totals of old periods. Skips rows that a late entry of the ledger holds. */
export async function sweepPeriods(db: Db, signal?: AbortSignal): Promise<number> {
  let swept = 0
  for (const period of PERIODS) {
    swept += await sweepInBatches(
      async (limit) => {
        const rows = await db.rows(sql`
          delete from period_points where (user_id, period, starts_on) in (
            select user_id, period, starts_on from period_points
            where period = ${period} and starts_on < ${startOf(period)} - make_interval(years => ${keptYears})
            limit ${limit} for update skip locked)
          returning 1`)
        return rows.length
      },
      { signal },
    )
  }
  return swept
}

function isListed(period: Period): Sql {
  return sql`p.period = ${period} and p.starts_on = ${startOf(period)} and p.points > 0`
}

function startOf(period: Period): Sql {
  return sql`period_start(${period}, app_now())`
}
