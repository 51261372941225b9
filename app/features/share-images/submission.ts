import { servicesContext } from '#app/context.ts'
import { kindLabel } from '#domain/challenges/rules.ts'
import { rankNamed } from '#domain/points/rules.ts'
import { type SubmissionDetail, submissionDetail } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/submission.ts'
import { type WorkLayout, workImage } from './layout.ts'
import { respondWithImage, visitorScopeOf } from './respond.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { id, submissionId } = params
  const known = isId(id) && isId(submissionId)
  const submission = known ? await submissionDetail(db, visitorScopeOf(context), id, submissionId) : undefined
  return respondWithImage(
    { request, context },
    submission && submissionLayout(submission, config.productName),
  )
}

// Excludes the vote count, which changes often.
function submissionLayout(submission: SubmissionDetail, siteName: string): WorkLayout {
  const { title, kind, author, challengeTitle, isWinner, image } = submission
  const { name: rank, colour } = rankNamed(author.rank)
  return {
    kind: 'work',
    siteName,
    category: `${kindLabel(kind)} entry`,
    title: { text: title, fallback: `${kindLabel(kind)} entry` },
    author: { name: { text: `by ${author.displayName || 'Ninja User'}`, fallback: `by a ${rank}` }, colour },
    status: {
      label: isWinner ? 'Winner of the challenge' : 'Made for the challenge',
      tone: isWinner ? 'gold' : 'quiet',
      text: { text: challengeTitle, fallback: `${kindLabel(kind)} challenge` },
    },
    image: workImage(image, 'submission'),
  }
}
