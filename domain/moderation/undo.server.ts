import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { withdrawJudgements } from '#domain/events/record.server.ts'
import { renewResult } from '#domain/lifecycle/completion.server.ts'
import { lockForPoints, payReward } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { frozen, judgementVersion, undoable } from '#domain/submissions/queries.server.ts'
import { forgetUncountedVotes } from '#domain/submissions/removal.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import { recountVotes } from '#domain/voting/counting.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { isEdited, type Judged, withSubmission } from './commands.server.ts'
import {
  alreadyModerated,
  editedSince,
  type Judgement,
  judgedSince,
  MODERATION_MESSAGES,
  type Rejectable,
  type Undone,
  undoTooLate,
} from './rules.ts'

interface UndoInput {
  /** What the administrator saw; by default the current status. */
  judgement?: Judgement | null
  version?: number
  /** The `judgementVersion` that the administrator saw, or 'own' for whatever they judged last themselves. */
  judged?: number | 'own'
}

/**
 * Gives a submission the status from before its approval or rejection, with the points, the votes and the win that a
 * rejection took (SUB-65, SUB-70). Votes of members who voted again since stay removed. Administrators only, for
 * `undoMinutes`; refused if the submission or the result of its challenge has changed since.
 */
export function undoModeration(
  db: Db,
  scope: Scope,
  id: string,
  { judgement, version, judged }: UndoInput = {},
): Promise<Outcome<Undone>> {
  return withSubmission<Undone>(
    db,
    scope,
    id,
    'submission_moderation_undone',
    async (tx, submission, admin) => {
      const { status } = submission
      const failed = MODERATION_MESSAGES.undoFailed
      if (status === 'pending' || (judgement && judgement !== status))
        return refused('conflict', alreadyModerated(failed, status), 'alreadyModerated')
      if (isEdited(submission, version)) return refused('conflict', editedSince(failed), 'editedSince')
      const state = await undoState(tx, id)
      const seen = judged === 'own' ? state?.moderatorId === admin.id : judged === state?.judgementVersion
      if (judged !== undefined && !seen) return refused('conflict', judgedSince(failed), 'judgedSince')
      const refusal = undoRefusal(status, state, scope)
      if (!state || refusal) return refused('conflict', refusal ?? failed)
      if (status === 'rejected') return done(await undoRejection(tx, scope, submission, state))
      await undoApproval(tx, scope, submission, state)
      return done({ judgement: status, status: 'pending', missingVotes: 0 })
    },
    lockMembersOfUndo,
  )
}

/** Locks the author, those whose removed votes are restored, and those who may win. */
function lockMembersOfUndo(tx: Db, { id, challengeId }: Judged): Promise<void> {
  return lockForPoints(
    tx,
    sql`
      select user_id from votes where submission_id = ${id} and not counts and voided_batch_id is null
      union select user_id from submissions where challenge_id = ${challengeId} and (votes > 0 or id = ${id})
      union select winner_id from challenges where id = ${challengeId}`,
  )
}

interface UndoState {
  judgementVersion: number | null
  moderatorId: string | null
  inTime: boolean
  isCompleted: boolean
  isCompletedSince: boolean
  isCanceled: boolean
  votes: number
  /** Members could vote for it. */
  isFrozen: boolean
  /** Only approved submissions counted at the completion. */
  countedApproved: boolean
  showsVotes: boolean
  /** The status before the rejection; null after an approval. */
  rejectedFrom: Rejectable | null
  /** Its votes that the rejection took out of the count. */
  votesTaken: number
  /** The rejection took the points for taking part in the challenge. */
  tookParticipation: boolean
}

function undoState(tx: Db, id: string): Promise<UndoState | undefined> {
  return tx.row(sql`
    select ${judgementVersion} as "judgementVersion", s.moderator_id as "moderatorId", ${undoable} as "inTime", c.status = 'completed' as "isCompleted", s.votes,
      ${frozen} as "isFrozen", c.status = 'completed' and c.completed_at > s.moderation_date as "isCompletedSince",
      c.status = 'canceled' as "isCanceled",
      coalesce(k.moderation = 'before', false) as "countedApproved", not c.hides_votes as "showsVotes",
      s.rejected_from as "rejectedFrom",
      s.votes_taken as "votesTaken",
      s.participation_taken > 0 as "tookParticipation"
    from submissions s join challenges c on c.id = s.challenge_id
    left join completions k on k.challenge_id = c.id and k.revoked_at is null
    where s.id = ${id}`)
}

function undoRefusal(status: Judgement, state: UndoState | undefined, scope: Scope): string | null {
  const failed = MODERATION_MESSAGES.undoFailed
  if (!state?.inTime || (status === 'rejected' && !state.rejectedFrom)) return undoTooLate(failed)
  if (state.isCanceled) return `${failed}. The challenge has been canceled.`
  if (state.isCompletedSince) return `${failed}. The challenge has been completed since.`
  // Members could not withdraw votes for a submission that they no longer see.
  if (status === 'approved' && scope.moderation === 'before' && !state.isCompleted && state.isFrozen)
    return `${failed}. Members could vote for it since.`
  return null
}

async function undoApproval(tx: Db, scope: Scope, { id, challengeId }: Judged, state: UndoState) {
  await tx.rows(sql`
    update submissions set status = 'pending', moderation_date = null, moderator_id = null, updated_at = app_now()
    where id = ${id}`)
  await withdrawJudgements(tx, id)
  if (!state.isCompleted || !state.countedApproved || state.votes === 0) return
  await renewResult(tx, scope, challengeId, true)
}

async function undoRejection(
  tx: Db,
  scope: Scope,
  { id, challengeId, userId }: Judged,
  state: UndoState,
): Promise<Undone> {
  await tx.rows(sql`
    update submissions set status = rejected_from, moderation_date = approved_at, moderator_id = approved_by,
      rejected_from = null, participation_taken = 0, votes_taken = 0, approved_at = null, approved_by = null, rejection_reason = null,
      updated_at = app_now()
    where id = ${id}`)
  await withdrawJudgements(tx, id)
  await tx.rows(sql`
    update challenges set participant_count = participant_count + 1, updated_at = app_now() where id = ${challengeId}`)
  const restored = await recountVotes(
    tx,
    challengeId,
    sql`v.submission_id = ${id} and v.voided_batch_id is null`,
  )
  await forgetUncountedVotes(tx, [id])
  await payReward(tx, REWARDS.submission, {
    userId,
    challengeId,
    reason: 'challenge_submission',
    sourceId: id,
  })
  if (state.tookParticipation)
    await payReward(tx, REWARDS.participation, {
      userId,
      challengeId,
      reason: 'challenge_participation',
      sourceId: challengeId,
    })
  // The restored submission may win, unless its votes would not count. The winner may have been replaced since.
  const mayWin = state.rejectedFrom === 'approved' || !state.countedApproved
  if (state.isCompleted) await renewResult(tx, scope, challengeId, mayWin)
  return {
    judgement: 'rejected',
    status: state.rejectedFrom ?? 'pending',
    // A voided vote, restored since the rejection, is one that the rejection did not take.
    missingVotes: state.showsVotes ? Math.max(0, state.votesTaken - restored) : null,
  }
}

/** Deletes the votes for rejected submissions once the rejection can no longer be undone. */
export function sweepRejectedVotes(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from votes where id in (
          select v.id from votes v join submissions s on s.id = v.submission_id
          where not v.counts and v.voided_batch_id is null
            and s.moderation_date <= app_now() - make_interval(mins => ${undoMinutes})
          limit ${limit} for update of v skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
