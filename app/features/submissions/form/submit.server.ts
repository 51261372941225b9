import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { daysUntil, MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { dojoTime } from '#domain/challenges/time.server.ts'
import { enterChallenge } from '#domain/submissions/create.server.ts'
import { myEntry } from '#domain/submissions/queries.server.ts'
import { MESSAGES as ENTRY, entryRefusal } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { type EntryTarget, receiveEntry } from './receive-submission.server.ts'

/** What the submit page shows: the form, or why there is none (SUB-3, SUB-17). */
export async function submitPage(context: Readonly<RouterContextProvider>, id: string, sent: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  if (!isId(id)) return unavailable(MESSAGES.notFound)
  const [detail, mine, now] = await Promise.all([
    challengeDetail(db, scope, id),
    myEntry(db, scope, id),
    dojoTime(db),
  ])
  if (!detail) return unavailable(MESSAGES.notFound)
  const entered = mine && { title: detail.title, entryId: mine.id }
  if (entered) return sent ? { is: 'sent' as const, ...entered } : { is: 'entered' as const, ...entered }
  const reason = entryRefusal(detail, true, now)
  if (reason) return unavailable(reason)
  return { is: 'open' as const, challenge: headOf(detail, now), memberId: scope.viewer?.id ?? null }
}

/** What a form for an entry shows of its challenge. */
export function headOf(detail: ChallengeDetail, now: Date) {
  const { id, title, kind, type, description, requirements, deadline } = detail
  const daysLeft = deadline ? daysUntil(deadline, now) : 0
  return { id, title, kind, type, description, requirements, deadline, daysLeft }
}

export type ChallengeHead = ReturnType<typeof headOf>

/** Takes a new entry from its form. */
export function receiveNewEntry(args: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}) {
  return receiveEntry(args, (db, scope) => openChallenge(db, scope, args.params.id))
}

async function openChallenge(db: Db, scope: Scope, id: string | undefined): Promise<Outcome<EntryTarget>> {
  if (!isId(id)) return refused('not-found', MESSAGES.notFound)
  const [detail, mine, now] = await Promise.all([
    challengeDetail(db, scope, id),
    myEntry(db, scope, id),
    dojoTime(db),
  ])
  if (!detail) return refused('not-found', MESSAGES.notFound)
  if (mine) return refused('conflict', ENTRY.alreadySubmitted)
  const reason = entryRefusal(detail, true, now)
  if (reason) return refused('closed', reason)
  return done({
    kind: detail.kind,
    save: (entry) => enterChallenge(db, scope, id, entry),
    sentPath: `/challenges/${id}/submit?sent`,
  })
}

function unavailable(reason: string) {
  return { is: 'unavailable' as const, reason }
}
