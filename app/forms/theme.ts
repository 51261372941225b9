import { themeCookie } from '#platform/http/choice-cookies.ts'

export type Theme = 'dark' | 'light' | 'system'

/** The Set-Cookie value for a choice; 'system' clears the cookie. */
export function setTheme(theme: Theme): string {
  return theme === 'system' ? themeCookie.clear() : themeCookie.write(theme)
}
