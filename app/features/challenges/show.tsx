import { Suspense } from 'react'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { emptyText, GALLERY_FAILED, hiddenSubmissionsNote } from '#app/parts/gallery-notes.ts'
import { SeenReporter } from '#app/parts/seen-reporter.tsx'
import { SubmissionCard, SubmissionRows } from '#app/parts/submission-card.tsx'
import { progressText } from '#app/parts/submission-progress.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Count, formatNumber } from '#app/ui/number.tsx'
import { recommendedTools, requirementsOf } from '#domain/challenges/guidance.ts'
import { type ChallengeDetail, moreChallenges } from '#domain/challenges/queries.server.ts'
import { isFinished, isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { secretBallot } from '#domain/submissions/ballot-order.server.ts'
import { type GalleryPage, gallery } from '#domain/submissions/galleries.server.ts'
import { mySubmission, type SubmissionSummary } from '#domain/submissions/queries.server.ts'
import type { Route } from './+types/show.ts'
import { challengeAction } from './action.server.ts'
import { ChallengeView } from './challenge-view.tsx'
import { placesOf } from './places.ts'

// On the server these are loaded with this module, so that no page waits for them (decision 034). Browsers load the result
// for finished challenges only, and what is below the first view after the rest.
const loadedResult = import.meta.env.SSR ? await import('./result.tsx') : null
const Result =
  loadedResult?.Result ?? lazyPart(() => import('./result.tsx').then(({ Result }) => ({ default: Result })))
const loadedMore = import.meta.env.SSR ? await import('./more-challenges.tsx') : null
const MoreChallenges =
  loadedMore?.MoreChallenges ??
  lazyPart(() => import('./more-challenges.tsx').then(({ MoreChallenges }) => ({ default: MoreChallenges })))

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
    requirements: requirementsOf(challenge).map(({ text }) => text),
    tools: recommendedTools(challenge.kind),
    now,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  const image = shareImage(`/challenges/${id}`, `The challenge ${title}`)
  return pageMeta(args, { title, description, image, hidden: status === 'draft' })
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
        <Submissions {...loaderData} places={places} />
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

interface SubmissionsProps {
  challenge: ChallengeDetail
  /** null if they could not be loaded. */
  submissions: GalleryPage | null
  /** Those that the result shows. */
  places: readonly SubmissionSummary[]
  viewer: Viewer
  now: Date
}

/** The first submissions; on phones in one row that runs out of the screen. */
function Submissions({ challenge, submissions, places, viewer, now }: SubmissionsProps) {
  const total = submissions?.total ?? 0
  const items = submissions?.submissions.filter((one) => !places.includes(one)) ?? []
  const note = total > 0 && hiddenSubmissionsNote(challenge, now)
  return (
    <section id="submissions" aria-labelledby="submissions-heading">
      <h2 id="submissions-heading" className="sr-only">
        Submissions
      </h2>
      <div className="mb-3.5 flex items-center justify-between gap-4">
        <Figures challenge={challenge} total={total} />
        {total > 0 && (
          <ArrowLink to={`/challenges/${challenge.id}/submissions`} className="whitespace-nowrap">
            <span>
              View all<span className="sr-only"> {formatNumber(total)}</span>
            </span>
          </ArrowLink>
        )}
      </div>
      {note && <p className="mb-4 text-small text-muted">{note}</p>}
      {submissions === null && <ErrorPanel message={GALLERY_FAILED} />}
      {submissions && total === 0 && <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>}
      {items.length > 0 && (
        <SubmissionRows
          submissions={items}
          className="picture-strip"
          card={(submission) => (
            <SubmissionCard
              submission={submission}
              without="challenge"
              isMine={submission.author.id === viewer?.id}
            />
          )}
        />
      )}
    </section>
  )
}

/** '23 entries 31 votes +100 to win', in one line. */
function Figures({ challenge, total }: { challenge: ChallengeDetail; total: number }) {
  const { status, allowVoting, voteCount } = challenge
  const hasVotes = status === 'voting' || isFinished(status)
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      <Count value={Math.max(total, challenge.submissionCount)} one="entry" many="entries" />
      {hasVotes && voteCount !== null && <Count value={voteCount} one="vote" />}
      {allowVoting && !isFinished(status) && (
        <span>
          <strong className="font-semibold text-gold-text">+{REWARDS.win}</strong> to win
        </span>
      )}
    </p>
  )
}
