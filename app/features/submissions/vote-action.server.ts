import { type ActionFunctionArgs, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { parseUpload } from '#app/forms/upload/upload.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import type { castVote } from '#domain/voting/commands.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limit } from '#platform/http/limits.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { isId } from '#platform/id.server.ts'

const rateLimit = { points: 60, seconds: 60 }

interface VoteRequest {
  command: typeof castVote
  message: string
}

/**
 * Runs `command`, stores its outcome as a toast and redirects to `from`, a path of this site, or to the submission.
 * Visitors sign in first. Any field other than `from` is refused with 400.
 */
export async function handleVote(
  args: ActionFunctionArgs,
  { command, message }: VoteRequest,
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
  const limitResult = await limit(db, 'vote', member.id, rateLimit)
  if (!limitResult.ok) throw tooManyRequests(limitResult.retryAfterSeconds)
  const outcome = await command(db, scopeOf(context), id, submissionId, clientAddress(request))
  const toast = outcome.ok ? { text: message } : { text: outcome.message, tone: 'bad' as const }
  const from = fields.get('from')
  return replace(from === null ? submissionPath : safePath(from), await withToast(toast, { status: 303 }))
}

/** A GET of a vote address redirects to the submission. */
export function redirectToSubmission({
  params,
}: {
  params: { id?: string; submissionId?: string }
}): Response {
  if (!isId(params.id) || !isId(params.submissionId)) throw textResponse(404, 'Not Found')
  return replace(`/challenges/${params.id}/submissions/${params.submissionId}`)
}

function tooManyRequests(seconds: number): Response {
  const text = 'Too many votes at once. Please wait a moment and try again.'
  return textResponse(429, text, { 'Retry-After': String(seconds) })
}

function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
