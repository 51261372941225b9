import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { AuditAction, AuditState } from '#domain/audit/rules.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { notOfDraft, type Scope, votesVisible } from '#domain/challenges/scope.server.ts'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import { lockConcerned, removeFromContest, renewResult } from '#domain/lifecycle/completion.server.ts'
import { deleteImageFiles, deleteUnusedImages } from '#domain/media/files.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { NotificationKind } from '#domain/notifications/rules.ts'
import { contentVersion, type SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { recordPublicSubmission } from '#domain/submissions/received.server.ts'
import { deleteSubmissions } from '#domain/submissions/removal.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { cut } from '#platform/text/text.ts'
import { enteredBy, uncounted } from './queries.server.ts'
import { alreadyModerated, editedSince, MODERATION_MESSAGES, type Rejectable } from './rules.ts'

export interface Judged {
  id: string
  challengeId: string
  userId: string
  status: SubmissionStatus
  won: boolean
  /** It has votes that did not count when its challenge was completed. */
  isUncounted: boolean
  title: string
  imageId: string | null
  version: number
  state: AuditState
  /** The administrator has a submission in the challenge. */
  isOwnContest: boolean
}

/**
 * Approves a pending submission (SUB-29). If its votes did not count when the challenge was completed, the challenge's
 * votes are counted again. Administrators only; refused unless pending, and if the content is not of `version`.
 */
export function approveSubmission(
  db: Db,
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<null>> {
  return withSubmission(db, scope, id, 'submission_approved', async (tx, submission, admin) => {
    const failed = MODERATION_MESSAGES.approveFailed
    if (submission.status !== 'pending')
      return refused('conflict', alreadyModerated(failed, submission.status), 'alreadyModerated')
    if (isEdited(submission, version)) return refused('conflict', editedSince(failed), 'editedSince')
    await tx.rows(sql`
      update submissions set status = 'approved', moderation_date = app_now(), moderator_id = ${admin.id}, updated_at = app_now()
      where id = ${id}`)
    if (submission.isUncounted) await renewResult(tx, scope, submission.challengeId, true)
    await recordPublicSubmission(tx, scope.moderation, id)
    await tellAuthor(tx, submission, 'submission_approved')
    return done(null)
  })
}

interface RejectInput {
  version?: number
  /** The status that the administrator saw; by default the current one. */
  seen?: Rejectable
}

/**
 * Rejects a pending or approved submission, with a reason (SUB-30, SUB-32, SUB-70). Its votes no longer count, so that
 * voters may vote again; their points, its +25 and the +25 for participation are taken back. If it had won, the votes are
 * counted again. Administrators only; refused if the status is not the one seen, and if the content is not of `version`.
 */
export function rejectSubmission(
  db: Db,
  scope: Scope,
  id: string,
  reason: string,
  { version, seen }: RejectInput = {},
): Promise<Outcome<null>> {
  return withSubmission(db, scope, id, 'submission_rejected', async (tx, submission, admin) => {
    const failed = MODERATION_MESSAGES.rejectFailed
    const { status } = submission
    if (status === 'rejected' || (seen && seen !== status))
      return refused('conflict', alreadyModerated(failed, status), 'alreadyModerated')
    if (isEdited(submission, version)) return refused('conflict', editedSince(failed), 'editedSince')
    const taken = await removeFromContest(tx, submission)
    await tx.rows(sql`
      update submissions set status = 'rejected', rejected_from = status, votes_taken = ${taken.votes},
        participation_taken = ${taken.participation},
        approved_at = case status when 'approved' then moderation_date end,
        approved_by = case status when 'approved' then moderator_id end, rejection_reason = ${cut(reason, MAX_REASON_LENGTH) || MODERATION_MESSAGES.defaultReason},
        moderation_date = app_now(), moderator_id = ${admin.id}, updated_at = app_now()
      where id = ${id}`)
    await renewResult(tx, scope, submission.challengeId, submission.won)
    await tellAuthor(tx, submission, 'submission_rejected')
    return done(null)
  })
}

function tellAuthor(tx: Db, { id, userId, challengeId }: Judged, kind: NotificationKind): Promise<void> {
  return recordNotificationEvent(tx, {
    kind,
    key: `${kind}:${newId()}`,
    userId,
    challengeId,
    submissionId: id,
  })
}

/**
 * Deletes a submission like a rejection (SUB-31, SUB-32), with its image if unused. Administrators only; refused if the
 * content is not of `version`.
 */
export async function deleteSubmission(
  { db, files }: { db: Db; files: FileStore },
  scope: Scope,
  id: string,
  version?: number,
): Promise<Outcome<null>> {
  let imageIds: string[] = []
  const outcome = await withSubmission(db, scope, id, 'submission_deleted', async (tx, submission) => {
    if (isEdited(submission, version))
      return refused('conflict', editedSince(MODERATION_MESSAGES.deleteFailed), 'editedSince')
    if (submission.status !== 'rejected') await removeFromContest(tx, submission)
    await deleteSubmissions(tx, [id])
    await renewResult(tx, scope, submission.challengeId, submission.won)
    imageIds = submission.imageId ? await deleteUnusedImages(tx, submission.userId, [submission.imageId]) : []
    return done(null)
  })
  if (outcome.ok) await deleteImageFiles(files, imageIds)
  return outcome
}

export function isEdited(submission: Judged, version: number | undefined): boolean {
  return version !== undefined && version !== submission.version
}

/** Runs an action of an administrator on a locked submission, and records it. `lockMembers` locks those whose points change. */
export function withSubmission<Value>(
  db: Db,
  scope: Scope,
  id: string,
  action: AuditAction,
  work: (tx: Db, submission: Judged, admin: Member) => Promise<Outcome<Value>>,
  lockMembers = lockMembersOfResult,
): Promise<Outcome<Value>> {
  return adminTransaction(db, scope.viewer, 'submissions', async (tx, admin) => {
    // The challenge is locked first, as in every command.
    await tx.rows(sql`
      select c.id from challenges c where c.id = (select challenge_id from submissions where id = ${id}) for update`)
    const submission = await lockSubmission(tx, id, admin)
    if (!submission) return refused('not-found', 'Submission Not Found')
    await lockMembers(tx, submission)
    const outcome = await work(tx, submission, admin)
    if (outcome.ok) await record(tx, admin, action, submission)
    return outcome
  })
}

async function lockMembersOfResult(tx: Db, { id, challengeId, won, isUncounted }: Judged): Promise<void> {
  if (won || isUncounted) await lockConcerned(tx, challengeId, sql`submission_id = ${id}`)
}

function lockSubmission(tx: Db, id: string, admin: Member): Promise<Judged | undefined> {
  return tx.row(sql`
    select s.id, s.challenge_id as "challengeId", s.user_id as "userId", s.status, s.title, s.image_id as "imageId",
      ${contentVersion} as version, coalesce(c.winner_submission_id = s.id, false) as won,
      ${uncounted} as "isUncounted", ${enteredBy(admin.id)} as "isOwnContest",
      jsonb_build_object('author', u.display_name, 'author_id', u.id, 'challenge', c.title, 'status', s.status,
        'votes', case when ${votesVisible} then s.votes end,
        'won', coalesce(c.winner_submission_id = s.id, false)) as state
    from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id
    where s.id = ${id} and ${notOfDraft(admin)} for update of s`)
}

/** Both states name author and challenge, so that the entry makes sense after the submission is deleted. */
async function record(tx: Db, admin: Member, action: AuditAction, submission: Judged): Promise<void> {
  const { author = null, challenge = null } = submission.state
  const after = await tx.row<{ status: string; votes: number | null; reason: string | null }>(sql`
    select s.status, case when ${votesVisible} then s.votes end as votes, s.rejection_reason as reason
    from submissions s join challenges c on c.id = s.challenge_id where s.id = ${submission.id}`)
  await recordAuditEvent(tx, admin, {
    action,
    subject: { id: submission.id, name: submission.title },
    before: submission.state,
    after: after ? { author, challenge, ...after } : null,
    ownContest: submission.isOwnContest,
    challengeId: submission.challengeId,
  })
}
