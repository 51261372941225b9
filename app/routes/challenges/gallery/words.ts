import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

export const EMPTY_GALLERY = 'No submissions yet. Be the first to showcase your creativity!'
export const GALLERY_FAILED = 'Failed to load challenge submissions'

/** Why there may be fewer entries to see than there are, or undefined. */
export function hiddenNote(
  { showSubmissions, deadline, status }: ChallengeDetail,
  now: Date,
): string | undefined {
  const hidden = !showSubmissions && status === 'active' && deadline !== null && now < deadline
  return hidden ? 'The entries of others stay hidden until the deadline.' : undefined
}
