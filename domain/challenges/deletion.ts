import type { ChallengeStatus } from './rules.ts'

export const DELETION_MESSAGES = {
  deleted: 'Challenge deleted successfully',
  failed: 'Failed to delete challenge',
  onlyDrafts: 'Failed to delete challenge. Only drafts without entries can be deleted.',
  stale: 'Failed to delete challenge. It has changed since you opened it; please check it again.',
} as const

/** Only drafts without a submission can be deleted (ADM-16). */
export function canDelete(challenge: { status: ChallengeStatus; hasSubmissions: boolean }): boolean {
  return challenge.status === 'draft' && !challenge.hasSubmissions
}
