import type { RouterContextProvider } from 'react-router'
import { toolNames } from '#app/content/tools/names.server.ts'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { knownTools, needsImage } from '#domain/challenges/guidance.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { createSubmission, submissionsPaid } from '#domain/submissions/create.server.ts'
import { mySubmission, usedTools } from '#domain/submissions/queries.server.ts'
import { SUBMISSION_MESSAGES, submissionRefusal } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { receiveSubmission, type SubmissionTarget } from './receive-submission.server.ts'

/** Data of the submit page: the form, or why there is none (SUB-3, SUB-17). */
export async function submitPage(context: Readonly<RouterContextProvider>, id: string, sent: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  if (!isId(id)) return unavailable(CHALLENGE_MESSAGES.notFound)
  const memberId = scope.viewer?.id ?? null
  const [detail, mine, used, { paid, now }] = await Promise.all([
    challengeDetail(db, scope, id),
    mySubmission(db, scope, id),
    usedTools(db, memberId),
    submissionsPaid(db, memberId, id),
  ])
  if (!detail) return unavailable(CHALLENGE_MESSAGES.notFound)
  const existing = mine && {
    title: detail.title,
    submissionId: mine.id,
    isRejected: detail.isMineRejected,
  }
  if (existing)
    return sent
      ? { state: 'sent' as const, ...existing }
      : { state: 'already-submitted' as const, ...existing }
  const reason = submissionRefusal(detail, paid, now)
  if (reason) return unavailable(reason)
  const known = knownTools(detail.kind, used, toolNames)
  return { state: 'open' as const, challenge: formChallenge(detail, now), knownTools: known, memberId }
}

export function formChallenge(detail: ChallengeDetail, now: Date) {
  const { id, title, kind, type, description, requirements, deadline, allowVoting } = detail
  return {
    id,
    title,
    kind,
    type,
    description,
    requirements,
    deadline,
    allowVoting,
    now,
    needsImage: needsImage(detail),
  }
}

export type FormChallenge = ReturnType<typeof formChallenge>

export function receiveNewSubmission(args: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}) {
  return receiveSubmission(args, (db, scope) => openChallenge(db, scope, args.params.id))
}

async function openChallenge(
  db: Db,
  scope: Scope,
  id: string | undefined,
): Promise<Outcome<SubmissionTarget>> {
  if (!isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  const [detail, mine, { paid, now }] = await Promise.all([
    challengeDetail(db, scope, id),
    mySubmission(db, scope, id),
    submissionsPaid(db, scope.viewer?.id ?? null, id),
  ])
  if (!detail) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  if (mine) return refused('conflict', SUBMISSION_MESSAGES.alreadySubmitted)
  const reason = submissionRefusal(detail, paid, now)
  if (reason) return refused('closed', reason)
  return done({
    kind: detail.kind,
    needsImage: needsImage(detail),
    save: (submission) => createSubmission(db, scope, id, submission),
    sentPath: `/challenges/${id}/submit?sent`,
  })
}

function unavailable(reason: string) {
  return { state: 'unavailable' as const, reason }
}
