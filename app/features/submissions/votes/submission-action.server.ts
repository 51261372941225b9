import { type ActionFunctionArgs, replace } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { openMemberForm, plainResponse, refuseTooMany } from '#app/forms/member-form.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limitHere } from '#platform/http/limits.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'

const rateLimit = { points: 60, seconds: 60 }

interface SubmissionAction {
  command(
    db: Db,
    scope: Scope,
    challengeId: string,
    submissionId: string,
    address: string,
  ): Promise<Outcome<unknown>>
  /** Null if the page shows the change itself. */
  message: string | null
  counted: 'vote' | 'shortlist'
}

/**
 * Runs `command`, stores its outcome as a toast and redirects to `from`, a path of this site, or to the submission.
 * Visitors sign in first.
 */
export async function handleSubmissionAction(
  args: ActionFunctionArgs,
  { command, message, counted }: SubmissionAction,
): Promise<Response> {
  const { request, params, context } = args
  if (request.method !== 'POST') throw plainResponse(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' })
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) throw plainResponse(404, 'Not Found')
  const submissionPath = `/challenges/${id}/submissions/${submissionId}`
  const form = { fields: ['from'], memberLimit: null, returnTo: submissionPath }
  const { services, viewer, fields } = await openMemberForm(args, form)
  refuseTooMany(limitHere(counted, viewer.id, rateLimit))
  const address = clientAddress(request)
  const outcome = await command(services.db, scopeOf(context), id, submissionId, address)
  if (!outcome.ok) logRefusal(context, outcome)
  const from = fields.get('from')
  const target = from === null ? submissionPath : safePath(from)
  if (outcome.ok && message === null) return replace(target, 303)
  const toast = outcome.ok ? { text: message ?? '' } : { text: outcome.message, tone: 'bad' as const }
  return replace(target, await withToast(toast, { status: 303 }))
}

export function redirectToSubmission({
  params,
}: {
  params: { id?: string; submissionId?: string }
}): Response {
  if (!isId(params.id) || !isId(params.submissionId)) throw plainResponse(404, 'Not Found')
  return replace(`/challenges/${params.id}/submissions/${params.submissionId}`)
}
