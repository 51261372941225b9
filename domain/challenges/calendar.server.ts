import sql, { type Sql } from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type ChallengeStatus, isFinished } from './rules.ts'

/** Of a month; more are left out. */
const mostShown = 500

export interface CalendarChallenge {
  id: string
  title: string
  status: ChallengeStatus
  /** When it opened, or will. */
  opensAt: Date | null
  deadline: Date | null
  votingEndsAt: Date | null
  allowVoting: boolean
  completedAt: Date | null
}

/** The challenges of every status with a date from `from` to before `until`. */
export function challengesBetween(
  db: Db,
  _admin: Admin,
  { from, until }: { from: Date; until: Date },
): Promise<CalendarChallenge[]> {
  const inRange = (moment: Sql) =>
    sql`(select id from challenges where ${moment} >= ${from} and ${moment} < ${until} limit ${mostShown})`
  return db.rows(sql`
    select c.id, c.title, c.status, coalesce(c.activated_at, c.start_date) as "opensAt", c.deadline,
      c.voting_ends_at as "votingEndsAt", c.allow_voting as "allowVoting", c.completed_at as "completedAt"
    from challenges c where c.id = any(array(
      ${inRange(sql`coalesce(activated_at, start_date)`)} union ${inRange(sql`deadline`)}
      union ${inRange(sql`voting_ends_at`)} union ${inRange(sql`completed_at`)}))
    order by c.id limit ${mostShown}`)
}

export interface CalendarMoment {
  what: 'Opens' | 'Opened' | 'Entries close' | 'Voting ends' | 'Completed' | 'Canceled'
  at: Date
}

/** The dates of a challenge that a calendar shows (SER-11). Those that an end came before are left out. */
export function momentsOf(challenge: CalendarChallenge): CalendarMoment[] {
  const { status, opensAt, deadline, votingEndsAt, allowVoting, completedAt } = challenge
  const isAhead = (moment: Date) => completedAt === null || moment < completedAt
  const moments: [CalendarMoment['what'], Date | null][] = [
    [status === 'draft' || status === 'upcoming' ? 'Opens' : 'Opened', opensAt],
    ['Entries close', deadline],
    ['Voting ends', allowVoting && !isFinished(status) ? votingEndsAt : null],
    [status === 'canceled' ? 'Canceled' : 'Completed', completedAt],
  ]
  return moments.flatMap(([what, at]) => (at && (at === completedAt || isAhead(at)) ? [{ what, at }] : []))
}
