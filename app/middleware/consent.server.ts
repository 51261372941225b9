import { type Consent, consentDays, parseConsent } from '#app/ui/consent.ts'
import { cookieName, cookieValues } from '#platform/identity/cookies.ts'

const name = 'consent'

/** What the visitor chose about non-essential cookies; null until they have chosen. */
export function readConsent(request: Request): Consent | null {
  const [value] = cookieValues(request.headers.get('Cookie'), cookieName(name, request.url))
  return parseConsent(value)
}

/** A Set-Cookie value that remembers the choice for 180 days. */
export function consentCookie(consent: Consent): string {
  return `${name}=${consent}; Max-Age=${consentDays * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax`
}
