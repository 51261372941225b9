import { type ChallengeStatus, DAY, EXTENSION_DAYS } from '#domain/challenges/rules.ts'

export const LIFECYCLE_MESSAGES = {
  completed: 'Challenge completed successfully! Points have been awarded to participants.',
  completedUnpaid: 'Challenge completed successfully!',
  completeFailed: 'Failed to complete challenge',
  extended: 'Challenge deadline extended by one week and reactivated successfully!',
  extendFailed: 'Failed to extend challenge deadline',
  notRunning: 'Failed to complete challenge. It is not running any more.',
  notExtendable:
    'Failed to extend challenge deadline. Only running and completed challenges can be extended.',
  stale: 'Failed to extend challenge deadline. It has changed since you opened it; please check it again.',
} as const

export function canComplete(status: ChallengeStatus): boolean {
  return status === 'active' || status === 'voting'
}

export function canExtend(status: ChallengeStatus): boolean {
  return status === 'completed' || canComplete(status)
}

/** One week from `now`, or the current deadline if that is later (CHL-28, CHL-31). */
export function extendedDeadline(deadline: Date | null, now: Date): Date {
  return new Date(Math.max(now.getTime() + EXTENSION_DAYS * DAY, deadline?.getTime() ?? 0))
}
