import type { MiddlewareFunction } from 'react-router'
import { incompleteContext, viewerContext } from '#app/context.ts'
import { sessionKeyHeader } from '#platform/http/session-key.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { sessionCookie } from './viewer.server.ts'

/**
 * Caches do not store answers to members, which carry a key of the session, nor pages without a part that failed to load. Answers to visitors vary with
 * their cookies and are compared at each visit, unless they are public.
 */
export const cacheControl: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const { headers } = response
  if (/\bpublic\b/i.test(headers.get('Cache-Control') ?? '')) return response
  if (context.get(viewerContext)) {
    headers.set('Cache-Control', 'private, no-store')
    const token = sessionCookie.read(request)
    if (token) headers.set(sessionKeyHeader, hashSecret(`key ${token}`).toString('hex').slice(0, 16))
    return response
  }
  headers.append('Vary', 'Cookie')
  if (context.get(incompleteContext)) headers.set('Cache-Control', 'no-store')
  else if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
  return response
}
