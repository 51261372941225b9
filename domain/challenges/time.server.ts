import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { ChallengeStatus } from './rules.ts'

/** The database's clock, which all rules use. */
export async function databaseNow(db: Db): Promise<Date> {
  const clock = await db.row<{ now: Date }>(sql`select app_now() as now`)
  return clock?.now ?? new Date()
}

/**
 * The assignments of an update that sets the status of a challenge: when votes were first and last taken, and when their
 * counts were first shown.
 */
export function ballotTimes(status: ChallengeStatus, showsVotes = sql`show_votes`): Sql {
  const shown = (ballot: Sql) => sql`
    votes_shown_at = case when ${showsVotes} and ${ballot} then coalesce(votes_shown_at, app_now()) else votes_shown_at end`
  if (status === 'voting')
    return sql`
      last_ballot_at = case when status = 'voting' then last_ballot_at else app_now() end,
      first_ballot_at = coalesce(first_ballot_at, app_now()), ${shown(sql`true`)}`
  return shown(status === 'upcoming' || status === 'active' ? sql`first_ballot_at is not null` : sql`false`)
}
