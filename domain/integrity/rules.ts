import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { VoidReason } from '#domain/voting/bars.ts'

export const INTEGRITY_MESSAGES = {
  ownContest: 'You entered this challenge, so another administrator has to do this.',
  note: 'Please write what you found',
  noteLength: `The note must be at most ${MAX_REASON_LENGTH} characters`,
  reason: 'Please choose a reason',
  noVotes: 'None of these members has a vote in this challenge.',
  noneTicked: 'No vote is ticked.',
  completed: 'The challenge is completed, so this can no longer be changed.',
  canceled: 'The challenge is canceled, so this can no longer be changed.',
  stale: 'This is not possible as things are now. Open the challenge again.',
  unseen: 'Its counts are hidden. Show them first; the audit log records it.',
  suspended: 'Reinstate the member to restore this vote.',
  mismatch:
    'Failed to count again. The stored counts do not match the votes; an operator has to look at the database.',
} as const

/** Votes on a page, and the most votes that one command voids. */
export const DESK_PAGE_SIZE = 50

/** The reasons that an administrator may choose; 'suspended' comes with a suspension. */
export const CHOSEN_REASONS: readonly VoidReason[] = ['several_accounts', 'new_accounts', 'agreed', 'other']

/**
 * When the desk marks a vote. Each figure is a count that the desk shows beside the vote; docs/fairness.md has what these
 * values find.
 */
export const SIGNALS = {
  /** Votes for one entry, this one included, at most so many hours apart from it, by accounts made at most so many days before voting opened. */
  newAccounts: { votes: 4, hours: 2, days: 3 },
  /** Votes for one entry from one network, and their share of all votes from there: a household, or a provider with many customers, spreads its votes. */
  network: { votes: 3, share: 0.75 },
  /** Votes of the member for this author, and their share of all votes of the member in completed challenges and this one. */
  author: { votes: 4, share: 0.75 },
} as const

export type Signal = keyof typeof SIGNALS
