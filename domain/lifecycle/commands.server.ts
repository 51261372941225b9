import sql, { type Sql } from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { type AuditAction, MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { ChallengeStep } from '#domain/challenges/changes.ts'
import { challengeState, recordChange } from '#domain/challenges/fields.server.ts'
import { CHALLENGE_MESSAGES as CHALLENGE, type ChallengeStatus, votingEnd } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { datesOf, recordMovedDates } from '#domain/notifications/moved-dates.server.ts'
import { updateVotePoints } from '#domain/voting/counting.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { completeInTransaction, reopen } from './completion.server.ts'
import { ResultMismatch, recordAlert } from './recount.server.ts'
import {
  closedEntries,
  type Dated,
  extendedDeadline,
  isReopenDays,
  LIFECYCLE_MESSAGES as MESSAGES,
  movedDeadline,
  type NewDates,
  reopenedDates,
  reopenedStatus,
  reopensForDays,
  type Steered,
  type Step,
  staleMessage,
  startedVoting,
  stepRefusal,
} from './rules.ts'
import { steeredFields } from './steering.server.ts'

// All commands are for administrators only, and refused if the challenge has changed since `version`.

/** Opens a draft or an upcoming challenge for entries and clears its start date (CHL-77). */
export function openChallenge(db: Db, scope: Scope, id: string, version?: number): Promise<Outcome<null>> {
  return takeStep(db, scope, id, { step: 'open', version }, async (tx) => {
    await tx.rows(sql`
      update challenges set status = 'active', start_date = null,
        activated_at = coalesce(activated_at, app_now()), updated_at = app_now(), ${ballotTimes('active')}
      where id = ${id}`)
    return done(null)
  })
}

/** Closes entries before the deadline (CHL-77). Voting starts and ends as announced. */
export function closeEntries(db: Db, scope: Scope, id: string, version?: number): Promise<Outcome<null>> {
  return takeStep(db, scope, id, { step: 'close-entries', version }, async (tx, challenge) => {
    await setDates(tx, id, challenge, closedEntries(challenge, challenge.now))
    return done(null)
  })
}

/** Starts voting at once, for as long as announced, and closes entries (CHL-77). */
export function startVoting(db: Db, scope: Scope, id: string, version?: number): Promise<Outcome<null>> {
  return takeStep(db, scope, id, { step: 'start-voting', version }, async (tx, challenge) => {
    const dates = startedVoting(challenge, challenge.now)
    await setDates(tx, id, challenge, dates, votingOpen())
    return done(null)
  })
}

/** Completes a running challenge: +25 for participants, +100 for the winner (CHL-32). Returns the message of success. */
export async function completeChallenge(
  db: Db,
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<string>> {
  try {
    return await takeStep(db, scope, id, { step: 'complete', version }, async (tx, _, admin) => {
      const isPaid = await completeInTransaction(tx, scope, id, { by: admin.id, payParticipants: true })
      return done(isPaid ? MESSAGES.completed : MESSAGES.completedUnpaid)
    })
  } catch (error) {
    if (!(error instanceof ResultMismatch)) throw error
    await recordAlert(db, id, error)
    return refused('conflict', MESSAGES.mismatch)
  }
}

interface Extended {
  message: string
  /** ISO 8601. */
  deadline: string
}

/**
 * Moves the deadline to one week from now and opens the challenge again (CHL-28). The winner is cleared and loses the
 * +100; custom voting dates move by the same time. Refused where the deadline is later.
 */
export function extendChallenge(
  db: Db,
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<Extended>> {
  return takeStep(db, scope, id, { step: 'extend', version }, async (tx, challenge) => {
    const dates = movedDeadline(challenge, extendedDeadline(challenge.now))
    await reopen(tx, id)
    await setDates(tx, id, challenge, dates, sql`${entriesOpen()} completed_at = null,`)
    await updateVotePoints(tx, id, challenge.hidesVotes)
    const message = challenge.status === 'active' ? MESSAGES.extendedActive : MESSAGES.extended
    return done({ message, deadline: dates.deadline.toISOString() })
  })
}

/**
 * Cancels a challenge and tells entrants, voters and followers `message` (CHL-78). Entries, votes and points stay; hidden
 * votes are shown and paid. There is no winner.
 */
export async function cancelChallenge(
  db: Db,
  scope: Scope,
  id: string,
  message: string,
  version?: number,
): Promise<Outcome<null>> {
  const text = plainText(message)
  if (!text) return refused('invalid', MESSAGES.message)
  if (characterCount(text) > MAX_REASON_LENGTH) return refused('invalid', MESSAGES.messageLength)
  return takeStep(db, scope, id, { step: 'cancel', version, message: text }, async (tx, challenge) => {
    await tx.rows(sql`
      update challenges set status = 'canceled', canceled_from = ${challenge.status}, completed_at = app_now(),
        updated_at = app_now(), result_alert = null, result_alert_at = null
      where id = ${id}`)
    await updateVotePoints(tx, id, challenge.hidesVotes)
    return done(null)
  })
}

/**
 * Takes back the last change of status (CHL-79): a challenge in voting takes entries again, a completed one votes, and a
 * canceled one is as it was, for `days`, or until its deadline if that is ahead. As by an extension, the winner is cleared
 * and loses the +100, and the votes of a secret ballot are hidden again.
 */
export async function reopenChallenge(
  db: Db,
  scope: Scope,
  id: string,
  days: number,
  version?: number,
): Promise<Outcome<null>> {
  return takeStep(db, scope, id, { step: 'reopen', version }, async (tx, challenge) => {
    const { now } = challenge
    if (reopensForDays(challenge, now) && !isReopenDays(days)) return refused('invalid', MESSAGES.days)
    await reopen(tx, id)
    const assignments = REOPENED[reopenedStatus(challenge, now)]()
    const dates = reopenedDates(challenge, now, days)
    await setDates(tx, id, challenge, dates, sql`${assignments} completed_at = null, canceled_from = null,`)
    await updateVotePoints(tx, id, challenge.hidesVotes)
    return done(null)
  })
}

/** Assignments by the status that reopening gives. */
const REOPENED = {
  upcoming: () => sql`
    status = 'upcoming', start_date = case when start_date > app_now() then start_date end, ${ballotTimes('upcoming')},`,
  active: () => entriesOpen(countsKnown),
  voting: () => votingOpen(countsKnown),
}

/** The counts of a canceled ballot were shown. */
const countsKnown = sql`(show_votes or status = 'canceled')`

/** Assignments of a challenge that takes entries again. */
function entriesOpen(areCountsShown?: Sql): Sql {
  return sql`
    status = 'active', voting_opened_at = null, activated_at = coalesce(activated_at, app_now()),
    start_date = case when start_date < app_now() then start_date end, ${ballotTimes('active', areCountsShown)},`
}

/** Assignments of a challenge that takes votes. */
function votingOpen(areCountsShown?: Sql): Sql {
  return sql`status = 'voting', voting_opened_at = app_now(), ${ballotTimes('voting', areCountsShown)},`
}

/** Writes `dates`, or keeps the old ones, with further assignments that each end with a comma. */
async function setDates(
  tx: Db,
  id: string,
  { type }: Steered,
  dates: NewDates | null,
  further = sql``,
): Promise<void> {
  const written = dates
    ? sql`deadline = ${dates.deadline}, voting_opens_at = ${dates.votingOpensAt},
        voting_closes_at = ${dates.votingClosesAt}, voting_ends_at = ${votingEnd({ type, ...dates })},`
    : sql``
  await tx.rows(sql`update challenges set ${further} ${written} updated_at = app_now() where id = ${id}`)
}

interface Locked extends Dated {
  version: number
  hidesVotes: boolean
  now: Date
}

interface StepOptions {
  step: Step
  version: number | undefined
  /** What members are told. */
  message?: string
}

/**
 * Takes a step on a challenge, which it holds exclusively: refused where the rules do not allow it. Records it for the
 * audit log, on the challenge's page and for those who rely on the challenge.
 */
function takeStep<Value>(
  db: Db,
  scope: Scope,
  id: string,
  { step, version, message }: StepOptions,
  work: (tx: Db, challenge: Locked, admin: Member) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return adminTransaction(db, scope.viewer, 'challenges', async (tx, admin) => {
    const challenge = await tx.row<Locked>(sql`
      select ${steeredFields}, c.hides_votes as "hidesVotes" from challenges c where c.id = ${id} for update`)
    if (!challenge) return refused('not-found', CHALLENGE.notFound)
    const refusal = stepRefusal(step, challenge, challenge.now)
    if (refusal) return refused('conflict', refusal)
    if (version !== undefined && version !== challenge.version) return refused('conflict', staleMessage(step))
    const [state, dates] = [await challengeState(tx, id), await datesOf(tx, id)]
    const outcome = await work(tx, challenge, admin)
    if (!outcome.ok) return outcome
    const change = changeBy(step, challenge.status, (await datesOf(tx, id))?.status)
    // Of its results an event tells already.
    if (step !== 'complete')
      await recordMovedDates(tx, id, dates, change && { step: change, reason: message })
    if (change)
      await tx.rows(sql`
        insert into challenge_changes (id, challenge_id, what, note)
        values (${newId()}, ${id}, ${change}, ${message ?? null})`)
    await recordChange(tx, admin, ACTIONS[step], id, state, message ? { message } : {})
    return outcome
  })
}

const ACTIONS: Record<Step, AuditAction> = {
  open: 'challenge_opened',
  'close-entries': 'challenge_entries_closed',
  'start-voting': 'challenge_voting_started',
  extend: 'challenge_extended',
  complete: 'challenge_completed',
  cancel: 'challenge_canceled',
  reopen: 'challenge_reopened',
}

/** How the challenge's page names a step; null if its new dates say all. */
function changeBy(
  step: Step,
  before: ChallengeStatus,
  after: ChallengeStatus | undefined,
): ChallengeStep | null {
  switch (step) {
    case 'open':
      return 'opened'
    case 'close-entries':
      return 'entries_closed'
    case 'start-voting':
      return 'voting_started'
    case 'complete':
      return 'completed'
    case 'cancel':
      return 'canceled'
    case 'extend':
      return before === 'active' ? null : 'reopened'
    case 'reopen':
      if (after === 'voting') return 'voting_reopened'
      return after === 'upcoming' ? 'resumed' : 'reopened'
  }
}
