import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import type { Admin } from '#domain/members/rules.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { type SubmissionToModerate, submissionToModerate } from '#domain/moderation/queries.server.ts'
import {
  alreadyModerated,
  JUDGEMENTS,
  MODERATION_MESSAGES as MESSAGES,
  REJECTABLE,
  type Undone,
  undoneMessage,
  undoTooLate,
} from '#domain/moderation/rules.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { plainText } from '#platform/text/text.ts'
import { confirmedAction, confirmedActions } from '../../confirmation/confirmed-action.server.ts'
import { OWN_CONTEST } from '../../confirmation/own-contest.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { QUEUE_PATH, SUBMISSIONS_PATH } from '../../paths.ts'
import { MODERATION } from '../statuses.ts'
import { approvalTexts, rejectionTexts, removalTexts, undoTexts } from './consequences.ts'

const ON_SUBMISSION = { list: SUBMISSIONS_PATH, missing: 'Submission Not Found', load: submissionOf }

/** Approves a pending submission (SUB-29). */
const approve = confirmedAction({
  ...ON_SUBMISSION,
  fields: ['version'],
  done: besideQueue(MESSAGES.approved),
  failed: MODERATION.approve.failed,
  confirm: (submission, { context }) =>
    confirmationOf(submission, {
      consequences: approvalTexts(submission, scopeOf(context).moderation),
      label: MODERATION.approve.title,
      pendingLabel: 'Approving...',
      refusal:
        submission.status === 'pending' ? null : alreadyModerated(MESSAGES.approveFailed, submission.status),
    }),
  run: ({ db, context }, id, fields) => approveSubmission(db, scopeOf(context), id, versionIn(fields)),
})

/** Rejects a pending or approved submission, with a reason (SUB-30, SUB-70). */
const reject = confirmedAction({
  ...ON_SUBMISSION,
  fields: ['version', 'reason', 'seen'],
  done: besideQueue(MESSAGES.rejected),
  failed: MODERATION.reject.failed,
  confirm: (submission) =>
    confirmationOf(submission, {
      consequences: rejectionTexts(submission),
      label: MODERATION.reject.title,
      pendingLabel: 'Rejecting...',
      danger: true,
      defaultReason: MESSAGES.defaultReason,
      hiddenFields: { seen: submission.status },
      history: approvalOf(submission),
      refusal:
        submission.status === 'rejected' ? alreadyModerated(MESSAGES.rejectFailed, submission.status) : null,
    }),
  run({ db, context }, id, fields) {
    const reason = plainText(rawBeginning(fields.get('reason'), 'text'))
    const seen = REJECTABLE.find((known) => known === fields.get('seen')) ?? 'pending'
    return rejectSubmission(db, scopeOf(context), id, reason, { version: versionIn(fields), seen })
  },
})

/** Undoes the approval or rejection of a submission (SUB-65). */
const undo = confirmedAction({
  ...ON_SUBMISSION,
  fields: ['version', 'judgement', 'judged'],
  done: (undone: Undone, to: string) => (undone.missingVotes || !isQueue(to) ? undoneMessage(undone) : null),
  failed: MODERATION.undo.failed,
  confirm: (submission, { context }) =>
    confirmationOf(submission, {
      consequences: undoTexts(submission, scopeOf(context).moderation),
      label: submission.status === 'rejected' ? 'Undo Rejection' : 'Undo Approval',
      pendingLabel: 'Undoing...',
      hiddenFields: { judgement: submission.status, judged: `${submission.judgementVersion ?? ''}` },
      refusal: submission.isUndoable ? null : undoRefusal(submission.status),
    }),
  run({ db, context }, id, fields) {
    const judgement = JUDGEMENTS.find((known) => known === fields.get('judgement')) ?? null
    const judged = fields.has('judged') ? versionIn(fields, 'judged') : 'own'
    return undoModeration(db, scopeOf(context), id, { version: versionIn(fields), judgement, judged })
  },
})

/** Deletes a submission (SUB-31). */
const remove = confirmedAction({
  ...ON_SUBMISSION,
  fields: ['version'],
  done: besideQueue(MESSAGES.deleted),
  failed: MODERATION.delete.failed,
  confirm: (submission) =>
    confirmationOf(submission, {
      consequences: [
        'The submission is deleted for good. This cannot be undone.',
        ...(submission.status === 'rejected' ? [] : removalTexts(submission)),
      ],
      label: MODERATION.delete.title,
      pendingLabel: 'Deleting...',
      danger: true,
    }),
  run: ({ db, context }, id, fields) =>
    deleteSubmission(
      { db, files: context.get(servicesContext).files },
      scopeOf(context),
      id,
      versionIn(fields),
    ),
})

export const moderation = confirmedActions('verb', { approve, reject, undo, delete: remove })

interface Call {
  db: Db
  context: Readonly<RouterContextProvider>
  admin: Admin
}

function submissionOf({ db, admin }: Call, id: string) {
  return submissionToModerate(db, admin, id)
}

/** The queue shows by itself what was done. */
function besideQueue(message: string) {
  return (_: unknown, to: string) => (isQueue(to) ? null : message)
}

function isQueue(path: string): boolean {
  return path.split('?')[0] === QUEUE_PATH
}

function confirmationOf(
  { title, authorName, challengeTitle, version, isOwnContest }: SubmissionToModerate,
  confirmation: Omit<Confirmation, 'subject'>,
): Confirmation {
  return {
    subject: `${isolated(title)}, by ${isolated(authorName || 'Anonymous Ninja')} in ${isolated(challengeTitle)}`,
    version,
    ...confirmation,
    consequences: [...confirmation.consequences, ...(isOwnContest ? [OWN_CONTEST] : [])],
  }
}

function undoRefusal(status: SubmissionStatus): string {
  return status === 'pending'
    ? alreadyModerated(MESSAGES.undoFailed, status)
    : undoTooLate(MESSAGES.undoFailed)
}

/** 'This submission was approved by Keeper of the Gate on', with the date. */
function approvalOf({ status, moderatedAt, moderatorName }: SubmissionToModerate): Confirmation['history'] {
  if (status !== 'approved' || !moderatedAt) return undefined
  const by = moderatorName === null ? '' : ` by ${isolated(moderatorName || 'Anonymous Ninja')}`
  return { text: `This submission was approved${by} on`, at: moderatedAt }
}
