import { memberName } from '#app/parts/members/names.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { CompletionPreview } from '#domain/lifecycle/completion.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

export interface CompletionSettings {
  allowVoting: boolean
  showVotes: boolean
}

/** What a completion does; `participants` says what they are paid, if not what Complete pays. */
export function completionTexts(
  challenge: CompletionSettings,
  preview: CompletionPreview,
  participants = participantText(preview),
): string[] {
  return [
    'Submissions and voting close now, and the status becomes Completed.',
    participants,
    winnerText(challenge, preview),
    ...(challenge.showVotes || !challenge.allowVoting ? [] : ['The points of hidden votes are paid now.']),
  ]
}

function participantText({ participants, payments }: CompletionPreview): string {
  if (participants === 0) return 'There are no participants to reward.'
  if (payments.length === 0) return 'All participants have already been paid for this challenge.'
  const total = payments.reduce((sum, { points }) => sum + points, 0)
  const each = REWARDS.participation
  const share =
    total === each * payments.length ? `${each} points each` : `${formatNumber(total)} points in total`
  const paid = `${formatCount(payments.length, 'participant')} will get ${share}`
  const before = participants - payments.length
  return before > 0 ? `${paid}; ${formatNumber(before)} already paid will get none.` : `${paid}.`
}

function winnerText({ allowVoting, showVotes }: CompletionSettings, { winner }: CompletionPreview): string {
  if (!allowVoting) return 'Voting is off, so there is no winner.'
  if (!showVotes) return `Votes are secret until then. The winner will win ${REWARDS.win} bonus points.`
  if (!winner) return 'No votes have been cast, so there is no winner.'
  const leads = `${isolated(memberName(winner.name))} leads with ${formatCount(winner.votes, 'vote')} and will win ${REWARDS.win} bonus points.`
  if (winner.tied === 1) return leads
  return `${leads} ${formatNumber(winner.tied)} entries have as many; the one that was finished first wins.`
}
