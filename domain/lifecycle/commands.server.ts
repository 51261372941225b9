import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import type { AuditAction } from '#domain/audit/rules.ts'
import { challengeState, recordChange } from '#domain/challenges/fields.server.ts'
import {
  CHALLENGE_MESSAGES as CHALLENGE,
  type ChallengeStatus,
  type ChallengeType,
  votingEnd,
} from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { datesOf, recordMovedDates } from '#domain/notifications/moved-dates.server.ts'
import { updateVotePoints } from '#domain/voting/counting.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { completeInTransaction, reopen } from './completion.server.ts'
import { ResultMismatch, recordAlert } from './recount.server.ts'
import { canComplete, extendedDeadline, extensionRefusal, LIFECYCLE_MESSAGES } from './rules.ts'

/**
 * Completes a running challenge: +25 for participants, +100 for the winner (CHL-32). Administrators only. Refused if the
 * challenge has changed since `version`: it may have been extended. Returns the message of success.
 */
export async function completeChallenge(
  db: Db,
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<string>> {
  try {
    return await withChallenge(db, scope, id, 'challenge_completed', async (tx, challenge, admin) => {
      if (!canComplete(challenge.status)) return refused('conflict', LIFECYCLE_MESSAGES.notRunning)
      if (challenge.isHeld) return refused('conflict', LIFECYCLE_MESSAGES.held)
      if (version !== undefined && version !== challenge.version)
        return refused('conflict', LIFECYCLE_MESSAGES.staleCompletion)
      const isPaid = await completeInTransaction(tx, scope, id, { by: admin.id, payParticipants: true })
      return done(isPaid ? LIFECYCLE_MESSAGES.completed : LIFECYCLE_MESSAGES.completedUnpaid)
    })
  } catch (error) {
    if (!(error instanceof ResultMismatch)) throw error
    await recordAlert(db, id, error)
    return refused('conflict', LIFECYCLE_MESSAGES.mismatch)
  }
}

interface Extended {
  message: string
  /** ISO 8601. */
  deadline: string
}

/**
 * Moves the deadline to one week from now and opens the challenge again (CHL-28). The winner is cleared and loses the
 * +100; custom voting dates move by the same time. Administrators only. Refused where the deadline is later, and if the
 * challenge has changed since `version`, so that a repeat does not extend twice.
 */
export function extendChallenge(
  db: Db,
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<Extended>> {
  return withChallenge(db, scope, id, 'challenge_extended', async (tx, challenge) => {
    const refusal = extensionRefusal(challenge, challenge.now)
    if (refusal) return refused('conflict', refusal)
    if (version !== undefined && version !== challenge.version)
      return refused('conflict', LIFECYCLE_MESSAGES.stale)
    const before = await datesOf(tx, id)
    const deadline = extendedDeadline(challenge.now)
    const moved = deadline.getTime() - (challenge.deadline ?? deadline).getTime()
    const votingOpensAt = later(challenge.votingOpensAt, moved)
    const votingClosesAt = later(challenge.votingClosesAt, moved)
    const endsAt = votingEnd({ type: challenge.type, deadline, votingOpensAt, votingClosesAt })
    await reopen(tx, id)
    await tx.rows(sql`
      update challenges set status = 'active', deadline = ${deadline}, voting_ends_at = ${endsAt},
        voting_opens_at = ${votingOpensAt}, voting_closes_at = ${votingClosesAt}, voting_opened_at = null, completed_at = null,
        start_date = case when start_date < ${deadline} then start_date end,
        activated_at = coalesce(activated_at, app_now()), updated_at = app_now(), ${ballotTimes('active')}
      where id = ${id}`)
    await updateVotePoints(tx, id, challenge.hidesVotes)
    await recordMovedDates(tx, id, before)
    const message =
      challenge.status === 'active' ? LIFECYCLE_MESSAGES.extendedActive : LIFECYCLE_MESSAGES.extended
    return done({ message, deadline: deadline.toISOString() })
  })
}

function later(moment: Date | null, byMs: number): Date | null {
  return moment && new Date(moment.getTime() + byMs)
}

interface Locked {
  status: ChallengeStatus
  type: ChallengeType
  version: number
  deadline: Date | null
  votingOpensAt: Date | null
  votingClosesAt: Date | null
  hidesVotes: boolean
  isHeld: boolean
  now: Date
}

function withChallenge<T>(
  db: Db,
  scope: Scope,
  id: string,
  action: AuditAction,
  work: (tx: Db, challenge: Locked, admin: Member) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return adminTransaction(db, scope.viewer, async (tx, admin) => {
    const challenge = await tx.row<Locked>(sql`
      select status, type, version, deadline, voting_opens_at as "votingOpensAt", voting_closes_at as "votingClosesAt", hides_votes as "hidesVotes", held_at is not null as "isHeld", app_now() as now
      from challenges
      where id = ${id} for update`)
    if (!challenge) return refused('not-found', CHALLENGE.notFound)
    const before = await challengeState(tx, id)
    const outcome = await work(tx, challenge, admin)
    if (outcome.ok) await recordChange(tx, admin, action, id, before)
    return outcome
  })
}
