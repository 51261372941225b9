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

export const TITLES = {
  approve: 'Approve Submission',
  reject: 'Reject Submission',
  undo: 'Undo Approval or Rejection',
  remove: 'Delete Submission',
} as const
