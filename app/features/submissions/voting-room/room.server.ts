import { data, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import { recordImpressions } from '#domain/submissions/impressions.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { roomPosition } from '#domain/submissions/voting-room.server.ts'
import { ownVote } from '#domain/voting/queries.server.ts'
import { voteState } from '#domain/voting/rules.ts'
import { isOutage } from '#platform/database/outage.ts'
import { isId } from '#platform/id.server.ts'
import { linkedContent } from '../show/show.server.ts'
import { readRoomParams } from './room-params.ts'

interface Params {
  id: string
  submissionId: string
}

/**
 * Data of a submission in the voting room (VOTE-26). Redirects to the submission's page if voting is closed or it takes no
 * votes. Throws 404 if the viewer may not see it.
 */
export async function loadRoom(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { id, submissionId }: Params,
) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  if (!isId(id) || !isId(submissionId)) throw data(null, { status: 404 })
  const filters = readRoomParams(new URL(request.url).searchParams, scope.viewer !== null)
  const [challenge, found, position, myVote] = await Promise.all([
    findChallenge(context, id),
    submissionDetail(db, scope, id, submissionId),
    roomPosition(db, scope, { challengeId: id, submissionId, ...filters }),
    ownVote(db, scope, id),
  ])
  if (!found) throw data(null, { status: 404 })
  const { now, visitorOrder, ...room } = position
  if (!isOpenForVotes(challenge, now) || !room.isInRoom)
    throw redirect(`/challenges/${id}/submissions/${submissionId}`)
  const { isFrozen: _, ...submission } = found
  const viewerId = scope.viewer?.id ?? null
  const isMine = viewerId !== null && submission.author.id === viewerId
  if (viewerId && !isMine && isOpenedWithoutScripts(request)) await countView(context, { id, submissionId })
  const { submissionId: votedForId, isFinal, isVisible, bar } = myVote
  const ballot = { challenge, authorId: submission.author.id, votedForId, eligible: true, bar }
  const { title, votingEndsAt } = challenge
  return {
    submission,
    content: linkedContent(submission),
    challenge: { id, title, votingEndsAt },
    vote: voteState(submission.id, ballot, viewerId, now),
    votedForId: isVisible ? votedForId : null,
    isFinal,
    bar,
    room,
    filters: { ...filters, visitorOrder: !viewerId && isSecretBallot(challenge) ? visitorOrder : null },
    isMember: viewerId !== null,
    reportsViews: viewerId !== null && !isMine,
    now,
  }
}

export type LoadedRoom = Awaited<ReturnType<typeof loadRoom>>

/** A document that a person opened: not the data of a client-side navigation, which its page reports, nor a prefetch. */
function isOpenedWithoutScripts({ headers }: Request): boolean {
  return headers.get('Sec-Fetch-Dest') === 'document' && !headers.has('Sec-Purpose')
}

/** Counts the view also where no script reports it. The page is shown where nothing can be written. */
async function countView(
  context: Readonly<RouterContextProvider>,
  { id, submissionId }: Params,
): Promise<void> {
  const { db } = context.get(servicesContext)
  try {
    await recordImpressions(db, scopeOf(context), id, [submissionId])
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}
