import { data, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { roomPosition } from '#domain/ballot/voting-room.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import { linkedContent } from '#domain/media/embeds.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { voteState } from '#domain/voting/rules.ts'
import { isOutage } from '#platform/database/outage.ts'
import { isId } from '#platform/id.server.ts'
import { readRoomParams } from './room-params.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Data of a submission that is shown in full, with its neighbours (VOTE-26). Redirects to the submission's page if it is
 * not among those that are led through. Throws 404 if the viewer may not see it.
 */
export async function loadRoom(
  context: Context,
  request: Request,
  { id, submissionId }: { id: string; submissionId: string },
) {
  return loadEntry(context, request, await loadChallenge(context, request, id), submissionId)
}

export type LoadedRoom = Awaited<ReturnType<typeof loadRoom>>

/** Data of two submissions, each with its neighbours on the viewer's shortlist (VOTE-28). */
export async function loadPair(
  context: Context,
  request: Request,
  { id, submissionId, otherId }: { id: string; submissionId: string; otherId: string },
) {
  const loaded = await loadChallenge(context, request, id)
  const paired = { ...loaded, filters: { ...loaded.filters, shortlistOnly: loaded.isVoting } }
  const [one, other] = await Promise.all([
    loadEntry(context, request, paired, submissionId),
    loadEntry(context, request, paired, otherId),
  ])
  return { one, other }
}

type LoadedChallenge = Awaited<ReturnType<typeof loadChallenge>>

async function loadChallenge(context: Context, request: Request, id: string) {
  if (!isId(id)) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const [challenge, ballot] = await Promise.all([findChallenge(context, id), ballotOf(db, scope, id)])
  const isVoting = challenge.status === 'voting'
  const filters = readRoomParams(new URL(request.url).searchParams, isVoting && scope.viewer !== null)
  return { challenge, ballot, isVoting, filters }
}

async function loadEntry(
  context: Context,
  request: Request,
  { challenge, ballot, isVoting, filters }: LoadedChallenge,
  submissionId: string,
) {
  if (!isId(submissionId)) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const { id } = challenge
  const [found, position] = await Promise.all([
    submissionDetail(db, scope, id, submissionId),
    roomPosition(db, scope, { challengeId: id, submissionId, isVoting, ...filters }),
  ])
  if (!found) throw data(null, { status: 404 })
  const { now, order, ...room } = position
  if (!room.isInRoom) throw redirect(`/challenges/${id}/submissions/${submissionId}`)
  const { isFrozen: _, ...submission } = found
  const viewerId = scope.viewer?.id ?? null
  const isMine = viewerId !== null && submission.author.id === viewerId
  const isOpen = isOpenForVotes(challenge, now)
  const reportsViews = viewerId !== null && !isMine && isOpen
  if (reportsViews && isOpenedWithoutScripts(request)) await countView(context, { id, submissionId })
  const reviewed = scope.moderation === 'before'
  const { title, status, votingEndsAt } = challenge
  return {
    submission,
    content: linkedContent(submission.contentUrl),
    challenge: { id, title, status, votingEndsAt },
    isOpen,
    vote: voteState(submission, { isOpen, ballot, viewerId, reviewed }),
    ballot,
    room,
    filters: { ...filters, order },
    isVoter: viewerId !== null && isOpen,
    reportsViews,
    now,
  }
}

/** A document that a person opened: not the data of a client-side navigation, which its page reports, nor a prefetch. */
function isOpenedWithoutScripts({ headers }: Request): boolean {
  return headers.get('Sec-Fetch-Dest') === 'document' && !headers.has('Sec-Purpose')
}

/** Counts the view also where no script reports it. The page is shown where nothing can be written. */
async function countView(
  context: Context,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<void> {
  const { db } = context.get(servicesContext)
  try {
    await recordImpressions(db, scopeOf(context), id, [submissionId])
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}
