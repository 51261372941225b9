import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'

export const COMMENT_LIMITS = {
  /** Characters of a comment. */
  text: 1_000,
  lines: 40,
  /** Of each member, and all of the author of what is answered, may exceed the replies or comments that are shown. */
  few: 3,
  /** Replies to one comment that are not hidden, and in all. */
  replies: 50,
  repliesInAll: 200,
  /** Comments on one submission that are shown, and with those that are hidden or deleted. Its deletion takes them all. */
  perSubmission: 2_000,
  perSubmissionInAll: 5_000,
  /** Of one member who is not the author of the submission. */
  ofMember: 100,
  /** Minutes in which its author may edit a comment. */
  editMinutes: 15,
  /** Comments on one page, each with its newest replies; the page of a thread has all. */
  perPage: 10,
  repliesShown: 3,
  /** Addresses in a comment that become links. */
  links: 5,
} as const

export const COMMENT_MESSAGES = {
  added: 'Your comment is published.',
  saved: 'Your comment is changed.',
  deleted: 'Your comment is deleted.',
  hidden: 'Comment hidden',
  restored: 'Comment restored',
  signIn: 'Sign in to comment',
  notOpen: 'Comments open with voting',
  off: 'Comments are turned off for this challenge',
  empty: 'Write a comment first',
  tooLong: `A comment has at most ${COMMENT_LIMITS.text.toLocaleString('en')} characters`,
  tooManyLines: `A comment has at most ${COMMENT_LIMITS.lines} lines`,
  noSubmission: 'Submission Not Found',
  noComment: 'Comment Not Found',
  notAnswerable: 'This comment can no longer be answered',
  fullThread: 'This comment takes no more replies',
  fullSubmission: 'This submission takes no more comments',
  tooMany: `You have commented on this submission ${COMMENT_LIMITS.ofMember} times, and cannot comment on it again`,
  editEnded: `A comment can be edited for ${COMMENT_LIMITS.editMinutes} minutes`,
  hiddenFromEdit: 'An administrator has hidden this comment, so it cannot be edited',
  alreadyHidden: 'This comment is hidden already',
  notHidden: 'This comment is not hidden',
  reason: 'Please give a reason.',
  reasonLength: `The reason has at most ${MAX_REASON_LENGTH} characters`,
  addFailed: 'Failed to publish your comment. Please try again.',
  saveFailed: 'Failed to change your comment. Please try again.',
  deleteFailed: 'Failed to delete your comment. Please try again.',
  hideFailed: 'Failed to hide the comment',
  restoreFailed: 'Failed to restore the comment',
} as const

/** Whether a challenge takes comments: from voting on, where organisers allow them (TALK-1). */
export function takesComments(challenge: { status: ChallengeStatus; allowComments: boolean }): boolean {
  return challenge.allowComments && (challenge.status === 'voting' || challenge.status === 'completed')
}
