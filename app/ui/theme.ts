export type Theme = 'dark' | 'light' | 'system'

const year = 60 * 60 * 24 * 365

/**
 * A cookie that remembers the choice for a year; 'system' forgets it. Scripts may write it, so that a reload that
 * comes before the server's answer finds the choice. A response gets its prefix and Secure from `secureCookies`.
 */
export function themeCookie(theme: Theme): string {
  const [value, maxAge] = theme === 'system' ? ['', 0] : [theme, year]
  return `theme=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax`
}
