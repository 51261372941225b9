import { Suspense } from 'react'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { SeenReporter } from '#app/parts/submissions/seen-reporter.tsx'
import { progressText } from '#app/parts/submissions/submission-status.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { secretBallot } from '#domain/ballot/order.server.ts'
import { recommendedTools, requirementsOf } from '#domain/challenges/guidance.ts'
import { type ChallengeDetail, moreChallenges } from '#domain/challenges/queries.server.ts'
import { isFinished, isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import { gallery } from '#domain/submissions/galleries.server.ts'
import { mySubmission, type SubmissionSummary } from '#domain/submissions/queries.server.ts'
import type { Route } from './+types/show.ts'
import { challengeAction } from './action.server.ts'
import { ChallengeView } from './challenge-view.tsx'

// Browsers load the result for finished challenges only, and what is below the first view after the rest.
const Result = lazyPart(() => import('./result.tsx'), 'Result')
const SubmissionsPreview = lazyPart(() => import('./submissions-preview.tsx'), 'SubmissionsPreview')
const MoreChallenges = lazyPart(() => import('./more-challenges.tsx'), 'MoreChallenges')

/** Submissions shown on the challenge page: two rows of four. */
const PREVIEW_SIZE = 8

export const handle: FrameHandle = { tabs: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, more, mine] = await Promise.all([
    pageTime(context),
    loadOrNull(
      context,
      (isSecretBallot(challenge) ? secretBallot : gallery)(db, scope, challenge.id, PREVIEW_SIZE),
    ),
    loadOrNull(context, moreChallenges(db, scope, challenge.id)),
    challenge.mySubmissionId ? loadOrNull(context, mySubmission(db, scope, challenge.id)) : null,
  ])
  const progress = mine ? progressText(mine, scope.moderation === 'before') : null
  return {
    challenge,
    submissions,
    more,
    viewer: scope.viewer,
    action: challengeAction(challenge, {
      signedIn: scope.viewer !== null,
      isAdmin: scope.viewer?.isAdmin ?? false,
      progress,
      now,
    }),
    requirements: requirementsOf(challenge),
    tools: recommendedTools(challenge.kind),
    now,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  const image = shareImage(`/challenges/${id}`, `The challenge ${title}`)
  return pageMeta(args, { title, description, image, hasCard: true, hidden: status === 'draft' })
}

export default function ShowChallenge({ loaderData }: Route.ComponentProps) {
  const { challenge, submissions, more, viewer, now } = loaderData
  const places = placesOf(challenge, submissions?.submissions ?? [])
  return (
    <div className="page">
      <ChallengeView {...loaderData}>
        {isFinished(challenge.status) && (
          <Suspense fallback={<div className="min-h-svh" />}>
            <Result challenge={challenge} places={places} />
          </Suspense>
        )}
        <Suspense fallback={<div className="min-h-svh" />}>
          <SubmissionsPreview {...loaderData} places={places} />
        </Suspense>
      </ChallengeView>
      {viewer && isOpenForVotes(challenge, now) && <SeenReporter challengeId={challenge.id} />}
      <Suspense>
        <MoreChallenges challenges={more} signedIn={viewer !== null} now={now} />
      </Suspense>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

/** The winning submission, and the second and third places; without votes there is no place (CHL-70). */
function placesOf(
  { winner }: ChallengeDetail,
  submissions: readonly SubmissionSummary[],
): SubmissionSummary[] {
  const winning = submissions.find(({ id }) => id === winner?.submissionId)
  if (!winning) return []
  const others = submissions.filter((one) => one !== winning && (one.votes ?? 0) > 0)
  return [winning, ...others.slice(0, 2)]
}
