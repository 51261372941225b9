/** A cookie that holds one secret: for this host and every path, out of scripts' reach, not sent across sites. */
export interface SecretCookie {
  /** The value that the browser sent, if it looks like a secret. */
  read(request: Request): string | undefined
  /** A Set-Cookie value. */
  write(secret: string): string
  clear(): string
}

/** On https the name gets the `__Host-` prefix, which browsers let only this very host set, and only over https. */
export function secretCookie(name: string, publicUrl: string, maxAgeSeconds: number): SecretCookie {
  const secure = new URL(publicUrl).protocol === 'https:'
  const fullName = secure ? `__Host-${name}` : name
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read: (request) => find(request.headers.get('Cookie'), fullName),
    write: (secret) => `${fullName}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
  }
}

function find(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}
