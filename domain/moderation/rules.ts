export const MESSAGES = {
  approved: 'Submission approved successfully',
  approveFailed: 'Failed to approve submission',
  rejected: 'Submission rejected successfully',
  rejectFailed: 'Failed to reject submission',
  deleted: 'Submission deleted successfully',
  deleteFailed: 'Failed to delete submission',
  defaultReason: 'Content does not meet community guidelines',
} as const
