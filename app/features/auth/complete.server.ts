import type { Services } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { browserCookie, forgetSignIn, zoneCookie } from '#app/middleware/sign-in.server.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { welcomePath } from '#app/parts/paths.ts'
import { suspensionReason } from '#domain/accounts/suspension.server.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { normaliseDisplayName } from '#domain/members/display-name.ts'
import { confirmationMinutes, noMarkNotice } from '#domain/members/rules.ts'
import { nameError } from '#domain/members/save-profile.server.ts'
import { updateAdminBadges } from '#domain/people/administrators.server.ts'
import { acceptInvitation } from '#domain/people/invitations.server.ts'
import { deviceFrom } from '#domain/sessions/device.ts'
import { confirmSession, startSession } from '#domain/sessions/sessions.server.ts'
import { marksAddresses, saveTimeZone, signIn } from '#domain/sessions/sign-in.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import { type SignInAttempt, takeAttempt } from '#platform/identity/attempts.server.ts'
import type { VerifiedClaims } from '#platform/identity/claims.server.ts'
import {
  decodeCookieValue,
  encodeCookieValue,
  encodedPattern,
  siteCookie,
} from '#platform/identity/cookies.ts'
import { SignInFailure, type SignInFailureKind } from '#platform/identity/failure.server.ts'
import { knownZone } from '#platform/time-zone.ts'

const SUSPENDED_PATH = '/auth/callback?failed=suspended'
const OFTEN_PATH = '/auth/callback?failed=often'

/** Finished sign-ins of one member. Many visitors share an account of the demo. */
export const signInSeconds = 600
const signIns = { demo: 300, site: 30 } as const

interface Completed {
  returnTo: string
  headers: HeadersInit
}

interface Failed {
  failedPath: string
}

/** Passes the reason of a suspension to the callback page, and survives a reload of it. */
const suspensionCookie = siteCookie('suspension', { maxAgeSeconds: 60, pattern: encodedPattern })

/**
 * Finishes a sign-in that this browser started, once: starts a session, or confirms the session that requested it.
 * Logs why it failed.
 */
export async function completeSignIn(
  services: Services,
  request: Request,
  answer: URLSearchParams,
): Promise<Completed | Failed> {
  const attempt = await takeOwnAttempt(services, request, answer)
  if (!attempt) {
    services.log.warn({ reason: 'unknown-attempt' }, 'sign-in refused')
    return { failedPath: failedPath('refused') }
  }
  try {
    const claims = await services.identity.finishSignIn(answer, attempt)
    if (claims.userInfoFailure)
      services.log.warn({ reason: claims.userInfoFailure }, 'sign-in without the claims of UserInfo')
    return attempt.confirmsSession
      ? await confirm(services, attempt, attempt.confirmsSession, claims)
      : await openSession(services, request, attempt, claims)
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    const { kind, code, detail } = error
    services.log.warn({ kind, reason: code, detail, reference: currentRequestId() }, 'sign-in refused')
    return { failedPath: failedPath(kind) }
  }
}

function failedPath(kind: SignInFailureKind): string {
  const reference = currentRequestId()
  const query = new URLSearchParams({ failed: kind, ...(reference && { reference }) })
  return `/auth/callback?${query}`
}

/** Takes the attempt that a callback belongs to. An attempt can be taken once. */
export async function takeOwnAttempt(
  { db }: Services,
  request: Request,
  answer: URLSearchParams,
): Promise<SignInAttempt | undefined> {
  const state = answer.get('state')
  const browser = browserCookie.read(request)
  return state && browser ? takeAttempt(db, state, browser) : undefined
}

export async function readSuspension(request: Request): Promise<string | null> {
  const reason = decodeCookieValue(suspensionCookie.read(request))
  return typeof reason === 'string' && reason && reason.length <= MAX_REASON_LENGTH ? reason : null
}

async function openSession(
  services: Services,
  request: Request,
  attempt: SignInAttempt,
  claims: VerifiedClaims,
): Promise<Completed | Failed> {
  const { db, config, settings, log } = services
  const { memberId, newName } = await signIn(db, claims, {
    name: nameFor(claims, config.memberNames, settings.current().productName),
    trustsUnmarked: config.emailTrusted,
  })
  const points = config.demo ? signIns.demo : signIns.site
  const limited = await limit(db, 'signed-in', memberId, { points, seconds: signInSeconds })
  if (!limited.ok) {
    log.warn({ reason: 'too-often' }, 'sign-in refused')
    return { failedPath: OFTEN_PATH }
  }
  if (claims.email && !claims.emailVerified) await warnOfMarks(services)
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  await updateAdminBadges(db, admins, memberId)
  await acceptInvitation(db, memberId, claims, admins)
  await saveTimeZone(db, memberId, knownZone(zoneCookie.read(request)))
  const device = deviceFrom(request.headers.get('User-Agent'))
  const token = await startSession(db, memberId, sessionCookie.read(request), device)
  const reason = await suspensionReason(db, memberId)
  if (reason === null) {
    await forgetSignIn(services, request)
    const returnTo = newName === null ? attempt.returnTo : welcomePath(attempt.returnTo)
    return { returnTo, headers: { 'Set-Cookie': sessionCookie.write(token) } }
  }
  log.warn({ reason: 'suspended' }, 'sign-in refused')
  const setCookie = suspensionCookie.write(encodeCookieValue(reason))
  return { returnTo: SUSPENDED_PATH, headers: { 'Set-Cookie': setCookie } }
}

const warned = new WeakSet<Services>()

/** Says once what follows where the provider marks no address as verified. The demo's does so on purpose. */
async function warnOfMarks(services: Services): Promise<void> {
  if (services.config.demo || warned.has(services) || (await marksAddresses(services.db)) !== false) return
  warned.add(services)
  services.log.warn(noMarkNotice(services.config.emailTrusted))
}

function nameFor(
  { name }: VerifiedClaims,
  memberNames: Config['memberNames'],
  productName: string,
): string | null {
  const isWanted = memberNames === 'provider' && name !== null && nameError(name, null, productName) === null
  return isWanted ? normaliseDisplayName(name) : null
}

async function confirm(
  { db }: Services,
  { returnTo }: SignInAttempt,
  sessionId: string,
  claims: VerifiedClaims,
): Promise<Completed> {
  const confirmed = isFresh(claims) && (await confirmSession(db, sessionId, claims))
  if (confirmed) return { returnTo, headers: {} }
  const text = 'That sign-in does not confirm your account. Please sign in again with the same account.'
  const { headers = {} } = await withToast({ text, tone: 'bad' })
  return { returnTo, headers }
}

/** If the provider reports the authentication time, it must be recent. */
function isFresh({ authenticatedAt }: VerifiedClaims): boolean {
  return authenticatedAt === undefined || authenticatedAt * 1000 > Date.now() - confirmationMinutes * 60_000
}
