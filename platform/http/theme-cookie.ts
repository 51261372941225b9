import { cookieName, cookieValues } from '#platform/identity/cookies.ts'

/** The theme in a Cookie header of the site at `siteUrl`; undefined if the system decides. */
export function themeIn(cookies: string | null | undefined, siteUrl: string): 'dark' | 'light' | undefined {
  const values = cookieValues(cookies, cookieName('theme', siteUrl))
  return values.find((value) => value === 'dark' || value === 'light')
}
