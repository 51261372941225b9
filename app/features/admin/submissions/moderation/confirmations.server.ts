import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { type SubmissionToModerate, submissionToModerate } from '#domain/moderation/queries.server.ts'
import { alreadyModerated, MODERATION_MESSAGES, undoTooLate } from '#domain/moderation/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import { isId } from '#platform/id.server.ts'
import { OWN_CONTEST } from '../../confirmation/own-contest.ts'
import { notFoundConfirmation } from '../../confirmation/run-admin-action.server.ts'

type Context = Readonly<RouterContextProvider>

export function approveConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (submission) => ({
    consequences: approvalTexts(submission, scopeOf(context).moderation),
    label: 'Approve Submission',
    pendingLabel: 'Approving...',
    refusal:
      submission.status === 'pending'
        ? null
        : alreadyModerated(MODERATION_MESSAGES.approveFailed, submission.status),
  }))
}

export function rejectConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (submission) => ({
    consequences: rejectionTexts(submission),
    label: 'Reject Submission',
    pendingLabel: 'Rejecting...',
    danger: true,
    defaultReason: MODERATION_MESSAGES.defaultReason,
    hiddenFields: { seen: submission.status },
    history: approvalOf(submission),
    refusal:
      submission.status === 'rejected'
        ? alreadyModerated(MODERATION_MESSAGES.rejectFailed, submission.status)
        : null,
  }))
}

/** What an approval changes. */
export function approvalTexts(submission: SubmissionToModerate, moderation: Moderation): string[] {
  return [shownText(submission, moderation), ...(submission.isUncounted ? [recountText(submission)] : [])]
}

function shownText({ isShown, isDraft }: SubmissionToModerate, moderation: Moderation): string {
  if (isDraft) return 'It stays hidden with its challenge, which is a draft. Approving marks it as seen.'
  if (moderation === 'before')
    return isShown
      ? 'Approving shows it in the gallery.'
      : 'Approving shows it in the gallery after the deadline.'
  return isShown
    ? 'It is public already. Approving marks it as seen.'
    : 'It becomes public at the deadline. Approving marks it as seen.'
}

function recountText({ votes }: SubmissionToModerate): string {
  return `Its ${formatCount(votes ?? 0, 'vote')} did not count when the challenge was completed. All votes are counted again, so the winner and the ${REWARDS.win} points may change.`
}

/** What a rejection changes. */
export function rejectionTexts(submission: SubmissionToModerate): string[] {
  return [
    'Only the author and administrators can see it.',
    submission.isOpen
      ? 'The author can edit it until the deadline, which makes it pending again.'
      : 'This is final: the challenge is closed, so the author cannot edit it.',
    ...removalTexts(submission),
    `The rejection can be undone for ${undoMinutes} minutes.${submission.isInVoting ? ' Votes of members who vote again until then stay removed.' : ''}`,
  ]
}

export function undoConfirmation(context: Context, admin: Admin, id: string) {
  const { moderation } = scopeOf(context)
  return confirmationFor(context, admin, id, ({ status, isShown, isUndoable, wasApproved }) => ({
    consequences: [
      `The submission is ${wasApproved ? 'approved' : 'pending'} again.`,
      ...(status === 'rejected' && isShown && (wasApproved || moderation === 'after')
        ? ['It is public again.']
        : []),
      ...(status === 'approved' && isShown && moderation === 'before' ? ['It is not public any more.'] : []),
      ...(status === 'rejected'
        ? [
            'What the rejection took is given back: points, votes and a win.',
            'Votes of members who voted again since stay removed.',
          ]
        : []),
    ],
    label: status === 'rejected' ? 'Undo Rejection' : 'Undo Approval',
    pendingLabel: 'Undoing...',
    refusal: isUndoable ? null : undoRefusal(status),
  }))
}

function undoRefusal(status: SubmissionStatus): string {
  const failed = MODERATION_MESSAGES.undoFailed
  return status === 'pending' ? alreadyModerated(failed, status) : undoTooLate(failed)
}

export function deleteConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (submission) => ({
    consequences: [
      'The submission is deleted for good. This cannot be undone.',
      ...(submission.status === 'rejected' ? [] : removalTexts(submission)),
    ],
    label: 'Delete Submission',
    pendingLabel: 'Deleting...',
    danger: true,
  }))
}

async function confirmationFor(
  context: Context,
  admin: Admin,
  id: string,
  build: (submission: SubmissionToModerate) => Omit<Confirmation, 'subject'>,
) {
  const submission = isId(id)
    ? await submissionToModerate(context.get(servicesContext).db, admin, id)
    : undefined
  if (!submission) return notFoundConfirmation('Submission Not Found')
  const subject = `${submission.title}, by ${submission.authorName || 'Anonymous Ninja'} in ${submission.challengeTitle}`
  const confirmation = build(submission)
  const consequences = [...confirmation.consequences, ...(submission.isOwnContest ? [OWN_CONTEST] : [])]
  return data<Confirmation>({ subject, version: submission.version, ...confirmation, consequences })
}

/** 'This submission was approved by Keeper of the Gate on', with the date. */
function approvalOf({ status, moderatedAt, moderatorName }: SubmissionToModerate): Confirmation['history'] {
  if (status !== 'approved' || !moderatedAt) return undefined
  const by = moderatorName === null ? '' : ` by ${moderatorName || 'Anonymous Ninja'}`
  return { text: `This submission was approved${by} on`, at: moderatedAt }
}

function removalTexts({ votes, won, authorPoints, isInVoting }: SubmissionToModerate): string[] {
  const lost = votes === null ? 'Votes for it' : votes > 0 && `Its ${formatCount(votes, 'vote')}`
  const again = isInVoting ? ' The voters can vote again.' : ''
  const lostVotes = lost && `${lost} and their points are removed.${again}`
  const lostPoints = authorPoints > 0 && `The author loses ${formatCount(authorPoints, 'point')}.`
  const recount = won && 'It won its challenge. The winner is determined again without it.'
  return [lostVotes, lostPoints, recount].filter((text) => text !== false)
}
