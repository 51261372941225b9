import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError } from '#app/frame/errors/challenge-error.tsx'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { roomPath } from '#app/parts/paths.ts'
import { roomPosition } from '#domain/ballot/voting-room.server.ts'
import type { Route } from './+types/enter.ts'
import { readWalk } from './walk.server.ts'

/** Redirects to the first submission, or to the gallery if there is none. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<never> {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const challenge = await findChallenge(context, params.id)
  const isVoting = challenge.status === 'voting'
  const walk = readWalk(new URL(request.url).searchParams, isVoting && scope.viewer !== null)
  const shortlistOnly = walk.list === 'shortlist'
  const { firstId, order } = await roomPosition(db, scope, {
    challengeId: challenge.id,
    submissionId: null,
    isVoting,
    shortlistOnly,
    order: walk.order ?? null,
  })
  if (!firstId && shortlistOnly) throw redirect(roomPath(challenge.id, null, { order: walk.order }))
  if (!firstId) throw redirect(`/challenges/${challenge.id}/submissions`)
  throw redirect(roomPath(challenge.id, firstId, { ...walk, order }))
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}
