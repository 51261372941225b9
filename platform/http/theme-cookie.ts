import { siteCookie } from '#platform/identity/cookies.ts'

/** Remembers the theme for a year. Scripts write it too, so that a reload before the response finds the choice. */
export const themeCookie = siteCookie('theme', {
  maxAgeSeconds: 60 * 60 * 24 * 365,
  pattern: /^(dark|light)$/,
  scriptable: true,
})

/** The theme in a Cookie header for the site at `siteUrl`; undefined where the system decides. */
export function themeIn(cookies: string | null | undefined, siteUrl: string): 'dark' | 'light' | undefined {
  const value = themeCookie.readHeader(cookies, siteUrl)
  return value === 'dark' || value === 'light' ? value : undefined
}
