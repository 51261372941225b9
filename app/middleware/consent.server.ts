import { type Consent, consentDays, parseConsent } from '#app/ui/consent.ts'
import { siteCookie } from '#platform/identity/cookies.ts'

export const consentCookie = siteCookie('consent', {
  maxAgeSeconds: consentDays * 24 * 60 * 60,
  pattern: /^(accepted|declined)$/,
})

/** The visitor's choice about non-essential cookies; null before the choice. */
export function readConsent(request: Request): Consent | null {
  return parseConsent(consentCookie.read(request))
}
