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

/** A viewer's vote in a challenge, as pages show it. */
export interface Ballot {
  /** The submission that they voted for; null before a vote. */
  votedFor: string | null
  /** They may see that submission. */
  isVisible: boolean
  /** Why they may not vote in the challenge. */
  bar: BarText | null
}

export const NO_BALLOT: Ballot = { votedFor: null, isVisible: false, bar: null }

interface VoteContext {
  challenge: Phase
  ballot: Ballot
  viewerId: string | null
  /** Only approved submissions are public. */
  reviewed: boolean
  now: Date
}

interface VotableSubmission {
  id: string
  status: 'pending' | 'approved' | 'rejected'
  /** The id is null if the account was deleted. */
  author: { id: string | null }
}

export type VoteState = 'none' | 'sign-in' | 'own' | 'can-vote' | 'voted' | 'voted-elsewhere' | 'barred'

/** The vote state of a submission for a viewer; 'none' while it takes no votes (VOTE-11, VOTE-14). */
export function voteState(
  { id, status, author }: VotableSubmission,
  { challenge, ballot, viewerId, reviewed, now }: VoteContext,
): VoteState {
  if (viewerId !== null && author.id === viewerId) return 'own'
  if (status === 'rejected' || (status === 'pending' && reviewed)) return 'none'
  if (!isOpenForVotes(challenge, now)) return ballot.votedFor === id ? 'voted' : 'none'
  if (!viewerId) return 'sign-in'
  if (ballot.votedFor === id) return 'voted'
  if (ballot.bar) return 'barred'
  return ballot.votedFor ? 'voted-elsewhere' : 'can-vote'
}

export type VoteForm = 'vote' | 'move-vote' | 'unvote'
