import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { limitHere } from '#platform/http/limits.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/seen.ts'

const rateLimit = { points: 120, seconds: 60 }

/** The most submissions of one report. */
const mostIds = 60

/** Receives which submissions the viewer has seen, sent by scripts in batches (VOTE-25). Answers with 204. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw textResponse(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' })
  if (!isId(id)) throw textResponse(404, 'Not Found')
  const member = requireMember(request, context, `/challenges/${id}`)
  const { fields, unreadable } = await readFields(request)
  const ids = String(fields.get('ids') ?? '').split(',')
  if (hasOtherFields(fields, ['ids']) || unreadable || ids.length > mostIds || !ids.every(isId))
    throw textResponse(400, 'Bad Request')
  const { db } = context.get(servicesContext)
  const limited = limitHere('seen', member.id, rateLimit)
  if (!limited.ok)
    throw textResponse(429, 'Too many reports', { 'Retry-After': String(limited.retryAfterSeconds) })
  await recordImpressions(db, scopeOf(context), id, ids)
  return new Response(null, { status: 204 })
}

export function loader({ params: { id } }: Route.LoaderArgs) {
  if (!isId(id)) throw textResponse(404, 'Not Found')
  return redirect(`/challenges/${id}/submissions`)
}
