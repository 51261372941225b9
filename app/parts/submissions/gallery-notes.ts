import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isFinished } from '#domain/challenges/rules.ts'

const EMPTY = 'No submissions yet. Be the first to showcase your creativity!'
const EMPTY_BEFORE = 'No submissions yet. This challenge has not started.'
const EMPTY_ENDED = 'There are no submissions to this challenge.'
const UNAPPROVED = 'The submissions to this challenge wait for approval.'
export const GALLERY_FAILED = 'Failed to load challenge submissions'

export function hiddenSubmissionsNote(
  { showSubmissions, deadline, status }: ChallengeDetail,
  now: Date,
): string | undefined {
  const hidden = !showSubmissions && status === 'active' && deadline !== null && now < deadline
  return hidden ? 'The entries of others stay hidden until the deadline.' : undefined
}

/** Shown in place of the submissions (CHL-69). */
export function emptyText(challenge: ChallengeDetail, now: Date): string {
  if (challenge.status === 'upcoming' || challenge.status === 'draft') return EMPTY_BEFORE
  if (challenge.participants > 0) return hiddenSubmissionsNote(challenge, now) ?? UNAPPROVED
  return isFinished(challenge.status) ? EMPTY_ENDED : EMPTY
}
