import { data, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { roomPath, type Walk } from '#app/parts/paths.ts'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { type RoomPosition, roomPosition } from '#domain/ballot/voting-room.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { linkedContent } from '#domain/media/embeds.ts'
import { besideInAll, besideOfMember, type Neighbours } from '#domain/submissions/galleries.server.ts'
import {
  type SubmissionDetail,
  type SubmissionSummary,
  submissionDetail,
} from '#domain/submissions/queries.server.ts'
import { besideWinner } from '#domain/submissions/showcase.server.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { voteState } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { isId } from '#platform/id.server.ts'
import { readWalk } from './walk.server.ts'

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
  const paired = {
    ...loaded,
    walk: { ...loaded.walk, list: loaded.isVoting ? ('shortlist' as const) : null },
  }
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
  const walk = readWalk(new URL(request.url).searchParams, isVoting && scope.viewer !== null)
  return { challenge, ballot, isVoting, walk }
}

async function loadEntry(
  context: Context,
  request: Request,
  { challenge, ballot, isVoting, walk }: LoadedChallenge,
  submissionId: string,
) {
  if (!isId(submissionId)) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const { id } = challenge
  const shortlistOnly = walk.list === 'shortlist'
  const [found, position] = await Promise.all([
    submissionDetail(db, scope, id, submissionId),
    roomPosition(db, scope, {
      challengeId: id,
      submissionId,
      isVoting,
      shortlistOnly,
      order: walk.order ?? null,
    }),
  ])
  if (!found) throw data(null, { status: 404 })
  const { now, order, ...room } = position
  const beside = await besideInGallery(db, scope, walk, found)
  if (!beside && !room.isInRoom) throw redirect(`/challenges/${id}/submissions/${submissionId}`)
  const walked = beside ? walk : { ...walk, order }
  const { previous, next } = beside ?? besideInRoom(id, room)
  const addressOf = (one?: Beside) => (one ? roomPath(one.challengeId, one.id, walked) : null)
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
    room: beside ? { ...room, place: null, total: null } : room,
    /** Addresses; null at the ends. */
    steps: { previous: addressOf(previous), next: addressOf(next), nextImage: next?.image ?? null },
    walk: walked,
    isVoter: viewerId !== null && isOpen,
    reportsViews,
    now,
  }
}

/** What is beside a submission in a gallery of many challenges; null where the room leads through one challenge. */
async function besideInGallery(
  db: Db,
  scope: Scope,
  { list, kind = null, tool = null, sort }: Walk,
  { id, challengeId, author }: SubmissionDetail,
): Promise<Neighbours | null> {
  const filters = { kind, tool, sort: sort ?? 'newest' }
  if (list === 'all') return besideInAll(db, scope, filters, id)
  if (list === 'winners') return besideWinner(db, scope, kind, challengeId)
  return list === 'member' && author.id ? besideOfMember(db, scope, author.id, filters, id) : null
}

type Beside = Pick<SubmissionSummary, 'id' | 'challengeId' | 'image'>

function besideInRoom(
  challengeId: string,
  { previousId, nextId, nextImage }: Pick<RoomPosition, 'previousId' | 'nextId' | 'nextImage'>,
): { previous?: Beside; next?: Beside } {
  return {
    previous: previousId ? { id: previousId, challengeId, image: null } : undefined,
    next: nextId ? { id: nextId, challengeId, image: nextImage } : undefined,
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
