import { servicesContext } from '#app/context.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import { type SubmissionDetail, submissionDetail } from '#domain/submissions/queries.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/submission.ts'
import { type ResultLayout, type WorkLayout, workImage } from './layout.ts'
import { authorOf } from './members.ts'
import { respondWithImage, visitorScopeOf } from './respond.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { id, submissionId } = params
  const known = isId(id) && isId(submissionId)
  const submission = known ? await submissionDetail(db, visitorScopeOf(context), id, submissionId) : undefined
  return respondWithImage(
    { request, context },
    submission &&
      (resultLayout(submission, config.productName) ?? submissionLayout(submission, config.productName)),
  )
}

/** Null before completion, and for a submission that got no place. */
function resultLayout(submission: SubmissionDetail, siteName: string): ResultLayout | null {
  const { title, kind, challengeTitle, image, votes, placing } = submission
  if (!placing || votes === null) return null
  const { place, entries, points } = placing
  const earned = `${formatCount(votes, 'vote')}, ${formatCount(points, 'point')} earned`
  return {
    kind: 'result',
    siteName,
    challenge: { text: challengeTitle, fallback: `${kindLabel(kind)} challenge` },
    title: { text: title, fallback: `${kindLabel(kind)} entry` },
    author: authorOf(submission),
    place: formatOrdinal(place),
    entries: `of ${formatNumber(entries)}`,
    isTop: place <= 3,
    facts: [earned],
    image: workImage(image, 'submission'),
  }
}

// Without the vote count, which changes often until completion.
function submissionLayout(submission: SubmissionDetail, siteName: string): WorkLayout {
  const { title, kind, challengeTitle, isWinner, image } = submission
  return {
    kind: 'work',
    siteName,
    category: `${kindLabel(kind)} entry`,
    title: { text: title, fallback: `${kindLabel(kind)} entry` },
    author: authorOf(submission),
    status: {
      label: isWinner ? 'Winner of the challenge' : 'Made for the challenge',
      tone: isWinner ? 'gold' : 'quiet',
      text: { text: challengeTitle, fallback: `${kindLabel(kind)} challenge` },
    },
    image: workImage(image, 'submission'),
  }
}
