/** A cookie that holds one secret: for this host and every path, out of scripts' reach, not sent across sites. */
export interface SecretCookie {
  /** The value that the browser sent, if it looks like a secret. */
  read(request: Request): string | undefined
  /** A Set-Cookie value. */
  write(secret: string): string
  clear(): string
}

/**
 * The name of a cookie of the site at `siteUrl`. On https it has the prefix `__Host-`, so that browsers accept it from
 * this host only, and only over https.
 */
export function cookieName(name: string, siteUrl: string): string {
  return isHttps(siteUrl) ? `__Host-${name}` : name
}

export function isHttps(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === 'https:'
}

/** The values of a cookie in a Cookie header, under its full name. */
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
