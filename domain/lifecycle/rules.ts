import { type ChallengeStatus, DAY, EXTENSION_DAYS } from '#domain/challenges/rules.ts'

export const LIFECYCLE_MESSAGES = {
  completed: 'Challenge completed successfully! Points have been awarded to participants.',
  completedUnpaid: 'Challenge completed successfully!',
  completeFailed: 'Failed to complete challenge',
  extended: 'Challenge deadline extended by one week and reactivated successfully!',
  extendedActive: 'Challenge deadline extended by one week successfully!',
  laterDeadline: 'The deadline is later than a week from now',
  extendFailed: 'Failed to extend challenge deadline',
  mismatch:
    'Failed to complete challenge. Two counts of its votes differ, so no result was stored. Please tell the operator.',
  held: 'Failed to complete challenge. Its result is held; release it first.',
  notRunning: 'Failed to complete challenge. It is not running any more.',
  notExtendable:
    'Failed to extend challenge deadline. Only running and completed challenges can be extended.',
  stale: 'Failed to extend challenge deadline. It has changed since you opened it; please check it again.',
  staleCompletion: 'Failed to complete challenge. It has changed since you opened it; please check it again.',
} as const

/** Places on a page of results. */
export const RESULTS_PAGE_SIZE = 24

export function canComplete(status: ChallengeStatus): boolean {
  return status === 'active' || status === 'voting'
}

export function canExtend(status: ChallengeStatus): boolean {
  return status === 'completed' || canComplete(status)
}

/** One week from `now` (CHL-28). */
export function extendedDeadline(now: Date): Date {
  return new Date(now.getTime() + EXTENSION_DAYS * DAY)
}

/** Why a challenge cannot be extended, or null: nothing may end earlier (CHL-31). */
export function extensionRefusal(
  { status, deadline }: { status: ChallengeStatus; deadline: Date | null },
  now: Date,
): string | null {
  if (!canExtend(status)) return LIFECYCLE_MESSAGES.notExtendable
  return deadline && deadline > extendedDeadline(now) ? LIFECYCLE_MESSAGES.laterDeadline : null
}

export interface Counted {
  submissionId: string
  votes: number
  /** UTC with microseconds, such as '2026-11-23 12:00:00.000001'. */
  contentChangedAt: string
}

/** The submission with the most votes; of equal ones the one whose content was final earlier, then the lower id. */
export function winnerOf<Entry extends Counted>(entries: readonly Entry[]): Entry | undefined {
  const [best] = entries.filter(({ votes }) => votes > 0).toSorted(byPlace)
  return best
}

function byPlace(one: Counted, other: Counted): number {
  if (one.votes !== other.votes) return other.votes - one.votes
  if (one.contentChangedAt !== other.contentChangedAt)
    return one.contentChangedAt < other.contentChangedAt ? -1 : 1
  return one.submissionId < other.submissionId ? -1 : 1
}
