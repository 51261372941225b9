import type { Services } from '#app/context.ts'
import { sessionCookie } from '#app/session.server.ts'
import { updateAdminBadges } from '#domain/members/administrators.server.ts'
import { signIn } from '#domain/members/commands.server.ts'
import { startSession } from '#domain/members/sessions.server.ts'
import { type SignInAttempt, takeAttempt } from '#platform/identity/attempts.server.ts'
import { isSignInFailure } from '#platform/identity/failure.server.ts'
import { browserCookie } from './browser-cookie.server.ts'

export interface Completed {
  returnTo: string
  setCookie: string
}

/**
 * Finishes the sign-in that this browser began, once: verified claims become a member's session. Undefined for
 * anything else, which is logged by its reason alone.
 */
export async function completeSignIn(
  services: Services,
  request: Request,
  answer: URLSearchParams,
): Promise<Completed | undefined> {
  const attempt = await takeOwnAttempt(services, request, answer)
  if (!attempt) {
    services.log.warn({ reason: 'unknown-attempt' }, 'sign-in refused')
    return undefined
  }
  try {
    return await openSession(services, request, answer, attempt)
  } catch (error) {
    if (!isSignInFailure(error)) throw error
    services.log.warn({ kind: error.kind, reason: error.code }, 'sign-in refused')
    return undefined
  }
}

/** The attempt that an answer belongs to; it is used up by asking. */
export async function takeOwnAttempt(
  { db, config }: Services,
  request: Request,
  answer: URLSearchParams,
): Promise<SignInAttempt | undefined> {
  const state = answer.get('state')
  const browser = browserCookie(config).read(request)
  return state && browser ? takeAttempt(db, state, browser) : undefined
}

async function openSession(
  { db, config, identity }: Services,
  request: Request,
  answer: URLSearchParams,
  attempt: SignInAttempt,
): Promise<Completed> {
  const claims = await identity.finishSignIn(answer, attempt)
  const { memberId } = await signIn(db, claims)
  await updateAdminBadges(db, { emails: config.adminEmails, userIds: config.adminUserIds }, memberId)
  const cookie = sessionCookie(config)
  const token = await startSession(db, memberId, cookie.read(request))
  return { returnTo: attempt.returnTo, setCookie: cookie.write(token) }
}
