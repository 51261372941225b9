import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Days of the chart, today included. */
export const DAYS_SHOWN = 30

export interface DailyActivity {
  /** '2026-11-21' in UTC. */
  day: string
  signUps: number
  submissions: number
  votes: number
}

/**
 * The last 30 days in UTC, oldest first, with zeros for empty days: members who joined, and existing submissions and
 * votes by creation. Reads daily tallies, whatever the size of the tables.
 */
export function dailyActivity(db: Db, _admin: Admin): Promise<DailyActivity[]> {
  return db.rows(sql`
    select to_char(calendar.day, 'YYYY-MM-DD') as day,
      coalesce(sum(n) filter (where subject = 'users'), 0)::int as "signUps",
      coalesce(sum(n) filter (where subject = 'submissions'), 0)::int as submissions,
      coalesce(sum(n) filter (where subject = 'votes'), 0)::int as votes
    from generate_series(utc_day(app_now()) - ${DAYS_SHOWN - 1}::int, utc_day(app_now()), interval '1 day') calendar (day)
    left join daily_tallies t on t.day = calendar.day::date
    group by calendar.day order by calendar.day`)
}
