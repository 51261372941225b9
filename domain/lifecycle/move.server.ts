import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { challengeState, recordChange } from '#domain/challenges/fields.server.ts'
import {
  CHALLENGE_MESSAGES,
  type ChallengeStatus,
  type ChallengeType,
  votingEnd,
} from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { timelineErrors } from '#domain/challenges/timeline.ts'
import type { Admin } from '#domain/members/rules.ts'
import { datesOf, recordMovedDates } from '#domain/notifications/moved-dates.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { dayIn, daysBetween, daysLater, instantIn } from '#platform/zoned-time.ts'
import { MOVE_MESSAGES as MESSAGES } from './rules.ts'

export interface Movable {
  id: string
  title: string
  status: ChallengeStatus
  startDate: Date | null
  version: number
  /** The database's time. */
  now: Date
}

/** A challenge that may be moved to another day, or undefined if there is none with this id. */
export function movableChallenge(db: Db, _admin: Admin, id: string): Promise<Movable | undefined> {
  return db.row(sql`
    select id, title, status, start_date as "startDate", version, app_now() as now from challenges where id = ${id}`)
}

/** Why a challenge cannot be moved to another day, or null. */
export function moveRefusal({
  status,
  startDate,
  now,
}: Omit<Movable, 'id' | 'title' | 'version'>): string | null {
  if (status !== 'draft' && status !== 'upcoming') return MESSAGES.opened
  if (!startDate) return MESSAGES.noStart
  return status === 'upcoming' && startDate <= now ? MESSAGES.opened : null
}

interface Move {
  /** '2026-11-30' on a calendar of the zone. */
  day: string
  timeZone: string
  /** The challenge's version when the administrator saw it. */
  version: number
}

/**
 * Moves a challenge that is not open yet to another day (SER-12): all dates move by as many days, at the same times of day
 * on a clock of its series' zone, or else of `timeZone`. Those who rely on the dates are told. Administrators only.
 */
export function moveChallenge(
  db: Db,
  scope: Scope,
  id: string,
  { day, timeZone, version }: Move,
): Promise<Outcome<null>> {
  return adminTransaction(db, scope.viewer, 'challenges', async (tx, admin) => {
    const challenge = await tx.row<Movable & Timeline>(sql`
      select c.id, c.title, c.status, c.type, c.start_date as "startDate", c.deadline, c.voting_opens_at as "votingOpensAt",
        c.voting_closes_at as "votingClosesAt", c.version, app_now() as now,
        (select s.time_zone from series_dates d join series s on s.id = d.series_id where d.challenge_id = c.id) as "seriesZone"
      from challenges c where c.id = ${id} for update`)
    if (!challenge) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    const refusal = moveRefusal(challenge)
    if (refusal) return refused('conflict', refusal)
    if (version !== challenge.version) return refused('conflict', MESSAGES.stale)
    const { type, startDate, deadline, seriesZone, now } = challenge
    if (!startDate || !isDay(day)) return refused('invalid', MESSAGES.day)
    const days = daysTo(day, startDate, timeZone, seriesZone ?? timeZone)
    if (days === 0) return done(null)
    const moved = <M extends Date | null>(moment: M) =>
      (moment && daysLater(moment, seriesZone ?? timeZone, days)) as M
    const dates = {
      startDate: moved(startDate),
      deadline: moved(deadline),
      votingOpensAt: moved(challenge.votingOpensAt),
      votingClosesAt: moved(challenge.votingClosesAt),
    }
    if (dates.startDate <= now) return refused('invalid', MESSAGES.past)
    const [problem] = dates.deadline
      ? Object.values(timelineErrors({ type, ...dates, deadline: dates.deadline }))
      : []
    if (problem) return refused('invalid', problem)
    const [state, before] = [await challengeState(tx, id), await datesOf(tx, id)]
    await tx.rows(sql`
      update challenges set start_date = ${dates.startDate}, deadline = ${dates.deadline},
        voting_opens_at = ${dates.votingOpensAt}, voting_closes_at = ${dates.votingClosesAt},
        voting_ends_at = ${dates.deadline && votingEnd({ type, ...dates, deadline: dates.deadline })}, updated_at = app_now()
      where id = ${id}`)
    await recordMovedDates(tx, id, before)
    await recordChange(tx, admin, 'challenge_updated', id, state)
    return done(null)
  })
}

interface Timeline {
  type: ChallengeType
  deadline: Date | null
  votingOpensAt: Date | null
  votingClosesAt: Date | null
  seriesZone: string | null
}

/** How many days of `clock` later a start is on a day of `timeZone`, where a clock change may have put it a day off. */
function daysTo(day: string, start: Date, timeZone: string, clock: string): number {
  const dayAfter = (days: number) => dayIn(daysLater(start, clock, days), timeZone)
  const days = daysBetween(dayIn(start, timeZone), day)
  const corrected = days + daysBetween(dayAfter(days), day)
  // Some days have no such time of day: then it is the day beside.
  return dayAfter(corrected) === day ? corrected : days
}

/** If a text is a date, such as '2026-11-30'. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && instantIn(text, 'UTC') !== null
}
