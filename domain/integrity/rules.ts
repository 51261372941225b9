import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { VoidReason } from '#domain/voting/bars.ts'

export const INTEGRITY_MESSAGES = {
  voidFailed: 'Failed to void votes',
  restoreFailed: 'Failed to restore votes',
  holdFailed: 'Failed to hold the result',
  releaseFailed: 'Failed to release the result',
  recountFailed: 'Failed to count again',
  viewFailed: 'Failed to show the counts',
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
  notOpen: 'The challenge has not been in voting.',
  completed: 'The challenge is completed, so its voided votes are final.',
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

/** Members whose votes one command voids. */
export const mostVoided = 500

/** The reasons that an administrator may choose; 'suspended' comes with a suspension. */
export const CHOSEN_REASONS: readonly VoidReason[] = ['several_accounts', 'new_accounts', 'agreed', 'other']

/**
 * When a pattern of votes is shown to organisers. `surprise` is how rarely chance alone may make it, given how the other
 * members of the same challenge voted; docs/fairness.md has the figures that these values reach.
 */
export const PATTERN_LIMITS = {
  /** An account this young, in hours before voting opened, may have been made for the vote. */
  newAccounts: { hours: 24, least: 4, surprise: 1e-3 },
  /** Households and offices share a network and often a taste, so a pair says nothing. */
  network: { least: 3, surprise: 1e-3 },
  /** An announcement brings many votes at once, but for many entries. */
  burst: { seconds: 60, least: 4, surprise: 1e-4 },
  /** Someone who votes for a friend each month is no fraud; someone who never votes for others may be. */
  oneAuthor: { least: 4, surprise: 1e-4 },
  /** Two who vote for each other by taste do so now and then, not each time. */
  mutual: { least: 2, surprise: 1e-5 },
} as const

export type PatternKind = keyof typeof PATTERN_LIMITS

/** How likely at least `hits` of `trials` are by chance, if each is with the probability `chance`. */
export function tailOf(hits: number, trials: number, chance: number): number {
  if (hits <= 0 || chance >= 1) return 1
  if (chance <= 0) return 0
  // The first term by its logarithm, because the factorials are large.
  let term = Math.exp(
    logChoose(trials, hits) + hits * Math.log(chance) + (trials - hits) * Math.log1p(-chance),
  )
  let sum = term
  for (let n = hits; n < trials && term > sum * 1e-12; n++) {
    term *= ((trials - n) / (n + 1)) * (chance / (1 - chance))
    sum += term
  }
  return Math.min(1, sum)
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i)
  return sum
}
