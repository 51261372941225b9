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
  /** Votes are taken at this moment. */
  isOpen: boolean
  ballot: Ballot
  viewerId: string | null
  /** Only approved submissions are public. */
  reviewed: boolean
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
  { isOpen, ballot, viewerId, reviewed }: VoteContext,
): VoteState {
  if (viewerId !== null && author.id === viewerId) return 'own'
  if (status === 'rejected' || (status === 'pending' && reviewed)) return 'none'
  if (isOpen && !viewerId) return 'sign-in'
  const state = stateOnBallot(id, ballot)
  return isOpen || state === 'voted' ? state : 'none'
}

/** The vote state of a submission that a member may vote for, but for a bar or an earlier vote. */
export function stateOnBallot(submissionId: string, { votedFor, bar }: Ballot): VoteState {
  if (votedFor === submissionId) return 'voted'
  if (bar) return 'barred'
  return votedFor ? 'voted-elsewhere' : 'can-vote'
}

export type VoteForm = 'vote' | 'move-vote' | 'unvote'

/** Why votes are voided, as members read it. */
export const VOID_REASONS = {
  several_accounts: 'One person voted with several accounts',
  new_accounts: 'Accounts were made for this vote',
  agreed: 'Votes were given by agreement',
  suspended: 'The voter was suspended',
  other: 'Against the rules of the contest',
} as const

export type VoidReason = keyof typeof VOID_REASONS

/** Why a member may not vote in a challenge: a voided vote, a look at hidden counts, or a limit of the challenge. */
export type VoterBar =
  | { cause: 'voided'; reason: VoidReason }
  | { cause: 'looked' }
  | { cause: 'not verified' }
  | {
      cause: 'joined late'
      votingOpened: string | null
      /** The time zone of the member, where it is known. */
      zone: string | null
    }
  | {
      cause: 'new account'
      /** The least age of an account that may vote on the site. */
      days: number
      mayVoteFrom: string
      zone: string | null
    }

/** For pages, which word the time between the texts in the zone of the browser. */
export interface BarText {
  text: string
  at: string | null
  end: string
}

export function voterRefusal(bar: VoterBar): BarText {
  if (bar.cause === 'new account') {
    const text = `Only accounts older than ${bar.days === 1 ? 'a day' : `${bar.days} days`} may vote. Yours may from`
    return { text, at: bar.mayVoteFrom, end: 'on.' }
  }
  if (bar.cause !== 'joined late') return { text: reasonOf(bar), at: null, end: '' }
  const at = bar.votingOpened
  const text = `Only members who joined before voting opened${at ? ' on' : ''}`
  return { text, at, end: 'may vote in this challenge.' }
}

function reasonOf(bar: Exclude<VoterBar, { zone: string | null }>): string {
  if (bar.cause === 'voided')
    return `The organisers voided your vote in this challenge: ${VOID_REASONS[bar.reason].toLowerCase()}.`
  if (bar.cause === 'looked')
    return 'You have looked at the hidden counts of this challenge, so you can no longer vote in it or change your vote.'
  return 'Only members with a verified e-mail address may vote in this challenge. Verify yours where you sign in, then sign in again.'
}
