import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { hasRepeatedFields, parseUpload } from '#app/forms/upload.server.ts'
import { requireMember, sessionCookie } from '#app/middleware/viewer.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { limit, type RateLimit } from '#platform/http/limits.server.ts'
import { ACCOUNT_PATH } from './paths.ts'

interface AccountForm {
  services: Services
  viewer: Member
  /** The token of the session that sends the form. */
  token: string | undefined
  fields: FormData
}

interface Expected {
  /** The fields that the form may have. */
  fields?: readonly string[]
  /** What uses of the form are counted under, and how many there may be. */
  name?: string
  rateLimit?: RateLimit
  /** Where a visitor comes back to after signing in. */
  returnTo?: string
}

const rateLimits: RateLimit = { points: 30, seconds: 600 }

/**
 * Reads a form of the account pages. Visitors sign in first; fields that the form does not have get 400, too many
 * forms 429. Throws those responses.
 */
export async function openAccountForm(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  {
    fields: known = [],
    name = 'account',
    rateLimit: allowance = rateLimits,
    returnTo = ACCOUNT_PATH,
  }: Expected = {},
): Promise<AccountForm> {
  const services = context.get(servicesContext)
  const viewer = requireMember(request, context, returnTo)
  const { fields, refusal } = await parseUpload(request, { maxFileBytes: 0 })
  const unknown = [...fields.keys()].some((field) => !known.includes(field))
  if (unknown || refusal || hasRepeatedFields(fields))
    throw plain(400, 'This form has a field that is not known.')
  const counted = await limit(services.db, name, viewer.id, allowance)
  if (!counted.ok) {
    const headers = { 'Retry-After': String(counted.retryAfterSeconds) }
    throw plain(429, 'Too many attempts. Please try again later.', headers)
  }
  return { services, viewer, token: sessionCookie(services.config).read(request), fields }
}

export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private, no-store',
      ...headers,
    },
  })
}
