import type { RouterContextProvider } from 'react-router'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import { parseDraft } from '#domain/submissions/form.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, refused } from '#platform/outcome.ts'
import { receiveSubmission, type SubmissionTarget } from '../receive-submission.server.ts'
import { contentFields, type SubmissionRefusal } from '../submission-values.ts'

/** Saves and deletions together: while a member types, the draft is saved every few seconds. */
export const draftLimit = { name: 'draft', rateLimit: { points: 150, seconds: 600 } }
/** Not counted with submissions: saves that a bad connection breaks off would use up the right to submit. */
const draftFileLimit = { name: 'draft-file', rateLimit: { points: 20, seconds: 600 } }

/** Saves the form of a new submission as a draft (SUB-74): with scripts while it is typed, and by a button. */
export function receiveDraft({
  request,
  params,
  context,
}: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}): Promise<FormResponse<SubmissionRefusal>> {
  const { id } = params
  return receiveSubmission(
    { request, context },
    async (db, scope) =>
      isId(id) ? done(draftTarget(db, scope, id)) : refused('not-found', MESSAGES.failed),
    { failed: MESSAGES.failed, limits: { text: draftLimit, file: draftFileLimit } },
  )
}

function draftTarget(db: Db, scope: Scope, challengeId: string): SubmissionTarget {
  return {
    needsImage: false,
    to: `/challenges/${challengeId}/submit`,
    parse(fields) {
      const parsed = parseDraft(contentFields(fields))
      if (!parsed.ok) return parsed
      return {
        save: (imageId) => saveDraft(db, scope, challengeId, { ...parsed.draft, imageId }),
      }
    },
  }
}
