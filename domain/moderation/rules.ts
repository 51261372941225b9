import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'

export const MODERATION_MESSAGES = {
  approved: 'Submission approved successfully',
  approveFailed: 'Failed to approve submission',
  rejected: 'Submission rejected successfully',
  rejectFailed: 'Failed to reject submission',
  deleted: 'Submission deleted successfully',
  deleteFailed: 'Failed to delete submission',
  defaultReason: 'Content does not meet community guidelines',
} as const

export const longestReason = 500

export function editedSince(failed: string): string {
  return `${failed}. It has been edited since you opened it; please check it again.`
}

export function alreadyModerated(failed: string, status: SubmissionStatus): string {
  return `${failed}. It is already ${status}.`
}
