import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { VoidReason } from '#domain/voting/bars.ts'

export const INTEGRITY_MESSAGES = {
  held: 'The result is held. The challenge is not completed until you release it.',
  released: 'The result is released. The challenge is completed when its voting has ended.',
  recountedSame: 'Counted again: every vote was found, and the result stands.',
  recountedOther: 'Counted again: the result has changed.',
  viewed: 'The counts are shown. The audit log says that you looked.',
  ownContest: 'You entered this challenge, so another administrator has to do this.',
  note: 'Please write what you found',
  noteLength: `The note must be at most ${MAX_REASON_LENGTH} characters`,
  reason: 'Please choose a reason',
  noVotes: 'None of these members has a vote in this challenge.',
  noneTicked: 'No vote is ticked.',
  completed: 'The challenge is completed, so this can no longer be changed.',
  canceled: 'The challenge is canceled, so this can no longer be changed.',
  restored: 'These votes have been restored already.',
  heldAlready: 'The result is held already.',
  notHeld: 'The result is not held.',
  notCompleted: 'The challenge is not completed.',
  shown: 'The votes of this challenge are not hidden.',
  unseen: 'Its counts are hidden. Show them first; the audit log records it.',
  suspended: 'Reinstate the member to restore this vote.',
  mismatch:
    'Failed to count again. The stored counts do not match the votes; an operator has to look at the database.',
} as const

/** Entries and votes on a page, and the most votes that one command voids. */
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
export const SIGNAL_NAMES = Object.keys(SIGNALS) as Signal[]
