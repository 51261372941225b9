import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'

export const MODERATION_MESSAGES = {
  approved: 'Submission approved successfully',
  approveFailed: 'Failed to approve submission',
  rejected: 'Submission rejected successfully',
  rejectFailed: 'Failed to reject submission',
  deleted: 'Submission deleted successfully',
  deleteFailed: 'Failed to delete submission',
  approvalUndone: 'Approval undone. The submission is pending again.',
  rejectionUndone: 'Rejection undone. The submission is pending again.',
  undoFailed: 'Failed to undo',
  defaultReason: 'Content does not meet community guidelines',
} as const

export const longestReason = 500

/** The statuses that administrators give. */
export const JUDGEMENTS = ['approved', 'rejected'] as const
export type Judgement = (typeof JUDGEMENTS)[number]

export function editedSince(failed: string): string {
  return `${failed}. It has been edited since you opened it; please check it again.`
}

export function alreadyModerated(failed: string, status: SubmissionStatus): string {
  return `${failed}. It is already ${status}.`
}

export function undoTooLate(failed: string): string {
  return `${failed}. More than ${undoMinutes} minutes have passed.`
}
