import { MODERATION_MESSAGES as MESSAGES } from '#domain/moderation/rules.ts'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const satisfies SubmissionStatus[]

export function submissionLabel(status: SubmissionStatus): string {
  return LABELS[status]
}

const LABELS: Record<SubmissionStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** What is done to a submission after a confirmation. */
export const MODERATION = {
  approve: { title: 'Approve Submission', failed: MESSAGES.approveFailed },
  reject: { title: 'Reject Submission', failed: MESSAGES.rejectFailed },
  undo: { title: 'Undo Approval or Rejection', failed: MESSAGES.undoFailed },
  delete: { title: 'Delete Submission', failed: MESSAGES.deleteFailed },
} as const
