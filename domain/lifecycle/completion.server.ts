import sql, { type Sql } from 'sql-template-tag'
import { type Scope, submissionPublic, votesVisible } from '#domain/challenges/scope.server.ts'
import type { LifecycleSteps } from '#domain/challenges/update.server.ts'
import { recordNotificationEvent, resultsKey, withdrawResults } from '#domain/events/record.server.ts'
import { recordWebhookEvent } from '#domain/events/webhooks.server.ts'
import { datesOf, recordMovedDates } from '#domain/notifications/moved-dates.server.ts'
import {
  keptReward,
  lockForPoints,
  type PointsEntry,
  payMany,
  reverseReward,
} from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { deleteSubmissions } from '#domain/submissions/removal.server.ts'
import { withdrawVotesOfDeletedMembers } from '#domain/voting/commands.server.ts'
import { countedVotes, rewardsOf, uncountVotes, updateVotePoints } from '#domain/voting/counting.server.ts'
import { restoreVotesOfReinstated, voidVotesOfSuspended } from '#domain/voting/voiding.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { certifyResult, verifyResult } from './recount.server.ts'

// All functions of this file run in a transaction that holds the challenge's row exclusively.

interface Winner {
  submissionId: string
  userId: string
  name: string
  votes: number
  /** Entries with as many votes, itself included. */
  tied: number
}

interface CompletionOptions {
  by: string | null
  payParticipants: boolean
}

/**
 * Completes a challenge: counts the votes, records the winner, pays +100 to the winner and the rewards of hidden votes
 * (CHL-25) and, if an administrator completes it, +25 to every participant who was not yet paid for this challenge
 * (CHL-18, CHL-32). Without voting or without a vote there is no winner. Returns whether it paid participants or the
 * winner. Throws `ResultMismatch`, and nothing is stored, if a second count of the votes differs.
 */
export async function completeInTransaction(
  tx: Db,
  scope: Scope,
  challengeId: string,
  options: CompletionOptions,
): Promise<boolean> {
  const winner = await countVotes(tx, scope, challengeId)
  await verifyResult(tx, scope, challengeId, winner)
  const completionId = newId()
  await tx.rows(sql`
    insert into completions (id, challenge_id, submission_id, winner_id, votes, completed_by, completed_at, moderation)
    values (${completionId}, ${challengeId}, ${winner?.submissionId ?? null}, ${winner?.userId ?? null},
      ${winner?.votes ?? null}, ${options.by}, app_now(), ${scope.moderation})`)
  await certifyResult(tx, challengeId)
  const challenge = await tx.row<{ paysVotes: boolean }>(sql`
    update challenges c set status = 'completed', completed_at = coalesce(c.completed_at, app_now()), updated_at = app_now(),
      result_alert = null, result_alert_at = null,
      winner_id = ${winner?.userId ?? null}, winner_name = ${winner?.name ?? null},
      winner_submission_id = ${winner?.submissionId ?? null}, winner_votes = ${winner?.votes ?? null}
    from challenges former where c.id = ${challengeId} and former.id = c.id returning former.hides_votes as "paysVotes"`)
  const entries = options.payParticipants ? await participation(tx, challengeId, completionId) : []
  const reward = winner ? REWARDS.win - (await keptWin(tx, winner.userId, challengeId)) : 0
  if (winner && reward > 0)
    entries.push({
      userId: winner.userId,
      points: reward,
      reason: 'challenge_win',
      challengeId,
      sourceId: completionId,
    })
  const votes = challenge?.paysVotes ? rewardsOf(countedVotes(challengeId)) : undefined
  await payMany(tx, entries, votes)
  const key = resultsKey(completionId)
  await recordNotificationEvent(tx, { kind: 'results', key, challengeId })
  await recordWebhookEvent(tx, { kind: 'challenge.completed', key, challengeId })
  return entries.length > 0
}

export interface CompletionPreview {
  winner: Winner | undefined
  /** Submissions that are not rejected. */
  participants: number
  /** Points that participants would get; those already paid for this challenge are left out. */
  payments: readonly Pick<PointsEntry, 'userId' | 'points'>[]
}

/** Whom completion by an administrator would pay at this moment; no winner while counts are hidden. */
export async function completionPreview(db: Db, scope: Scope, id: string): Promise<CompletionPreview> {
  const [winner, payments] = await Promise.all([
    countVotes(db, scope, id, votesVisible),
    participationPoints(db, id),
  ])
  return {
    winner,
    participants: payments.length,
    payments: payments.filter(({ points }) => points > 0),
  }
}

/**
 * Undoes the completion, and removes the submissions and votes of members who have deleted their accounts since: the same
 * people could submit and vote again with new accounts. Voids the votes of members who have been suspended since, and
 * restores those of members who have been reinstated since.
 */
export async function reopen(tx: Db, challengeId: string): Promise<void> {
  await lockConcerned(tx, challengeId)
  await revokeCompletion(tx, challengeId)
  await removeSubmissionsOfDeletedMembers(tx, challengeId)
  await withdrawVotesOfDeletedMembers(tx, challengeId)
  await voidVotesOfSuspended(tx, challengeId)
  await restoreVotesOfReinstated(tx, challengeId)
}

/** No deletion happens at the same time: it locks the challenges that the member has submitted to. */
async function removeSubmissionsOfDeletedMembers(tx: Db, challengeId: string): Promise<void> {
  const left = await tx.rows<{ id: string; userId: string; isRejected: boolean }>(sql`
    select s.id, s.user_id as "userId", s.status = 'rejected' as "isRejected"
    from submissions s join users u on u.id = s.user_id
    where s.challenge_id = ${challengeId} and u.deleted_at is not null order by s.id for update of s`)
  for (const submission of left)
    if (!submission.isRejected) await removeFromContest(tx, { ...submission, challengeId, won: false })
  await deleteSubmissions(
    tx,
    left.map(({ id }) => id),
  )
}

/**
 * Removes a submission that was not rejected from its challenge: its votes no longer count, and their points, its own and a
 * win are taken back. The votes stay with a rejected one, for an undo. Returns the votes and the points for taking part.
 */
export async function removeFromContest(
  tx: Db,
  submission: { id: string; challengeId: string; userId: string; won: boolean },
): Promise<{ votes: number; participation: number }> {
  const { id, challengeId, userId, won } = submission
  if (won) await revokeCompletion(tx, challengeId)
  const votes = await uncountVotes(
    tx,
    sql`update votes v set counts = false where v.submission_id = ${id} and v.counts`,
  )
  await tx.rows(sql`
    update challenges set participant_count = participant_count - 1, updated_at = app_now() where id = ${challengeId}`)
  await reverseReward(tx, { userId, challengeId, reason: 'challenge_submission', sourceId: id })
  const participation = await reverseReward(tx, { userId, challengeId, reason: 'challenge_participation' })
  return { votes, participation }
}

/** What `updateChallenge` does when the form changes the status or hides or shows votes. */
export const lifecycleSteps: LifecycleSteps = {
  async complete(tx, scope, id) {
    await lockConcerned(tx, id)
    await completeInTransaction(tx, scope, id, { by: scope.viewer?.id ?? null, payParticipants: false })
  },
  reopen,
  updateVotePoints,
  datesOf,
  recordMovedDates,
}

/**
 * Locks all members whose points a change of the completion may change: the winner, authors with votes or a deleted
 * account, and voters, by default all of the challenge.
 */
export function lockConcerned(
  tx: Db,
  challengeId: string,
  votes: Sql = sql`challenge_id = ${challengeId}`,
): Promise<void> {
  return lockForPoints(
    tx,
    sql`
      select unnest(array[user_id, author_id]) from votes where ${votes}
      union select s.user_id from submissions s join users u on u.id = s.user_id
        where s.challenge_id = ${challengeId} and (s.votes > 0 or u.deleted_at is not null)
      union select winner_id from challenges where id = ${challengeId}`,
  )
}

/** Undoes the current completion, if any: takes back the winner's reward and clears the winner. */
export async function revokeCompletion(tx: Db, challengeId: string): Promise<void> {
  const revoked = await tx.row<{ id: string; winnerId: string | null }>(sql`
    update completions set revoked_at = app_now() where challenge_id = ${challengeId} and revoked_at is null
    returning id, winner_id as "winnerId"`)
  await tx.rows(sql`
    update challenges set winner_id = null, winner_name = null, winner_submission_id = null, winner_votes = null,
      updated_at = app_now()
    where id = ${challengeId}`)
  if (revoked) await withdrawResults(tx, revoked.id)
  if (!revoked?.winnerId) return
  await reverseReward(tx, {
    userId: revoked.winnerId,
    challengeId,
    reason: 'challenge_win',
    sourceId: revoked.id,
  })
}

/**
 * Renews the certificate of a completed challenge whose votes have changed; with `anew` undoes the completion, if there is
 * one, and completes the challenge again, without payments for taking part.
 */
export async function renewResult(tx: Db, scope: Scope, challengeId: string, anew: boolean): Promise<void> {
  if (!anew) return certifyResult(tx, challengeId)
  await revokeCompletion(tx, challengeId)
  await completeInTransaction(tx, scope, challengeId, {
    by: scope.viewer?.id ?? null,
    payParticipants: false,
  })
}

function countVotes(
  tx: Db,
  scope: Scope,
  challengeId: string,
  shown = sql`true`,
): Promise<Winner | undefined> {
  return tx.row(sql`
    select s.id as "submissionId", s.user_id as "userId", u.display_name as name, s.votes, s.tied
    from (
      select s.*, count(*) over ()::int as tied from (
        select s.id, s.user_id, s.votes, s.content_changed_at
        from submissions s join challenges c on c.id = s.challenge_id
        where s.challenge_id = ${challengeId} and c.allow_voting and s.votes > 0 and ${submissionPublic(scope)} and ${shown}
        order by s.votes desc fetch first 1 row with ties
      ) s
      order by s.content_changed_at, s.id limit 1
    ) s join users u on u.id = s.user_id`)
}

async function participation(tx: Db, challengeId: string, completionId: string): Promise<PointsEntry[]> {
  const participants = await participationPoints(tx, challengeId)
  const unpaid = participants.filter(({ points }) => points > 0)
  return unpaid.map(({ userId, points }) => ({
    userId,
    points,
    reason: 'challenge_participation' as const,
    challengeId,
    sourceId: completionId,
  }))
}

/** What the winner still has of earlier wins of this challenge, which were revoked after a penalty. */
async function keptWin(tx: Db, userId: string, challengeId: string): Promise<number> {
  const kept = keptReward('challenge_win', sql`${userId}::uuid`, sql`${challengeId}::uuid`)
  const row = await tx.row<{ points: number }>(sql`select ${kept} as points`)
  return row?.points ?? 0
}

/** The participants, each with what is left to pay for this challenge, in points. */
function participationPoints(db: Db, challengeId: string): Promise<{ userId: string; points: number }[]> {
  // The reward of an earlier completion counts unless it was taken back with a removed submission.
  const kept = keptReward('challenge_participation', sql`s.user_id`, sql`s.challenge_id`)
  return db.rows(sql`
    select s.user_id as "userId", ${REWARDS.participation}::int - ${kept} as points
    from submissions s where s.challenge_id = ${challengeId} and s.status <> 'rejected'`)
}
