/** A cookie for one secret: HttpOnly, SameSite=Lax, for this host and all paths. */
export interface SecretCookie {
  read(request: Request): string | undefined
  write(secret: string): string
  clear(): string
}

/**
 * The name of a cookie of the site at `siteUrl`. On https it has the prefix `__Host-`, so browsers accept it only
 * from this host and over https.
 */
export function cookieName(name: string, siteUrl: string): string {
  return isHttps(siteUrl) ? `__Host-${name}` : name
}

export function isHttps(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === 'https:'
}

export function cookieValues(header: string | null | undefined, fullName: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .flatMap(([name, value]) => (name === fullName && value !== undefined ? [value] : []))
}

export function secretCookie(name: string, publicUrl: string, maxAgeSeconds: number): SecretCookie {
  const fullName = cookieName(name, publicUrl)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`
  return {
    read: (request) =>
      cookieValues(request.headers.get('Cookie'), fullName).find((value) => /^[\w-]{43}$/.test(value)),
    write: (secret) => `${fullName}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
  }
}
