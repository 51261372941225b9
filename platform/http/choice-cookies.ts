import { cookieName, siteCookie } from '#platform/identity/cookies.ts'

const themeDays = 365
const themeCookie = /* @__PURE__ */ siteCookie('theme', {
  maxAgeSeconds: themeDays * 24 * 60 * 60,
  pattern: /^(dark|light)$/,
})

export type Theme = 'dark' | 'light' | 'system'

/**
 * The Set-Cookie value for a choice; 'system' clears the cookie. Scripts write it too, so that a reload before the response
 * finds the choice. They load nothing else of this module.
 */
export function setTheme(theme: Theme): string {
  const [value, days] = theme === 'system' ? ['', 0] : [theme, themeDays]
  return `theme=${value}; Max-Age=${days * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

/** How long the answer to the cookie banner is remembered. */
export const consentDays = 180

export const consentCookie = /* @__PURE__ */ siteCookie('consent', {
  maxAgeSeconds: consentDays * 24 * 60 * 60,
  pattern: /^(accepted|declined)$/,
})

/** The choice about non-essential cookies, which embedded players set (CONT-12). */
export type Consent = 'accepted' | 'declined'

/** Null for any other value. */
export function parseConsent(value: unknown): Consent | null {
  return value === 'accepted' || value === 'declined' ? value : null
}

const choices = { theme: themeCookie, consent: consentCookie }

/** The theme in a Cookie header for the site at `siteUrl`; undefined where the system decides. */
export function themeIn(cookies: string | null | undefined, siteUrl: string): 'dark' | 'light' | undefined {
  const value = themeCookie.readHeader(cookies, siteUrl)
  return value === 'dark' || value === 'light' ? value : undefined
}

/**
 * A Cookie header with the choices in `header` that pages show, which many visitors have in common; undefined if it
 * holds any other cookie.
 */
export function choicesOnly(header: string | undefined, siteUrl: string): string | undefined {
  if (!header) return ''
  const known = Object.entries(choices).map(([name, cookie]) => ({ name: cookieName(name, siteUrl), cookie }))
  const sent = header.split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  if (sent.some((name) => !known.some((choice) => choice.name === name))) return undefined
  return known
    .map(({ name, cookie }) => [name, cookie.readHeader(header, siteUrl)])
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('; ')
}
