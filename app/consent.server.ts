import { type Consent, consentDays, parseConsent } from '#app/ui/consent/consent.ts'

const name = 'consent'

/** What the visitor chose about non-essential cookies; null until they have chosen. */
export function readConsent(request: Request): Consent | null {
  for (const pair of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return parseConsent(value)
  }
  return null
}

/** A Set-Cookie value that remembers the choice for 180 days. */
export function consentCookie(consent: Consent): string {
  return `${name}=${consent}; Max-Age=${consentDays * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax`
}
