import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError } from '#app/frame/challenge-error.tsx'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import { roomPosition } from '#domain/submissions/voting-room.server.ts'
import type { Route } from './+types/enter.ts'
import { readRoomParams, roomPath } from './room-params.ts'

/** Redirects to the first submission of the voting room, or to the gallery if there is none or voting is closed. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<never> {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const challenge = await findChallenge(context, params.id)
  const filters = readRoomParams(new URL(request.url).searchParams, scope.viewer !== null)
  const walk = { challengeId: challenge.id, submissionId: null, ...filters }
  const { firstId, visitorOrder, now } = await roomPosition(db, scope, walk)
  if (!isOpenForVotes(challenge, now)) throw redirect(`/challenges/${challenge.id}/submissions?mode=voting`)
  if (!firstId && filters.shortlistOnly)
    throw redirect(roomPath(challenge.id, null, { ...filters, shortlistOnly: false }))
  if (!firstId) throw redirect(`/challenges/${challenge.id}/submissions`)
  const hasVisitorOrder = !scope.viewer && isSecretBallot(challenge)
  throw redirect(
    roomPath(challenge.id, firstId, { ...filters, visitorOrder: hasVisitorOrder ? visitorOrder : null }),
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}
