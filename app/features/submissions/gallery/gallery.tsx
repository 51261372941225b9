import { Suspense } from 'react'
import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { emptyText, GALLERY_FAILED } from '#app/parts/submissions/gallery-notes.ts'
import { SeenReporter } from '#app/parts/submissions/seen-reporter.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ErrorPanel } from '#app/ui/states.tsx'
import { secretBallot } from '#domain/ballot/order.server.ts'
import { requirementsOf } from '#domain/challenges/guidance.ts'
import { isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import { gallery as galleryOf } from '#domain/submissions/galleries.server.ts'
import { GALLERY_PAGE_SIZE } from '#domain/submissions/rules.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { NO_BALLOT, voteState } from '#domain/voting/rules.ts'
import { lastPage, pageInstead } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/gallery.ts'
import { GalleryGrid } from './gallery-grid.tsx'
import { GalleryHead } from './gallery-head.tsx'
import { galleryPath, readGalleryParams } from './gallery-params.ts'

const GalleryNotice = lazyPart(() => import('./gallery-notice.tsx'), 'GalleryNotice')
const GalleryDetails = lazyPart(() => import('./gallery-details.tsx'), 'GalleryDetails')

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const asked = readGalleryParams(new URL(request.url).searchParams)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, ballot] = await Promise.all([
    pageTime(context),
    loadOrNull(
      context,
      (isSecretBallot(challenge) ? secretBallot : galleryOf)(db, scope, challenge.id, asked.shown, asked),
    ),
    loadOrNull(context, ballotOf(db, scope, challenge.id)),
  ])
  const filters = { ...asked, order: submissions?.order ?? null }
  const last = lastPage(submissions?.total ?? 0, GALLERY_PAGE_SIZE)
  const instead = submissions && pageInstead(filters, last, submissions.submissions.length)
  if (instead) throw redirect(galleryPath(challenge.id, { ...filters, ...instead }))
  const { viewer } = scope
  const reviewed = scope.moderation === 'before'
  const isOpen = isOpenForVotes(challenge, now)
  const voting = { isOpen, ballot: ballot ?? NO_BALLOT, viewerId: viewer?.id ?? null, reviewed }
  const withVotes = submissions?.submissions.map((row) => ({ ...row, vote: voteState(row, voting) }))
  return {
    challenge,
    gallery: submissions && { total: submissions.total, submissions: withVotes ?? [] },
    empty: emptyText(challenge, now),
    requirements: requirementsOf(challenge),
    ballot: voting.ballot,
    filters,
    viewer,
    reviewed,
    now,
  }
}

export type Gallery = NonNullable<Awaited<ReturnType<typeof loader>>['gallery']>

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  return pageMeta(args, {
    title: `Submissions to ${isolated(title)}`,
    description,
    image: shareImage(`/challenges/${id}`, `The challenge ${title}`),
    hidden: status === 'draft',
  })
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { challenge, gallery, ballot, filters, viewer, now } = loaderData
  const isVotingOpen = isOpenForVotes(challenge, now)
  return (
    <div className="page-wide">
      <GalleryHead
        challenge={challenge}
        total={gallery?.total ?? null}
        signedIn={viewer !== null}
        ballot={ballot}
        now={now}
      />
      {(isVotingOpen ? ballot.bar && !ballot.votedFor : challenge.status === 'voting' || filters.voting) && (
        <Suspense>
          <GalleryNotice challenge={challenge} ballot={ballot} now={now} />
        </Suspense>
      )}
      {viewer && isVotingOpen && <SeenReporter challengeId={challenge.id} />}
      {gallery ? (
        <GalleryGrid
          challenge={challenge}
          gallery={gallery}
          empty={loaderData.empty}
          ballot={ballot}
          reviewed={loaderData.reviewed}
          filters={filters}
          now={now}
        />
      ) : (
        <ErrorPanel message={GALLERY_FAILED} />
      )}
      <Suspense>
        <GalleryDetails challenge={challenge} requirements={loaderData.requirements} now={now} />
      </Suspense>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}
