import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { revokeCompletion } from '#domain/lifecycle/completion.server.ts'
import { certifyResult } from '#domain/lifecycle/recount.server.ts'
import { memberActive } from '#domain/members/queries.server.ts'
import { applyPointsEntries, lockForPoints } from '#domain/points/ledger.server.ts'
import { frozen, judgementVersion, undoable } from '#domain/submissions/queries.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import { paySubmissionAgain } from '#domain/submissions/update.server.ts'
import { votesToPay } from '#domain/voting/points.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { countAgain, isEdited, type Judged, withSubmission } from './commands.server.ts'
import {
  alreadyModerated,
  editedSince,
  type Judgement,
  judgedSince,
  MODERATION_MESSAGES,
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
        return refused('conflict', alreadyModerated(failed, status))
      if (isEdited(submission, version)) return refused('conflict', editedSince(failed))
      const state = await undoState(tx, id)
      const seen = judged === 'own' ? state?.moderatorId === admin.id : judged === state?.judgementVersion
      if (judged !== undefined && !seen) return refused('conflict', judgedSince(failed))
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
      select user_id from rejected_votes where submission_id = ${id}
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
  /** What the rejection took away; null after an approval. */
  rejection: { won: boolean; participation: number; wasApproved: boolean; votes: number } | null
}

function undoState(tx: Db, id: string): Promise<UndoState | undefined> {
  return tx.row(sql`
    select ${judgementVersion} as "judgementVersion", s.moderator_id as "moderatorId", ${undoable} as "inTime", c.status = 'completed' as "isCompleted", s.votes,
      ${frozen} as "isFrozen", c.status = 'completed' and c.completed_at > s.moderation_date as "isCompletedSince",
      c.status = 'canceled' as "isCanceled",
      coalesce(k.moderation = 'before', false) as "countedApproved", not c.hides_votes as "showsVotes",
      (select json_build_object('won', r.won, 'participation', r.participation, 'wasApproved', r.was_approved,
          'votes', (select count(*) from rejected_votes v where v.submission_id = s.id))
        from rejections r where r.submission_id = s.id for update) as rejection
    from submissions s join challenges c on c.id = s.challenge_id
    left join completions k on k.challenge_id = c.id and k.revoked_at is null
    where s.id = ${id}`)
}

function undoRefusal(status: Judgement, state: UndoState | undefined, scope: Scope): string | null {
  const failed = MODERATION_MESSAGES.undoFailed
  if (!state?.inTime || (status === 'rejected' && !state.rejection)) return undoTooLate(failed)
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
  if (!state.isCompleted || !state.countedApproved || state.votes === 0) return
  await revokeCompletion(tx, challengeId)
  await countAgain(tx, scope, challengeId)
}

async function undoRejection(
  tx: Db,
  scope: Scope,
  { id, challengeId, userId }: Judged,
  state: UndoState,
): Promise<Undone> {
  await tx.rows(sql`
    update submissions s set status = case when r.was_approved then 'approved' else 'pending' end,
      rejection_reason = null, moderation_date = r.approved_at, moderator_id = r.approved_by,
      reward_source_id = ${newId()}, updated_at = app_now()
    from rejections r where s.id = ${id} and r.submission_id = s.id`)
  await tx.rows(sql`
    update challenges set participant_count = participant_count + 1, updated_at = app_now() where id = ${challengeId}`)
  const restored = await tx.row<{ votes: number; voters: string[] }>(sql`
    with restored as (
      insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
      select gen_random_uuid(), ${id}::uuid, ${challengeId}::uuid, ${userId}::uuid, r.user_id, r.created_at
      from rejected_votes r join users u on u.id = r.user_id
      where r.submission_id = ${id} and ${memberActive()}
      order by u.id for key share of u
      on conflict on constraint one_vote_per_challenge do nothing
      returning user_id
    )
    update submissions set votes = (select count(*) from restored) where id = ${id}
    returning votes, array(select user_id from restored) as voters`)
  await tx.rows(sql`delete from rejections where submission_id = ${id}`)
  await paySubmissionAgain(tx, id)
  const points = state.rejection?.participation ?? 0
  await applyPointsEntries(
    tx,
    points > 0 ? [{ userId, points, reason: 'challenge_participation', challengeId, sourceId: newId() }] : [],
    state.showsVotes ? await votesToPay(tx, challengeId, { voters: restored?.voters ?? [] }) : undefined,
  )
  await renewResult(tx, scope, challengeId, state)
  const missing = (state.rejection?.votes ?? 0) - (restored?.votes ?? 0)
  return {
    judgement: 'rejected',
    status: state.rejection?.wasApproved ? 'approved' : 'pending',
    missingVotes: state.showsVotes ? missing : null,
  }
}

/** Counts the votes of a completed challenge again if the restored submission may win it. */
async function renewResult(tx: Db, scope: Scope, challengeId: string, state: UndoState) {
  if (!state.isCompleted) return
  // The winner may have been replaced since the rejection.
  const mayWin = state.rejection?.won || state.rejection?.wasApproved || !state.countedApproved
  if (!mayWin) return certifyResult(tx, challengeId)
  await revokeCompletion(tx, challengeId)
  await countAgain(tx, scope, challengeId)
}

/** Deletes what rejections took away once they can no longer be undone. */
export function sweepRejections(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from rejections where submission_id in (
          select submission_id from rejections where rejected_at <= app_now() - make_interval(mins => ${undoMinutes})
          limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
