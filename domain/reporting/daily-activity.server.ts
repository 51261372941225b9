import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** How far the dashboard looks back, today included. */
export const DAYS_SHOWN = 30

export interface DailyActivity {
  /** '2026-11-21', a day of UTC. */
  day: string
  signUps: number
  entries: number
  votes: number
}

/**
 * What happened on each of the last 30 days of UTC, oldest first, empty days included: members who joined, entries and
 * votes that exist today, by when they were made. Read from tallies by the day, whatever the size of the tables.
 */
export function dailyActivity(db: Db, _admin: Admin): Promise<DailyActivity[]> {
  return db.rows(sql`
    select to_char(calendar.day, 'YYYY-MM-DD') as day,
      coalesce(sum(n) filter (where subject = 'users'), 0)::int as "signUps",
      coalesce(sum(n) filter (where subject = 'submissions'), 0)::int as entries,
      coalesce(sum(n) filter (where subject = 'votes'), 0)::int as votes
    from generate_series(utc_day(app_now()) - ${DAYS_SHOWN - 1}::int, utc_day(app_now()), interval '1 day') calendar (day)
    left join daily_tallies t on t.day = calendar.day::date
    group by calendar.day order by calendar.day`)
}
