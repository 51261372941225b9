/** One test of the MDN HTTP Observatory, with what it adds to the score of 100. */
interface ObservatoryResult {
  test: string
  result: string
  modifier: number
}

interface ObservatoryScan {
  score: number
  results: ObservatoryResult[]
}

const broadSources = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const unsafeSources = [...broadSources, "'unsafe-inline'", 'data:']
const bonusFrom = 90
const sixMonthsSeconds = 15_768_000

/**
 * Scores one response as the MDN HTTP Observatory does (algorithm version 5, its scoring table of 2025). The
 * redirection of http to https is the proxy's task and gives no points; preloading is a list of
 * the browsers. Both are left out.
 */
export function scan(headers: Headers, html: string): ObservatoryScan {
  const policy = parsePolicy(headers.get('Content-Security-Policy') ?? '')
  const results = [
    scoreContentPolicy(policy),
    scoreCookies(headers),
    scoreCors(headers),
    scoreReferrerPolicy(headers.get('Referrer-Policy')),
    scoreTransportSecurity(headers.get('Strict-Transport-Security')),
    scoreIntegrity(headers, html),
    scoreContentTypeOptions(headers.get('X-Content-Type-Options')),
    scoreFraming(headers.get('X-Frame-Options'), policy),
    scoreResourcePolicy(headers.get('Cross-Origin-Resource-Policy')),
  ]
  const penalties = results.reduce((sum, { modifier }) => sum + Math.min(0, modifier), 100)
  const all = results.reduce((sum, { modifier }) => sum + modifier, 100)
  // Bonus points count only from 90 points on.
  return { score: Math.max(0, penalties >= bonusFrom ? all : penalties), results }
}

type Policy = ReadonlyMap<string, readonly string[]>

function parsePolicy(text: string): Policy {
  const directives = text.split(';').flatMap((directive) => {
    const [name, ...sources] = directive.trim().split(/\s+/)
    return name ? [[name.toLowerCase(), sources.map((source) => source.toLowerCase())] as const] : []
  })
  return new Map(directives)
}

function scoreContentPolicy(policy: Policy): ObservatoryResult {
  const test = 'content-security-policy'
  if (policy.size === 0) return { test, result: 'not implemented', modifier: -25 }
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const [script, style] = [withoutOverridden(sources('script-src')), withoutOverridden(sources('style-src'))]
  const isPassive = (name: string) => name === 'img-src' || name === 'media-src'
  const active = [...policy].flatMap(([name, list]) => (isPassive(name) ? [] : list))
  const passive = ['img-src', 'media-src'].flatMap(sources)
  const isHttp = (source: string) => source.startsWith('http:') || source.startsWith('ftp:')
  const has = (list: readonly string[], unsafe: readonly string[]) =>
    list.some((source) => unsafe.includes(source))

  if (has(script, unsafeSources) || has(sources('object-src'), broadSources))
    return { test, result: 'unsafe scripts or objects', modifier: -20 }
  if (active.some(isHttp)) return { test, result: 'insecure scheme', modifier: -20 }
  if (has([...script, ...style], ["'unsafe-eval'"])) return { test, result: 'unsafe-eval', modifier: -10 }
  if (passive.some(isHttp)) return { test, result: 'insecure scheme of images', modifier: -10 }
  if (has(style, unsafeSources)) return { test, result: 'unsafe styles', modifier: 0 }
  const defaultSources = policy.get('default-src')
  return defaultSources?.length === 1 && defaultSources[0] === "'none'"
    ? { test, result: "no unsafe, default-src 'none'", modifier: 10 }
    : { test, result: 'no unsafe', modifier: 5 }
}

/** A nonce or hash makes browsers ignore 'unsafe-inline'. */
function withoutOverridden(sources: readonly string[]): readonly string[] {
  const named = sources.some((source) => /^'(nonce|sha256|sha384|sha512)-/.test(source))
  return named ? sources.filter((source) => source !== "'unsafe-inline'") : sources
}

function scoreCookies(headers: Headers): ObservatoryResult {
  const test = 'cookies'
  const cookies = headers.getSetCookie().map(parseCookie)
  if (cookies.length === 0) return { test, result: 'no cookies', modifier: 0 }
  const hasHsts = scoreTransportSecurity(headers.get('Strict-Transport-Security')).modifier >= 0
  const worst = cookies
    .flatMap(({ name, secure, httpOnly, sameSite }) => {
      const isSession = /login|sess/i.test(name)
      return [
        ...(sameSite && !['lax', 'strict', 'none'].includes(sameSite) ? [-20] : []),
        ...(!secure && sameSite === 'none' ? [-20] : []),
        ...(!secure ? [hasHsts ? -5 : -20] : []),
        ...(/csrf/i.test(name) && !sameSite ? [-20] : []),
        ...(isSession && !secure ? [hasHsts ? -10 : -40] : []),
        ...(isSession && !httpOnly ? [-30] : []),
      ]
    })
    .sort((a, b) => a - b)[0]
  if (worst !== undefined) return { test, result: 'unsafe cookies', modifier: worst }
  return cookies.every(({ sameSite }) => sameSite)
    ? { test, result: 'Secure, HttpOnly sessions, SameSite', modifier: 5 }
    : { test, result: 'without SameSite', modifier: 0 }
}

function parseCookie(text: string) {
  const [first = '', ...attributes] = text.split(';').map((part) => part.trim())
  const named = new Map(
    attributes.map((attribute) => {
      const [name = '', value = ''] = attribute.toLowerCase().split('=', 2)
      return [name, value]
    }),
  )
  return {
    name: first.split('=', 1)[0] ?? '',
    secure: named.has('secure'),
    httpOnly: named.has('httponly'),
    sameSite: named.get('samesite'),
  }
}

function scoreCors(headers: Headers): ObservatoryResult {
  const test = 'cross-origin-resource-sharing'
  const origin = headers.get('Access-Control-Allow-Origin')
  const universal = origin !== null && headers.get('Access-Control-Allow-Credentials') === 'true'
  return universal
    ? { test, result: 'universal access', modifier: -50 }
    : { test, result: origin ?? 'not implemented', modifier: 0 }
}

function scoreReferrerPolicy(header: string | null): ObservatoryResult {
  const test = 'referrer-policy'
  if (header === null) return { test, result: 'not implemented', modifier: 0 }
  const safe = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
  const policy = header.split(',').at(-1)?.trim().toLowerCase() ?? ''
  return { test, result: policy, modifier: safe.includes(policy) ? 5 : -5 }
}

function scoreTransportSecurity(header: string | null): ObservatoryResult {
  const test = 'strict-transport-security'
  const seconds = Number(/max-age=(\d+)/i.exec(header ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(seconds)) return { test, result: 'missing or invalid', modifier: -20 }
  return { test, result: `${seconds} seconds`, modifier: seconds < sixMonthsSeconds ? -10 : 0 }
}

function scoreIntegrity(headers: Headers, html: string): ObservatoryResult {
  const test = 'subresource-integrity'
  if (!/^text\/html/.test(headers.get('Content-Type') ?? '')) return { test, result: 'no HTML', modifier: 0 }
  const scripts = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const sources = scripts.map((tag) => /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '')
  if (sources.some((source) => /^(https?:)?\/\//i.test(source)))
    return { test, result: 'scripts of other origins', modifier: -50 }
  const allHaveIntegrity = scripts.some((tag) => /\ssrc=/i.test(tag) && /\sintegrity=/i.test(tag))
  return { test, result: 'scripts of this origin', modifier: allHaveIntegrity ? 5 : 0 }
}

function scoreContentTypeOptions(header: string | null): ObservatoryResult {
  const modifier = header?.trim().toLowerCase() === 'nosniff' ? 0 : -5
  return { test: 'x-content-type-options', result: header ?? 'missing', modifier }
}

function scoreFraming(header: string | null, policy: Policy): ObservatoryResult {
  const test = 'x-frame-options'
  if (policy.has('frame-ancestors')) return { test, result: 'frame-ancestors', modifier: 5 }
  const known = ['deny', 'sameorigin'].includes(header?.trim().toLowerCase() ?? '')
  return { test, result: header ?? 'missing', modifier: known ? 0 : -20 }
}

function scoreResourcePolicy(header: string | null): ObservatoryResult {
  const test = 'cross-origin-resource-policy'
  const value = header?.trim().toLowerCase()
  if (value === undefined || value === 'cross-origin')
    return { test, result: value ?? 'missing', modifier: 0 }
  const known = value === 'same-origin' || value === 'same-site'
  return { test, result: value, modifier: known ? 10 : -5 }
}
