import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { VoidReason } from '#domain/voting/rules.ts'

export const INTEGRITY_MESSAGES = {
  ownContest: 'You entered this challenge, so another administrator has to do this.',
  secret:
    'A secret ballot: counts and voters are hidden from administrators too. The audit log records who looks.',
  note: 'Please write what you found',
  noteLength: `The note must be at most ${MAX_REASON_LENGTH} characters`,
  reason: 'Please choose a reason',
  noVotes: 'No vote is ticked that counts in this challenge.',
  finished: 'The challenge is finished, so this can no longer be changed.',
  stale: 'This is not possible as things are now. Open the challenge again.',
  unseen: 'Its counts are hidden. Show them first; the audit log records it.',
  mismatch:
    'Failed to count again. The stored counts do not match the votes; an operator has to look at the database.',
} as const

/** Votes on a page, and the most votes that one command voids. */
export const DESK_PAGE_SIZE = 50

/** The reasons that an administrator may choose; 'suspended' comes with a suspension. */
export const CHOSEN_REASONS: readonly VoidReason[] = ['several_accounts', 'new_accounts', 'agreed', 'other']

/** When the desk marks a vote: each figure is a count beside it; docs/fairness.md has what these values find. */
export const SIGNALS = {
  /** Votes for one entry, at most so many hours from this one, by accounts made at most so many days before voting opened. */
  newAccounts: { votes: 4, hours: 2, days: 3 },
  /** Votes for one entry from one network, and their share of all from there: a household or a provider spreads its votes. */
  network: { votes: 3, share: 0.75 },
} as const

export type Signal = keyof typeof SIGNALS
