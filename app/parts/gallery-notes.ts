import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

const EMPTY = 'No submissions yet. Be the first to showcase your creativity!'
const EMPTY_BEFORE = 'No submissions yet. This challenge has not started.'
const EMPTY_ENDED = 'There are no submissions to this challenge.'
export const GALLERY_FAILED = 'Failed to load challenge submissions'

/** Why submissions may be hidden, or undefined. */
export function hiddenSubmissionsNote(
  { showSubmissions, deadline, status }: ChallengeDetail,
  now: Date,
): string | undefined {
  const hidden = !showSubmissions && status === 'active' && deadline !== null && now < deadline
  return hidden ? 'The entries of others stay hidden until the deadline.' : undefined
}

/** Shown in place of the submissions (CHL-69). */
export function emptyText(challenge: ChallengeDetail, now: Date): string {
  if (challenge.status === 'canceled' || challenge.status === 'completed') return EMPTY_ENDED
  if (challenge.status === 'upcoming' || challenge.status === 'draft') return EMPTY_BEFORE
  return (challenge.submissionCount > 0 && hiddenSubmissionsNote(challenge, now)) || EMPTY
}
