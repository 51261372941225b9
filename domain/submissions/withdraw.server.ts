import sql from 'sql-template-tag'
import { type Scope, submissionsOpen } from '#domain/challenges/scope.server.ts'
import { deletedReports, reportsOn } from '#domain/events/record.server.ts'
import { deleteImageFiles, deleteUnusedImages } from '#domain/media/files.server.ts'
import { reverseReward } from '#domain/points/ledger.server.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { frozen } from './queries.server.ts'
import {
  SUBMISSION_MESSAGES,
  WITHDRAWAL_MESSAGES,
  type WithdrawalState,
  withdrawalRefusal,
} from './refusals.ts'
import { submissionVisible } from './visibility.server.ts'

/**
 * Withdraws the viewer's own submission before it has votes, with the points that the ledger recorded; its image is
 * deleted. Locks the challenge against transitions. The member may submit again.
 */
export async function withdrawSubmission(
  { db, files }: { db: Db; files: FileStore },
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  const imageIds = await db.transaction(async (tx) => {
    // Locked first, so that the next statement reads what a concurrent rejection or edit has taken back or paid. Not
    // after the deadline, where a lock would delay what is due.
    const open = await tx.row(sql`
      select 1 as found from challenges c join submissions s on s.challenge_id = c.id
      where c.id = ${challengeId} and s.id = ${submissionId} and s.user_id = ${viewer.id}
        and ${submissionsOpen}
      for no key update of c for update of s`)
    if (!open) return undefined
    const withdrawn = await tx.row<{ imageId: string | null }>(sql`
      with open as (
        select c.id, c.deadline from challenges c join submissions s on s.challenge_id = c.id
        where c.id = ${challengeId} and s.id = ${submissionId} and s.user_id = ${viewer.id}
          and ${submissionsOpen} and not ${frozen}
        for no key update of c
      ),
      allowed as (
        select open.* from open join users u on u.id = ${viewer.id} where ${memberActive()} for key share of u
      ),
      withdrawn as (
        delete from submissions s using allowed
        where s.challenge_id = allowed.id and s.id = ${submissionId} and s.user_id = ${viewer.id}
          and s.status <> 'rejected'
          -- The statement may have waited for its locks beyond the deadline.
          and app_now() < allowed.deadline
        returning s.id, s.challenge_id, s.user_id, s.image_id
      ),
      counted as (
        update challenges c set participant_count = c.participant_count - 1, updated_at = app_now()
        from withdrawn where c.id = withdrawn.challenge_id
      ),
      ${deletedReports(reportsOn(sql`select id from withdrawn`))}
      select image_id as "imageId" from withdrawn`)
    if (!withdrawn) return undefined
    const own = { userId: viewer.id, challengeId }
    await reverseReward(tx, { ...own, reason: 'challenge_submission', sourceId: submissionId })
    await reverseReward(tx, { ...own, reason: 'challenge_participation' })
    return withdrawn.imageId ? deleteUnusedImages(tx, viewer.id, [withdrawn.imageId]) : []
  })
  if (imageIds) {
    await deleteImageFiles(files, imageIds)
    return done(null)
  }
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  const state = await submissionToWithdraw(db, scope, challengeId, submissionId)
  if (!state) return refused('not-found', 'Submission Not Found')
  return refused('closed', withdrawalRefusal(state) ?? WITHDRAWAL_MESSAGES.failed)
}

interface SubmissionToWithdraw extends WithdrawalState {
  title: string
  challengeTitle: string
}

/** The viewer's own submission; undefined for anyone else. */
export function submissionToWithdraw(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<SubmissionToWithdraw | undefined> {
  return db.row(sql`
    select s.title, c.title as "challengeTitle", s.status, ${frozen} as "isFrozen",
      ${submissionsOpen} as "isOpen"
    from submissions s join challenges c on c.id = s.challenge_id
    where s.id = ${submissionId} and c.id = ${challengeId} and s.user_id = ${scope.viewer?.id ?? null}
      and ${submissionVisible(scope)}`)
}
