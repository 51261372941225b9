const longest = 1_000
const base = 'http://this-site.invalid'

/**
 * A redirect target: a path of this site with its query and hash. Anything else becomes '/': other origins,
 * protocol-relative and backslash forms, repeated percent-encoding of these, control characters, more than 1,000
 * characters.
 */
export function safePath(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > longest || !isRooted(raw)) return '/'
  if (hasControls(raw) || raw.includes('\\') || !URL.canParse(raw, base)) return '/'

  const url = new URL(raw, base)
  if (url.origin !== base || !staysRooted(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** The sign-in page, which leads back to a path of this site. */
export function loginPath(path: string): string {
  return `/login?${new URLSearchParams({ redirect: path })}`
}

function isRooted(path: string): boolean {
  return path.startsWith('/') && !/^\/[/\\]/.test(path)
}

/** Whether the path stays on this site however often a proxy decodes it. */
function staysRooted(path: string): boolean {
  for (let current = path; ; ) {
    if (!isRooted(current) || hasControls(current) || current.includes('\\')) return false
    const decoded = decode(current)
    if (decoded === undefined) return false
    if (decoded === current) return true
    current = decoded
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
