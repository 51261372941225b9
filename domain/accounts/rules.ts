import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
/** The title of a submission whose content its author removed; its votes and place stay. */
export const removedSubmissionTitle = 'Removed submission'

export const DELETION_MESSAGES = {
  signIn: 'Please sign in to delete your account.',
  notConfirmed: 'Please sign in again before you delete your account.',
  chooseSubmissions: 'Please choose what happens to your submissions.',
  checkBox: 'Please confirm that you want to delete your account.',
  lastAdministrator: 'Please confirm that the site will have no administrator.',
  noMember: 'There is no such member.',
  administrator: 'An administrator cannot be deleted. Remove their administrator rights first.',
  failed: 'Failed to delete your account. Please try again.',
  done: 'Your account was deleted.',
} as const

export const SUSPENSION_MESSAGES = {
  noMember: 'User not found',
  reason: 'Please give a reason.',
  reasonLength: `The reason may have at most ${MAX_REASON_LENGTH} characters.`,
  self: 'You cannot suspend your own account.',
  administrator: 'An administrator cannot be suspended. Remove their administrator rights first.',
  already: 'This member is already suspended.',
  notSuspended: 'This member is not suspended.',
  suspended: 'Member suspended',
  suspendFailed: 'Failed to suspend this member',
  reinstated: 'Member reinstated',
  reinstateFailed: 'Failed to reinstate member',
} as const

export function suspensionNotice(reason: string): string {
  return `Your account is suspended. Reason: ${reason}`
}
