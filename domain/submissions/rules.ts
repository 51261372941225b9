import {
  type ChallengeStatus,
  isOpenForSubmissions,
  type Kind,
  type Phase,
} from '#domain/challenges/rules.ts'

/** How long an approval or a rejection of a submission can be undone. */
export const undoMinutes = 10

/** Submissions of a challenge that a member can have on their shortlist. */
export const mostShortlisted = 50

/** Submissions that the voting room of a challenge leads through. */
export const mostInRoom = 600

export const SUBMISSION_LIMITS = {
  title: 120,
  description: 5000,
  creationProcess: 5000,
  contentUrl: 2000,
  imageAlt: 250,
  tools: 20,
  tool: 40,
} as const

/** Paid submissions of a member to one challenge: each one that is withdrawn leaves two rows in the ledger. */
export const maxSubmissions = 11

/** Submissions that a gallery shows at first and adds with each step (CHL-65). */
export const GALLERY_STEP = 6
export const GALLERY_PAGE_SIZE = 6 * GALLERY_STEP

export const SORTS = ['newest', 'oldest', 'votes'] as const
export type Sort = (typeof SORTS)[number]

export const SUBMISSION_MESSAGES = {
  signIn: 'Please sign in to submit to this challenge',
  notActive: 'This challenge is no longer accepting submissions',
  deadlinePassed: 'The submission deadline for this challenge has passed',
  limit: 'You have withdrawn too many submissions to this challenge, so you can no longer submit to it.',
  alreadySubmitted: "You've Already Submitted",
  notOwner: 'You do not have permission to edit this submission',
  notEditable: 'This challenge is no longer active for editing',
  notLoaded: 'Could not load submission for editing.',
  gone: 'Could not load submission for editing. It is no longer available.',
  editFrozen: 'Members could already vote for your submission, so it can no longer be edited.',
  failed: 'An error occurred during submission. Please try again.',
  withdrawn: 'Your submission was withdrawn.',
  withdrawFailed: 'Failed to withdraw your submission. Please try again.',
  withdrawTooLate: 'Submissions to this challenge are closed, so yours can no longer be withdrawn.',
  withdrawFrozen: 'Members could already vote for your submission, so it can no longer be withdrawn.',
  withdrawRejected: 'Your submission was rejected, so it cannot be withdrawn.',
  terms: 'Please confirm that this is your original work created with AI tools',
} as const
/** Apart, because browsers do not load it. */
export const BARRED_MESSAGE =
  'You have looked at the hidden counts of this challenge, or voided votes in it, so you cannot enter it.'

/** Why a member may not submit now, or null (SUB-3, SUB-66). `paid` counts earlier paid submissions to the challenge. */
export function submissionRefusal(challenge: Phase, paid: number, now: Date): string | null {
  if (challenge.status !== 'active') return SUBMISSION_MESSAGES.notActive
  if (!challenge.deadline || now >= challenge.deadline) return SUBMISSION_MESSAGES.deadlinePassed
  return paid >= maxSubmissions ? SUBMISSION_MESSAGES.limit : null
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
  if (!isOpen) return SUBMISSION_MESSAGES.withdrawTooLate
  if (status === 'rejected') return SUBMISSION_MESSAGES.withdrawRejected
  return isFrozen ? SUBMISSION_MESSAGES.withdrawFrozen : null
}

/** The number of a submission on its receipt: the last eight digits of its id. */
export function receiptNumber(submissionId: string): string {
  const digits = submissionId.replaceAll('-', '').slice(-8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

export interface Placing {
  place: number
  /** Submissions that counted. */
  entries: number
  /** Points of the author for this submission. */
  points: number
}

/** How far a submission is. */
export interface Progress {
  status: WithdrawalState['status']
  challengeStatus: ChallengeStatus
  /** Votes are taken now. */
  isInVoting: boolean
  /** In its completed challenge; null before, without a vote, or if it did not count. */
  placing: Placing | null
}

export function contentLabel(kind: Kind): string {
  if (kind === 'audio') return 'Listen to Audio'
  return kind === 'video' ? 'Watch Video' : 'Open the work'
}

/** Submissions that a profile shows (PROF-9). */
export const PROFILE_PREVIEW_SIZE = 4

/** How a place compares, in whole percent of the other entries: 'better than 68% of 23 entries'. */
export function betterThanPercent({ place, entries }: { place: number; entries: number }): number {
  return Math.floor((100 * (entries - place)) / Math.max(1, entries))
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** A place: 1st, 22nd, 12,345th */
export function formatOrdinal(place: number): string {
  return `${place.toLocaleString('en-US')}${suffixes[ordinals.select(place)] ?? 'th'}`
}
