/** A cookie for this host and every path that is not sent across sites. */
interface SiteCookie {
  /** The value that the browser sent, if it is valid. */
  read(request: Request): string | undefined
  /** The value in a Cookie header sent to the site at `siteUrl`, if it is valid. */
  readHeader(header: string | null | undefined, siteUrl: string): string | undefined
  /** A Set-Cookie value. On https the response middleware adds the prefix `__Host-` and Secure. */
  write(value: string): string
  clear(): string
}

interface CookieOptions {
  maxAgeSeconds: number
  pattern: RegExp
}

export const secretPattern = /^[\w-]{43}$/

/** The cookie's name: `__Host-` on https, so that browsers accept it from this host and over https only. */
export function cookieName(name: string, siteUrl: string): string {
  return isHttps(siteUrl) ? `__Host-${name}` : name
}

export function isHttps(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === 'https:'
}

function cookieValues(header: string | null | undefined, fullName: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .flatMap(([name, value]) => (name === fullName && value !== undefined ? [value] : []))
}

export function siteCookie(name: string, { maxAgeSeconds, pattern }: CookieOptions): SiteCookie {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  function readHeader(header: string | null | undefined, siteUrl: string) {
    return cookieValues(header, cookieName(name, siteUrl)).find((value) => pattern.test(value))
  }
  return {
    readHeader,
    read: (request) => readHeader(request.headers.get('Cookie'), request.url),
    write: (value) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

export const encodedPattern = /^[\w-]+$/

export function encodeCookieValue(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Undefined for a missing or invalid value. */
export function decodeCookieValue(encoded: string | undefined): unknown {
  if (encoded === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString())
  } catch {
    return undefined
  }
}
