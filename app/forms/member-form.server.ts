import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { requireMember, sessionCookie } from '#app/middleware/viewer.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { type LimitResult, limit, type RateLimit } from '#platform/http/limits.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { unknownField } from '#platform/outcome.ts'
import { hasOtherFields, readFields } from './upload/form-fields.server.ts'

interface MemberForm {
  services: Services
  viewer: Member
  token: string | undefined
  fields: FormData
}

export interface ExpectedForm {
  fields?: readonly string[]
  /** A limit of all sessions of the member together. Without it each session has its own. Null: the caller counts. */
  memberLimit?: { name: string; rateLimit: RateLimit } | null
  returnTo: string
}

// Not of all sessions together: a stolen session could keep the member from ending it.
const sessionLimit: RateLimit = { points: 30, seconds: 600 }

/**
 * Reads a small form of a member. Throws a redirect to /login for visitors, 400 for unknown fields and 429 for too
 * many requests.
 */
export async function openMemberForm(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { fields: known = [], memberLimit, returnTo }: ExpectedForm,
): Promise<MemberForm> {
  const services = context.get(servicesContext)
  const viewer = requireMember(request, context, returnTo)
  const { fields, unreadable } = await readFields(request)
  if (unreadable || hasOtherFields(fields, known)) throw textResponse(400, `${unknownField}.`)
  const token = sessionCookie.read(request)
  if (memberLimit === null) return { services, viewer, token, fields }
  const limitResult = memberLimit
    ? await limit(services.db, memberLimit.name, viewer.id, memberLimit.rateLimit)
    : await limit(services.db, 'account', token ?? viewer.id, sessionLimit)
  requireWithinLimit(limitResult)
  return { services, viewer, token, fields }
}

/** Throws a Response of 429 for what is not within a limit. */
export function requireWithinLimit(result: LimitResult): void {
  if (result.ok) return
  const headers = { 'Retry-After': String(result.retryAfterSeconds) }
  throw textResponse(429, 'Too many attempts. Please try again later.', headers)
}
