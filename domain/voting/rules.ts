import { isOpenForVotes, type Phase } from '#domain/challenges/rules.ts'
import type { BarText } from './bars.ts'

export const VOTING_MESSAGES = {
  alreadyElsewhere: 'Each user gets one vote per challenge.',
  signIn: 'Sign in to Vote',
  held: 'Results are being checked.',
  notOpen: 'Voting is not open for this challenge',
  failed: 'Failed to register your vote. Please try again.',
  withdrawalFailed: 'Failed to remove your vote. Please try again.',
  voted: "You've voted for this submission",
  moved: 'Your vote has been moved to this submission',
  withdrawn: 'Your vote has been removed',
} as const

/** Apart, because browsers do not load it. */
export const VOTE_REFUSALS = {
  already: 'You have already voted for this submission',
  own: 'You cannot vote for your own submission',
  noVote: 'You have not voted for this submission',
} as const

interface VoteContext {
  challenge: Phase
  /** Null if the account was deleted. */
  authorId: string | null
  eligible: boolean
  votedForId: string | null
  /** Why the viewer may not vote in the challenge. */
  bar: BarText | null
}

/** Whether a submission may be voted for. `reviewed`: only approved ones are public. */
export function isEligible(status: 'pending' | 'approved' | 'rejected', reviewed: boolean): boolean {
  return status === 'approved' || (status === 'pending' && !reviewed)
}

export type VoteState = 'none' | 'sign-in' | 'own' | 'can-vote' | 'voted' | 'voted-elsewhere' | 'barred'

/** The vote state of a submission for a viewer; 'none' while it takes no votes (VOTE-11, VOTE-14). */
export function voteState(
  submissionId: string,
  context: VoteContext,
  viewerId: string | null,
  now: Date,
): VoteState {
  if (viewerId !== null && context.authorId === viewerId) return 'own'
  if (!context.eligible) return 'none'
  if (!isOpenForVotes(context.challenge, now)) return context.votedForId === submissionId ? 'voted' : 'none'
  if (!viewerId) return 'sign-in'
  if (context.votedForId === submissionId) return 'voted'
  if (context.bar) return 'barred'
  return context.votedForId ? 'voted-elsewhere' : 'can-vote'
}
