import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { formatCount } from '#app/ui/number.tsx'
import type { Admin } from '#domain/members/rules.ts'
import { type SubmissionToModerate, submissionToModerate } from '#domain/moderation/queries.server.ts'
import { alreadyModerated, MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Confirmation } from '../components/confirmation.ts'
import { notFoundConfirmation } from '../components/run-admin-action.server.ts'

type Context = Readonly<RouterContextProvider>

export function approveConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (entry) => ({
    consequences: ['Its author sees it as approved, and everyone can see it.'],
    label: 'Approve Submission',
    pendingLabel: 'Approving...',
    refusal:
      entry.status === 'pending' ? null : alreadyModerated(MODERATION_MESSAGES.approveFailed, entry.status),
  }))
}

export function rejectConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (entry) => ({
    consequences: ['Only its author and administrators see it from then on.', ...removalTexts(entry)],
    label: 'Reject Submission',
    pendingLabel: 'Rejecting...',
    danger: true,
    defaultReason: MODERATION_MESSAGES.defaultReason,
    refusal:
      entry.status === 'pending' ? null : alreadyModerated(MODERATION_MESSAGES.rejectFailed, entry.status),
  }))
}

export function deleteConfirmation(context: Context, admin: Admin, id: string) {
  return confirmationFor(context, admin, id, (entry) => ({
    consequences: [
      'The submission is deleted for good. It cannot be brought back.',
      ...(entry.status === 'rejected' ? [] : removalTexts(entry)),
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
  ask: (entry: SubmissionToModerate) => Omit<Confirmation, 'subject'>,
) {
  const entry = isId(id) ? await submissionToModerate(context.get(servicesContext).db, admin, id) : undefined
  if (!entry) return notFoundConfirmation('Submission Not Found')
  const subject = `${entry.title}, by ${entry.authorName || 'Anonymous Ninja'} in ${entry.challengeTitle}`
  return data<Confirmation>({ subject, ...ask(entry) })
}

function removalTexts({ votes, won }: SubmissionToModerate): string[] {
  const voted =
    votes > 0 && `Its ${formatCount(votes, 'vote')} and their points go; who voted for it may vote again.`
  const entered = `Its author gives back the ${REWARDS.submission} points for entering.`
  const counted = won && 'It has won its challenge: the votes are counted again without it.'
  return [voted, entered, counted].filter((words) => words !== false)
}
