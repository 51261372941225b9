import { redirectDocument } from 'react-router'
import type { Services } from '#app/context.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { type LimitResult, limit, returnUse } from '#platform/http/limits.server.ts'
import { attemptMinutes, storeAttempt } from '#platform/identity/attempts.server.ts'
import { secretPattern, siteCookie } from '#platform/identity/cookies.ts'
import { newSecret } from '#platform/secret.server.ts'

export const browserCookie = siteCookie('sign-in', {
  maxAgeSeconds: attemptMinutes * 60,
  pattern: secretPattern,
})

export const zoneCookie = siteCookie('zone', {
  maxAgeSeconds: attemptMinutes * 60,
  pattern: /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/,
})

/**
 * Begins a sign-in and sends the browser to the provider. With `confirmsSession` the sign-in confirms that session
 * instead of starting one, and the provider is asked to authenticate the person again; if it has ended by then, the
 * browser is sent to `returnTo`. Throws SignInFailure.
 */
export async function sendToProvider(
  { db, identity }: Services,
  request: Request,
  { returnTo, confirmsSession = null }: { returnTo: string; confirmsSession?: string | null },
): Promise<Response> {
  const { address, secrets } = await identity.startSignIn({ fresh: confirmsSession !== null })
  // Tabs that sign in side by side share one cookie; each has its own attempt.
  const browser = browserCookie.read(request) ?? newSecret()
  const isStored = await storeAttempt(db, { ...secrets, returnTo, confirmsSession }, browser)
  if (!isStored) return redirectDocument(returnTo, 303)
  return redirectDocument(address.href, {
    status: 303,
    headers: { 'Set-Cookie': browserCookie.write(browser) },
  })
}

const limitName = 'sign-in'

/**
 * Counts a sign-in that begins. Those that failed or have not been finished count, since many people may share an
 * address and sign in together.
 */
export function countSignIn({ db, config }: Services, request: Request): Promise<LimitResult> {
  const rateLimit = { points: config.addressLimits.signIn, seconds: 300 }
  return limit(db, limitName, clientAddress(request), rateLimit)
}

export function forgetSignIn({ db }: Services, request: Request): Promise<void> {
  return returnUse(db, limitName, clientAddress(request))
}
