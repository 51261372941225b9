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
  undoFailed: 'Failed to undo',
  defaultReason: 'Content does not meet community guidelines',
} as const

/** The statuses that administrators give. */
export const JUDGEMENTS = ['approved', 'rejected'] as const
export type Judgement = (typeof JUDGEMENTS)[number]

/** The statuses of submissions that can be rejected. */
export const REJECTABLE = ['pending', 'approved'] as const
export type Rejectable = (typeof REJECTABLE)[number]

/** A submission and the version of its content that an administrator judged. */
export interface JudgedVersion {
  id: string
  version: number
}

/** A submission that an administrator chose in a list, as it was listed. */
export interface Chosen extends JudgedVersion {
  seen: Rejectable
}

/** Submissions that can be judged with one form. */
export const mostChosen = 50

/** A chosen submission as the value of a checkbox. */
export function chosenValue({ id, version, seen }: Chosen): string {
  return `${id}:${version}:${seen}`
}

/** A judged submission in the form of an undo, which must fit into a cookie with `mostChosen` of them. */
export function judgedValue({ id, version }: JudgedVersion): string {
  return `${id}:${version.toString(36)}`
}

/** What an undo has done. */
export interface Undone {
  judgement: Judgement
  /** The status that the submission has again. */
  status: Rejectable
  /** Votes that were not restored; null while counts are hidden. */
  missingVotes: number | null
}

export function undoneMessage({ judgement, status, missingVotes }: Undone): string {
  if (judgement === 'approved') return MODERATION_MESSAGES.approvalUndone
  const undone = `Rejection undone. The submission is ${status} again.`
  if (!missingVotes) return undone
  return missingVotes === 1
    ? `${undone} 1 vote was not restored: the voter voted again, withdrew or left.`
    : `${undone} ${missingVotes} votes were not restored: the voters voted again, withdrew or left.`
}

export function editedSince(failed: string): string {
  return `${failed}. It has been edited since you opened it; please check it again.`
}

export function alreadyModerated(failed: string, status: SubmissionStatus): string {
  return `${failed}. It is already ${status}.`
}

export function judgedSince(failed: string): string {
  return `${failed}. It has been judged again since.`
}

export function undoTooLate(failed: string): string {
  return `${failed}. More than ${undoMinutes} minutes have passed.`
}
