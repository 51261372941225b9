import { createCookie } from 'react-router'
import type { Theme } from '#app/ui/shell/theme.ts'

const cookie = createCookie('theme', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 60 * 60 * 24 * 365,
})

/** The visitor's choice; 'system' until one is made. */
export async function readTheme(request: Request): Promise<Theme> {
  return parseTheme(await cookie.parse(request.headers.get('Cookie')))
}

export function parseTheme(value: unknown): Theme {
  return value === 'dark' || value === 'light' ? value : 'system'
}

/** A Set-Cookie value that remembers the choice; 'system' forgets it. */
export function themeCookie(theme: Theme): Promise<string> {
  return theme === 'system' ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(theme)
}
