import { CHALLENGE_MESSAGES, isOpenForSubmissions, type Phase } from '#domain/challenges/rules.ts'

// Apart from the rules, which the public pages load.

export const SUBMISSION_MESSAGES = {
  signIn: 'Please sign in to submit to this challenge',
  notActive: 'This challenge is no longer accepting submissions',
  deadlinePassed: CHALLENGE_MESSAGES.deadlinePassed,
  barred:
    'You have looked at the hidden counts of this challenge, or voided votes in it, so you cannot enter it.',
  alreadySubmitted: "You've Already Submitted",
  notOwner: 'You do not have permission to edit this submission',
  notEditable: 'This challenge is no longer active for editing',
  notLoaded: 'Could not load submission for editing.',
  gone: 'Could not load submission for editing. It is no longer available.',
  changed:
    'Your submission was changed from another device or tab since you opened this page. Save it again to replace that version.',
  editFrozen: 'Members could already vote for your submission, so it can no longer be edited.',
  failed: 'An error occurred during submission. Please try again.',
  terms: 'Please confirm that this is your original work created with AI tools',
} as const

export const WITHDRAWAL_MESSAGES = {
  withdrawn: 'Your submission was withdrawn.',
  failed: 'Failed to withdraw your submission. Please try again.',
  tooLate: 'Submissions to this challenge are closed, so yours can no longer be withdrawn.',
  frozen: 'Members could already vote for your submission, so it can no longer be withdrawn.',
  rejected: 'Your submission was rejected, so it cannot be withdrawn.',
} as const

/** Why a member may not submit now, or null (SUB-3). */
export function submissionRefusal(challenge: Phase, now: Date): string | null {
  if (challenge.status !== 'active') return SUBMISSION_MESSAGES.notActive
  return !challenge.deadline || now >= challenge.deadline ? SUBMISSION_MESSAGES.deadlinePassed : null
}

/** Why the author may not edit now, or null (SUB-22, CHL-30). */
export function editRefusal(challenge: Phase, isFrozen: boolean, now: Date): string | null {
  if (!isOpenForSubmissions(challenge, now)) return SUBMISSION_MESSAGES.notEditable
  return isFrozen ? SUBMISSION_MESSAGES.editFrozen : null
}

/** What an edit changes besides the content, or null (SUB-25). */
export function editNotice(status: WithdrawalState['status'], moderation: 'after' | 'before'): string | null {
  if (moderation === 'before')
    return 'Your changes will be reviewed. Until they are approved, only you and administrators can see your submission.'
  if (status === 'rejected')
    return 'Your changes will be reviewed. Saving them makes your submission visible again.'
  return status === 'approved'
    ? 'Your changes will be reviewed. Your submission stays visible until then.'
    : null
}

export interface WithdrawalState {
  status: 'pending' | 'approved' | 'rejected'
  /** Members could vote for it before the challenge was extended. */
  isFrozen: boolean
  isOpen: boolean
}

/** Why the author may not withdraw a submission now, or null. */
export function withdrawalRefusal({ status, isFrozen, isOpen }: WithdrawalState): string | null {
  if (!isOpen) return WITHDRAWAL_MESSAGES.tooLate
  if (status === 'rejected') return WITHDRAWAL_MESSAGES.rejected
  return isFrozen ? WITHDRAWAL_MESSAGES.frozen : null
}
