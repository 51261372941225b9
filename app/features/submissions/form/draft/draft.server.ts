import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { revisionOf, saveDraft } from '#domain/submissions/drafts.server.ts'
import { isDraftConflict, DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import { parseDraft } from '#domain/submissions/form.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, refused } from '#platform/outcome.ts'
import { receiveSubmission, type SubmissionTarget } from '../receive-submission.server.ts'
import { type SubmissionRefusal, withoutDraftFields } from '../submission-values.ts'
import { savedBy } from './saved-by.server.ts'

/** Saves and deletions together: while a member types, the draft is saved every few seconds. */
export const draftLimit = { name: 'draft', rateLimit: { points: 150, seconds: 600 } }
/** Not counted with submissions: saves that a bad connection breaks off would use up the right to submit. */
const draftFileLimit = { name: 'draft-file', rateLimit: { points: 20, seconds: 600 } }

/** Saves the form of a new submission as a draft (SUB-74): with scripts while it is typed, and by a button. */
export async function receiveDraft({
  request,
  params,
  context,
}: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}): Promise<FormResponse<SubmissionRefusal>> {
  const { id } = params
  const response = await receiveSubmission(
    { request, context },
    async (db, scope) =>
      isId(id) ? done(draftTarget(db, scope, id)) : refused('not-found', MESSAGES.failed),
    { failed: MESSAGES.failed, limits: { text: draftLimit, file: draftFileLimit } },
  )
  const { answer } = response
  const { viewer } = scopeOf(context)
  // The next attempt replaces what another page has saved, or creates the draft again.
  if (!answer.ok && isDraftConflict(answer.message) && viewer && isId(id))
    answer.values.draftBase = (await revisionOf(context.get(servicesContext).db, viewer, id)) ?? ''
  return response
}

function draftTarget(db: Db, scope: Scope, challengeId: string): SubmissionTarget {
  return {
    needsImage: false,
    to: `/challenges/${challengeId}/submit`,
    parse(fields) {
      const parsed = parseDraft(withoutDraftFields(fields))
      if (!parsed.ok) return parsed
      return {
        save: (imageId) =>
          saveDraft(db, scope, challengeId, { ...parsed.draft, imageId, ...savedBy(fields) }),
      }
    },
  }
}
