import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import type { Route } from './+types/submission.ts'
import type { ResultLayout, WorkLayout } from './layout.ts'
import { respondWithImage } from './respond.server.ts'
import { sharedSubmission, submissionParts } from './subjects.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const submission = await sharedSubmission(args.context, args.params)
  return respondWithImage(
    args,
    submission,
    (shown, siteName) => resultLayout(shown, siteName) ?? submissionLayout(shown, siteName),
  )
}

/** Null before completion, and for a submission that got no place. */
function resultLayout(submission: SubmissionDetail, siteName: string): ResultLayout | null {
  const { votes, placing } = submission
  if (!placing || votes === null) return null
  const { place, entries, points } = placing
  return {
    kind: 'result',
    siteName,
    ...submissionParts(submission),
    place: formatOrdinal(place),
    entries: `of ${formatNumber(entries)}`,
    isTop: place <= 3,
    facts: [`${formatCount(votes, 'vote')}, ${formatCount(points, 'point')} earned`],
  }
}

// Without the vote count, which changes often until completion.
function submissionLayout(submission: SubmissionDetail, siteName: string): WorkLayout {
  const { kind, isWinner } = submission
  const { challenge, ...parts } = submissionParts(submission)
  return {
    kind: 'work',
    siteName,
    ...parts,
    category: `${kindLabel(kind)} entry`,
    status: {
      label: isWinner ? 'Winner of the challenge' : 'Made for the challenge',
      tone: isWinner ? 'gold' : 'quiet',
      text: challenge,
    },
  }
}
