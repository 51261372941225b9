import { type ActionFunctionArgs, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { parseUpload } from '#app/forms/upload.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import type { castVote } from '#domain/voting/commands.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { isId } from '#platform/id.server.ts'

const rateLimit = { points: 60, seconds: 60 }

interface VoteRequest {
  /** castVote or withdrawVote. */
  verb: typeof castVote
  done: string
}

/**
 * Answers a vote's form: does it, says what came of it, and leads back to `from`, a path of this site, or to the
 * entry. Visitors sign in first. Any field other than `from` is refused.
 */
export async function handleVote(args: ActionFunctionArgs, { verb, done }: VoteRequest): Promise<Response> {
  const { request, params, context } = args
  if (request.method !== 'POST') throw plain(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' })
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) throw plain(404, 'Not Found')
  const submissionPath = `/challenges/${id}/submissions/${submissionId}`
  const member = requireMember(request, context, submissionPath)
  const { fields, file, refusal } = await parseUpload(request, { maxFileBytes: 1 })
  const unknown = [...fields.keys()].some((field) => field !== 'from')
  if (unknown || file || refusal) throw plain(400, 'This form has a field that is not known.')

  const { db } = context.get(servicesContext)
  const verdict = await limit(db, 'vote', member.id, rateLimit)
  if (!verdict.ok) throw tooManyRequests(verdict.retryAfterSeconds)
  const outcome = await verb(db, scopeOf(context), id, submissionId)
  const toast = outcome.ok ? { text: done } : { text: outcome.message, tone: 'bad' as const }
  const from = fields.get('from')
  return replace(from === null ? submissionPath : safePath(from), await withToast(toast, { status: 303 }))
}

/** These addresses only take votes: whoever opens one is led to the entry. */
export function voteResultPage({ params }: { params: { id?: string; submissionId?: string } }): Response {
  if (!isId(params.id) || !isId(params.submissionId)) throw plain(404, 'Not Found')
  return replace(`/challenges/${params.id}/submissions/${params.submissionId}`)
}

function tooManyRequests(seconds: number): Response {
  const text = 'Too many votes at once. Please wait a moment and try again.'
  return plain(429, text, { 'Retry-After': String(seconds) })
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
