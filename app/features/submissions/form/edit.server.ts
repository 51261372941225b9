import type { RouterContextProvider } from 'react-router'
import { toolNames } from '#app/content/tools/names.server.ts'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { knownTools, needsImage } from '#domain/challenges/guidance.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { submissionForEditing, usedTools } from '#domain/submissions/queries.server.ts'
import { editNotice, editRefusal, SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import { updateSubmission, versionOf } from '#domain/submissions/update.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { receiveSubmission, type SubmissionTarget, submissionTarget } from './receive-submission.server.ts'
import { toFormValues } from './submission-values.ts'
import { formChallenge } from './submit.server.ts'

export interface SubmissionParams {
  id?: string
  submissionId?: string
}

/** Data of the edit page: the form's values, or why there is no form (SUB-22, SUB-23). */
export async function editPage(
  context: Readonly<RouterContextProvider>,
  params: SubmissionParams,
  sent: boolean,
) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) return refusal(SUBMISSION_MESSAGES.notLoaded, 404)
  const [submission, detail, used, now] = await Promise.all([
    submissionForEditing(db, scope, id, submissionId),
    challengeDetail(db, scope, id),
    usedTools(db, scope.viewer?.id ?? null),
    databaseNow(db),
  ])
  if (!submission || !detail) return refusal(SUBMISSION_MESSAGES.notLoaded, 404)
  // A preserved form has no viewer; ownership is checked when it is saved.
  if (scope.viewer && !submission.isMine) return refusal(SUBMISSION_MESSAGES.notOwner, 404)
  if (sent) return { state: 'sent' as const, status: 200, title: detail.title, submissionId: submission.id }
  const reason = editRefusal(detail, submission.isFrozen, now)
  if (reason) return refusal(reason, 200)
  const review = {
    notice: editNotice(submission.status, scope.moderation),
    rejectionReason: submission.rejectionReason,
  }
  return {
    state: 'open' as const,
    status: 200,
    challenge: formChallenge(detail, now),
    knownTools: knownTools(detail.kind, used, toolNames),
    submissionId: submission.id,
    start: toFormValues(submission),
    image: submission.image,
    ...review,
  }
}

export async function receiveUpdate(args: {
  request: Request
  params: SubmissionParams
  context: Readonly<RouterContextProvider>
}) {
  const response = await receiveSubmission(args, (db, scope) => openSubmission(db, scope, args.params))
  const { answer } = response
  const { submissionId } = args.params
  // The next attempt replaces what another page has saved.
  if (!answer.ok && answer.message === SUBMISSION_MESSAGES.changed && isId(submissionId))
    answer.values.version = (await versionOf(args.context.get(servicesContext).db, submissionId)) ?? ''
  return response
}

async function openSubmission(
  db: Db,
  scope: Scope,
  params: SubmissionParams,
): Promise<Outcome<SubmissionTarget>> {
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) return refused('not-found', SUBMISSION_MESSAGES.notLoaded)
  const submission = await submissionForEditing(db, scope, id, submissionId)
  if (!submission) return refused('not-found', SUBMISSION_MESSAGES.gone)
  if (!submission.isMine) return refused('not-found', SUBMISSION_MESSAGES.notOwner)
  const form = { kind: submission.kind, needsImage: needsImage(submission) }
  const to = `/challenges/${id}/submissions/${submissionId}/edit?sent`
  return done(
    submissionTarget(form, to, (changed, fields) =>
      updateSubmission(db, scope, submissionId, changed, asTyped(fields.version)),
    ),
  )
}

function refusal(reason: string, status: number) {
  return { state: 'refused' as const, status, reason }
}
