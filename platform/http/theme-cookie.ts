/** The theme that a Cookie header names; undefined where the system decides. */
export function themeIn(cookies: string | null | undefined): 'dark' | 'light' | undefined {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === 'theme' && (value === 'dark' || value === 'light')) return value
  }
  return undefined
}
