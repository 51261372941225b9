import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { requirementsOf } from '#domain/challenges/guidance.ts'
import { linkedContent } from '#domain/media/embeds.ts'
import type { Admin } from '#domain/members/rules.ts'
import {
  currentInQueue,
  mostCounted,
  type QueueCounts,
  type QueueItem,
  queueAround,
  queueCounts,
  queuedSubmission,
  waitingChallenges,
} from '#domain/moderation/queue.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { OWN_CONTEST } from '../../confirmation/own-contest.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import { approvalTexts, rejectionTexts } from '../moderation/consequences.ts'

/** The queue of pending submissions (ADM-75), of the challenge in the query or of all. */
export async function loadQueue(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  params: URLSearchParams,
) {
  const { db } = context.get(servicesContext)
  const challengeId = idOf(params.get('challenge'))
  const currentId = await currentInQueue(db, admin, challengeId, idOf(params.get('at')))
  const [items, counts, challenges, current] = await Promise.all([
    queueAround(db, admin, challengeId, currentId),
    queueCounts(db, admin, challengeId, currentId),
    waitingChallenges(db, admin),
    currentId && submissionOf(db, admin, currentId),
  ])
  const { moderation } = scopeOf(context)
  return {
    challengeId,
    /** The page of the challenge, for whom it is; else the list of submissions. */
    home: challengeId && mayUse(admin, 'challenges') ? managePath(challengeId) : SUBMISSIONS_PATH,
    challenges,
    items,
    ...placeOf(counts),
    ...stepsFrom(items, currentId, counts.oldestId),
    lastJudged: lastJudged(items),
    current: current
      ? {
          ...current,
          approval: approvalTexts(current, moderation),
          rejection: rejectionTexts(current),
          ownContest: current.isOwnContest ? OWN_CONTEST : null,
        }
      : null,
  }
}

export type LoadedQueue = Awaited<ReturnType<typeof loadQueue>>
export type CurrentSubmission = NonNullable<LoadedQueue['current']>

function idOf(value: string | null): string | null {
  return isId(value ?? undefined) ? value : null
}

async function submissionOf(db: Db, admin: Admin, id: string) {
  const found = await queuedSubmission(db, admin, id)
  if (!found) return null
  const { contentUrl, challenge, ...submission } = found
  return {
    ...submission,
    challenge: { id: challenge.id, title: challenge.title },
    requirements: requirementsOf(challenge),
    content: linkedContent(contentUrl),
  }
}

/** '4 of 10' over what is pending and what the administrator has judged in the last minutes. */
function placeOf({ pending, pendingBefore, judged, judgedBefore }: QueueCounts) {
  const isMore = pending > mostCounted
  return {
    pending: Math.min(pending, mostCounted),
    place: pendingBefore + judgedBefore + 1,
    total: Math.min(pending, mostCounted) + judged,
    isMore,
  }
}

/** Onwards to pending submissions only, after the last one to the oldest; back to whatever is before. */
function stepsFrom(items: readonly QueueItem[], currentId: string | null, oldestId: string | null) {
  const index = items.findIndex(({ id }) => id === currentId)
  const following = items.slice(index + 1).find(({ status }) => status === 'pending')?.id ?? oldestId
  return {
    nextId: following === currentId ? null : following,
    previousId: items[index - 1]?.id ?? null,
  }
}

function lastJudged(items: readonly QueueItem[]) {
  let last: QueueItem | null = null
  for (const item of items) {
    if (item.judgedAt && (!last?.judgedAt || item.judgedAt > last.judgedAt)) last = item
  }
  return last
}
