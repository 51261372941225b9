import { formatCount } from '#app/ui/number.tsx'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { SubmissionToModerate } from '#domain/moderation/queries.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'

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

/** What an undo of the approval or rejection changes. */
export function undoTexts(
  { status, isShown, wasApproved }: SubmissionToModerate,
  moderation: Moderation,
): string[] {
  return [
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
  ]
}

/** What a removal from the contest takes. */
export function removalTexts({ votes, won, authorPoints, isInVoting }: SubmissionToModerate): string[] {
  const lost = votes === null ? 'Votes for it' : votes > 0 && `Its ${formatCount(votes, 'vote')}`
  const again = isInVoting ? ' The voters can vote again.' : ''
  const lostVotes = lost && `${lost} and their points are removed.${again}`
  const lostPoints = authorPoints > 0 && `The author loses ${formatCount(authorPoints, 'point')}.`
  const recount = won && 'It won its challenge. The winner is determined again without it.'
  return [lostVotes, lostPoints, recount].filter((text) => text !== false)
}
