import type { MiddlewareFunction } from 'react-router'
import { incompleteContext, renewedSessionContext, servicesContext, viewerContext } from '#app/context.ts'
import { sessionKeyHeader } from '#platform/http/session-key.ts'
import { cookieName, isHttps } from '#platform/identity/cookies.ts'
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

/**
 * Sends the extended session's cookie, unless the response itself begins or ends a session. Never with a response
 * that proxies may keep: they would hand one member's session to everybody.
 */
export const sendRenewedSession: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const setCookie = context.get(renewedSessionContext)
  if (/\bpublic\b/i.test(response.headers.get('Cache-Control') ?? '')) return response
  if (setCookie && !response.headers.getSetCookie().some((other) => sameName(other, setCookie))) {
    response.headers.append('Set-Cookie', setCookie)
  }
  return response
}

/** Adds the prefix `__Host-` and Secure to the cookies of a response on https. Their path must be `/`. */
export const secureCookies: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const { config } = context.get(servicesContext)
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0 || !isHttps(config.publicUrl)) return response

  response.headers.delete('Set-Cookie')
  for (const cookie of cookies) {
    const named = cookie.startsWith('__Host-') ? cookie : cookieName(cookie, config.publicUrl)
    response.headers.append('Set-Cookie', /;\s*secure/i.test(named) ? named : `${named}; Secure`)
  }
  return response
}

function sameName(one: string, other: string): boolean {
  return one.split('=', 1)[0] === other.split('=', 1)[0]
}
