import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'

/** The winning submission, and the second and third places; without votes there is no place (CHL-70). */
export function placesOf(
  { winner }: ChallengeDetail,
  submissions: readonly SubmissionSummary[],
): SubmissionSummary[] {
  const winning = submissions.find(({ id }) => id === winner?.submissionId)
  if (!winning) return []
  const others = submissions.filter((one) => one !== winning && (one.votes ?? 0) > 0)
  return [winning, ...others.slice(0, 2)]
}
