import { sessionToken } from '#platform/identity/cookies.ts'
import { recentSessions } from '#platform/identity/recent-sessions.server.ts'

/**
 * Whose places a request takes before the database is asked: those of a member, so that strangers behind the same address
 * do not use them up, or those of its address.
 */
const sessions = recentSessions()

/** The member whose session this process has seen lately in such a Cookie header. */
export function recentMember(cookies: string | null | undefined, siteUrl: string): string | undefined {
  return cookies ? sessions.memberOf(sessionToken(cookies, siteUrl)) : undefined
}

/** Called after the session in the request was checked; null if there is none. */
export function rememberMember(request: Request, memberId: string | null): void {
  const token = sessionToken(request.headers.get('cookie') ?? undefined, request.url)
  if (!token) return
  if (memberId) sessions.saw(token, memberId)
  else sessions.forget(token)
}
