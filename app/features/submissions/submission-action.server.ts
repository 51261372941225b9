import { type ActionFunctionArgs, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { parseUpload } from '#app/forms/upload/upload.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limit } from '#platform/http/limits.server.ts'
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
  /** What the rate limit counts. */
  counted: 'vote' | 'shortlist'
}

/**
 * Runs `command`, stores its outcome as a toast and redirects to `from`, a path of this site, or to the submission.
 * Visitors sign in first. Any field other than `from` is refused with 400.
 */
export async function handleSubmissionAction(
  args: ActionFunctionArgs,
  { command, message, counted }: SubmissionAction,
): Promise<Response> {
  const { request, params, context } = args
  if (request.method !== 'POST') throw textResponse(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' })
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) throw textResponse(404, 'Not Found')
  const submissionPath = `/challenges/${id}/submissions/${submissionId}`
  const member = requireMember(request, context, submissionPath)
  const { fields, file, refusal } = await parseUpload(request, { maxFileBytes: 1 })
  const hasUnknownField = [...fields.keys()].some((field) => field !== 'from')
  if (hasUnknownField || file || refusal) throw textResponse(400, 'This form has a field that is not known.')

  const { db } = context.get(servicesContext)
  const limitResult = await limit(db, counted, member.id, rateLimit)
  if (!limitResult.ok) throw tooManyRequests(limitResult.retryAfterSeconds)
  const outcome = await command(db, scopeOf(context), id, submissionId, clientAddress(request))
  const from = fields.get('from')
  const target = from === null ? submissionPath : safePath(from)
  if (outcome.ok && message === null) return replace(target, 303)
  const toast = outcome.ok ? { text: message ?? '' } : { text: outcome.message, tone: 'bad' as const }
  return replace(target, await withToast(toast, { status: 303 }))
}

/** A GET of the address of an action redirects to the submission. */
export function redirectToSubmission({
  params,
}: {
  params: { id?: string; submissionId?: string }
}): Response {
  if (!isId(params.id) || !isId(params.submissionId)) throw textResponse(404, 'Not Found')
  return replace(`/challenges/${params.id}/submissions/${params.submissionId}`)
}

function tooManyRequests(seconds: number): Response {
  const text = 'Too many requests at once. Please wait a moment and try again.'
  return textResponse(429, text, { 'Retry-After': String(seconds) })
}

function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
