import { servicesContext } from '#app/context.ts'
import { nowOf } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { pageMeta, shareImage } from '#app/ui/page-meta.ts'
import { moreChallenges } from '#domain/challenges/queries.server.ts'
import { gallery } from '#domain/submissions/queries.server.ts'
import { ChallengeFault, MISSING_TITLE } from '../challenge-fault.tsx'
import { findChallenge } from '../find.server.ts'
import type { Route } from './+types/detail.ts'
import { DetailView } from './detail-view.tsx'
import { MoreChallenges } from './more-challenges.tsx'
import { PREVIEWED, SubmissionsPreview } from './submissions-preview.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, more] = await Promise.all([
    nowOf(context),
    part(context, gallery(db, scope, challenge.id, PREVIEWED)),
    part(context, moreChallenges(db, scope, challenge.id)),
  ])
  return { challenge, submissions, more, viewer: scope.viewer, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  const image = shareImage(`/challenges/${id}`, `The challenge ${title}`)
  return pageMeta(args, { title, description, image, hidden: status === 'draft' })
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const { challenge, submissions, more, viewer, now } = loaderData
  return (
    <div className="page">
      <DetailView challenge={challenge} viewer={viewer} now={now} />
      <SubmissionsPreview challenge={challenge} submissions={submissions} now={now} />
      <MoreChallenges challenges={more} signedIn={viewer !== null} now={now} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeFault error={error} />
}
