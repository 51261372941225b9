import { servicesContext } from '#app/context.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import { type SubmissionDetail, submissionDetail } from '#domain/submissions/queries.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/submission-story.ts'
import { type StoryLayout, workImage } from './layout.ts'
import { authorOf } from './members.ts'
import { respondWithImage, visitorScopeOf } from './respond.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { id, submissionId } = params
  const known = isId(id) && isId(submissionId)
  const submission = known ? await submissionDetail(db, visitorScopeOf(context), id, submissionId) : undefined
  return respondWithImage({ request, context }, submission && storyLayout(submission, config.productName))
}

function storyLayout(submission: SubmissionDetail, siteName: string): StoryLayout {
  const { title, kind, challengeTitle, image } = submission
  return {
    kind: 'story',
    siteName,
    ...resultOf(submission),
    title: { text: title, fallback: `${kindLabel(kind)} entry` },
    author: authorOf(submission),
    challenge: { text: challengeTitle, fallback: `${kindLabel(kind)} challenge` },
    ratio: image ? image.width / image.height : 16 / 9,
    image: workImage(image, 'submission'),
  }
}

// Without the vote count before completion, until which it changes often.
function resultOf({ placing, votes, kind }: SubmissionDetail): Pick<StoryLayout, 'heading' | 'fact'> {
  if (!placing || votes === null)
    return { heading: { text: 'Made for', isGold: false }, fact: kindLabel(kind) }
  const { place, entries } = placing
  const text = place === 1 ? 'Winner' : `${formatOrdinal(place)} of ${formatNumber(entries)}`
  return { heading: { text, isGold: place <= 3 }, fact: formatCount(votes, 'vote') }
}
