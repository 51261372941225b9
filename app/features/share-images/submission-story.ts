import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import type { Route } from './+types/submission-story.ts'
import type { StoryLayout } from './layout.ts'
import { respondWithImage } from './respond.server.ts'
import { sharedSubmission, submissionParts } from './subjects.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  return respondWithImage(args, await sharedSubmission(args.context, args.params), storyLayout)
}

function storyLayout(submission: SubmissionDetail, siteName: string): StoryLayout {
  const { image } = submission
  return {
    kind: 'story',
    siteName,
    ...resultOf(submission),
    ...submissionParts(submission),
    ratio: image ? image.width / image.height : 16 / 9,
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
