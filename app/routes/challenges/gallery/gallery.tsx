import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { nowOf } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { pageMeta, shareImage } from '#app/ui/page-meta.ts'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { gallery } from '#domain/submissions/queries.server.ts'
import { ownVote } from '#domain/voting/queries.server.ts'
import { ChallengeFault, MISSING_TITLE } from '../challenge-fault.tsx'
import { findChallenge } from '../find.server.ts'
import type { Route } from './+types/gallery.ts'
import { entriesBefore, galleryPath, lastGalleryPage, readGalleryAddress } from './address.ts'
import { GalleryDetails } from './gallery-details.tsx'
import { GalleryGrid } from './gallery-grid.tsx'
import { GalleryHead } from './gallery-head.tsx'
import { GALLERY_FAILED } from './words.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const asked = readGalleryAddress(new URL(request.url).searchParams)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, own] = await Promise.all([
    nowOf(context),
    part(context, gallery(db, scope, challenge.id, asked.shown, entriesBefore(asked.page))),
    part(context, ownVote(db, scope, challenge.id)),
  ])
  const last = submissions && lastGalleryPage(submissions.total)
  if (last && asked.page > last) throw redirect(galleryPath(challenge.id, { ...asked, page: last }))
  const { viewer, moderation } = scope
  const { submissionId: votedForId, isFinal } = own ?? { submissionId: null, isFinal: false }
  return { challenge, submissions, votedForId, isFinal, asked, viewer, moderation, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  return pageMeta(args, {
    title: `Submissions to ${title}`,
    description,
    image: shareImage(`/challenges/${id}`, `The challenge ${title}`),
    hidden: status === 'draft',
  })
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { challenge, submissions, votedForId, isFinal, asked, viewer, moderation, now } = loaderData
  return (
    <div className="page">
      <GalleryHead
        challenge={challenge}
        total={submissions?.total ?? null}
        asked={asked}
        signedIn={viewer !== null}
        votedForId={votedForId}
        isFinal={isFinal}
        now={now}
      />
      {submissions ? (
        <GalleryGrid
          challenge={challenge}
          gallery={submissions}
          votedForId={votedForId}
          isFinal={isFinal}
          viewerId={viewer?.id ?? null}
          reviewed={moderation === 'before'}
          asked={asked}
          now={now}
        />
      ) : (
        <ErrorPanel message={GALLERY_FAILED} />
      )}
      <GalleryDetails challenge={challenge} now={now} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeFault error={error} />
}
