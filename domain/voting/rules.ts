import { isOpenForVotes, type Phase } from '#domain/challenges/rules.ts'

/** Withdrawals of a member per challenge; a move is one. Bounds the ledger: each vote and each withdrawal adds two rows. */
export const maxWithdrawals = 10

export const VOTING_MESSAGES = {
  already: 'You have already voted for this submission',
  alreadyElsewhere: 'Each user gets one vote per challenge.',
  own: 'You cannot vote for your own submission',
  signIn: 'Sign in to Vote',
  notOpen: 'Voting is not open for this challenge',
  noVote: 'You have not voted for this submission',
  withdrawalLimit: `You have moved or withdrawn your vote ${maxWithdrawals} times in this challenge. It can no longer be changed.`,
  nextVoteIsFinal: `You have moved or withdrawn your vote ${maxWithdrawals} times in this challenge. Your next vote cannot be changed.`,
  failed: 'Failed to register your vote. Please try again.',
  withdrawalFailed: 'Failed to remove your vote. Please try again.',
  voted: "You've voted for this submission",
  moved: 'Your vote has been moved to this submission',
  withdrawn: 'Your vote has been removed',
} as const

/** Why votes are voided, as members read it. */
export const VOID_REASONS = {
  several_accounts: 'One person voted with several accounts',
  new_accounts: 'Accounts were made for this vote',
  agreed: 'Votes were given by agreement',
  suspended: 'The voter was suspended',
  other: 'Against the rules of the contest',
} as const

export type VoidReason = keyof typeof VOID_REASONS

/** Why a member may not vote in a challenge: their vote was voided, or the challenge limits who may vote. */
export type VoterBar =
  | { cause: 'voided'; reason: VoidReason }
  | { cause: 'not verified' }
  | { cause: 'joined late'; votingOpened: string | null }

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function voterRefusal(bar: VoterBar): string {
  if (bar.cause === 'voided')
    return `The organisers voided your vote in this challenge: ${VOID_REASONS[bar.reason].toLowerCase()}.`
  if (bar.cause === 'not verified')
    return 'Only members with a verified e-mail address may vote in this challenge. Verify yours where you sign in, then sign in again.'
  const opened = bar.votingOpened ? ` on ${moment.format(new Date(bar.votingOpened))} UTC` : ''
  return `Only members who joined before voting opened${opened} may vote in this challenge.`
}

interface VoteContext {
  challenge: Phase
  /** Null if the account was deleted. */
  authorId: string | null
  eligible: boolean
  votedForId: string | null
}

/** Whether a submission may be voted for. `reviewed`: only approved ones are public. */
export function isEligible(status: 'pending' | 'approved' | 'rejected', reviewed: boolean): boolean {
  return status === 'approved' || (status === 'pending' && !reviewed)
}

export type VoteState = 'none' | 'sign-in' | 'own' | 'can-vote' | 'voted' | 'voted-elsewhere'

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
  return context.votedForId ? 'voted-elsewhere' : 'can-vote'
}
