import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { embedOrigins } from '#domain/media/embeds.ts'
import { isLoopback } from '#platform/config/loopback.ts'
import type { AppOptions, Env } from '#server/app.ts'

const methods = ['GET', 'HEAD', 'POST']
const reading = ['GET', 'HEAD', 'OPTIONS']
/** A form whose file is too large is read, so that its text can be shown again. */
export const largestForm = 25 * 1024 * 1024

/** The security headers of every response, and the nonce of a page's scripts. A response may set its own policy. */
export function secureHeaders({ services, formTargets, dev }: AppOptions): MiddlewareHandler<Env> {
  const { publicUrl, hstsSubdomains } = services.config
  return async (c, next) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    const page = { publicUrl, hstsSubdomains, formTargets: formTargets(), checksLinks: true }
    const headers = securityHeaders({ ...page, dev: dev === true }, [`'nonce-${nonce}'`])
    for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value)
    await next()
    if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.res.headers.set('Retry-After', '5')
  }
}

/** Refuses changes that another site's page sent. */
export function requireOwnOrigin(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (isFromThisSite(c.req.raw, publicUrl)) return next()
    return c.text(`This form was not sent from a page of ${publicUrl}.\n`, 403)
  }
}

/** Without this check any other method would count as a form. */
export const requireKnownMethod: MiddlewareHandler = async (c, next) => {
  if (methods.includes(c.req.method)) return next()
  return c.text(`This site accepts ${methods.join(', ')} only.\n`, 405, { Allow: methods.join(', ') })
}

/** Refuses paths that are no text. */
export const requirePath: MiddlewareHandler = async (c, next) => {
  if (isText(new URL(c.req.url).pathname)) return next()
  return c.text('This is not an address of this site.\n', 400)
}

function isText(pathname: string): boolean {
  try {
    // A call whose result is not used is removed from the bundle.
    return decodeURI(pathname) !== ''
  } catch {
    return false
  }
}

/** Limits a form to 25 MB before it is read, and to 64 KB where one without a file is read. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined)
    return c.text('A form needs a Content-Length.\n', 411, { Connection: 'close' })
  if (Number(c.req.header('content-length') ?? 0) <= largestForm) return next()
  return c.text('The form is too large.\n', 413, { 'Cache-Control': 'no-store', Connection: 'close' })
}

/** Redirects other names of this machine to the demo's own, and refuses foreign ones. */
export function demoHostOnly(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const place = demoHost(c.req.header('host'), pathname + search, publicUrl)
    if (place.is === 'unknown') return c.text(`This demo is available at ${publicUrl} only.\n`, 421)
    if (place.is === 'elsewhere' && c.req.method === 'GET') return c.redirect(place.address, 307)
    return next()
  }
}

interface SecurityOptions {
  publicUrl: string
  /** Whether all other hosts below the site's have https too. */
  hstsSubdomains?: boolean
  /** Other origins that a form's response may redirect to: the sign-in provider. */
  formTargets: string[]
  /** Members' pages check links by asking their hosts. */
  checksLinks?: boolean
  dev?: boolean
}

const deniedFeatures =
  `accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment
  publickey-credentials-get usb xr-spatial-tracking`.split(/\s+/)

export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** The headers of a page whose inline scripts are of `scripts`: CSP sources, a nonce or hashes. */
export function securityHeaders(
  options: SecurityOptions,
  scripts: readonly string[],
): Record<string, string> {
  const { publicUrl, hstsSubdomains } = options
  return {
    'Content-Security-Policy': contentPolicy(options, scripts),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

function contentPolicy(
  { formTargets, checksLinks, dev }: SecurityOptions,
  scripts: readonly string[],
): string {
  const rules = [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src 'self'${dev ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    // Submissions link to media files on any host.
    `media-src https:`,
    // Sends nothing that media-src could not.
    `connect-src 'self'${checksLinks ? ' https:' : ''}${dev ? ' ws:' : ''}`,
    `frame-src ${embedOrigins.join(' ')}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ]
  return rules.join('; ')
}

/**
 * Whether a request may change data: the browser states that it comes from a page of this site. Mail services
 * unsubscribe members without an origin.
 */
export function isFromThisSite(request: Request, publicUrl: string): boolean {
  if (reading.includes(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === publicUrl
  if (new URL(request.url).pathname.startsWith('/unsubscribe/')) return true
  return request.headers.get('sec-fetch-site') === 'same-origin'
}

type Place = { is: 'here' } | { is: 'elsewhere'; address: string } | { is: 'unknown' }

/**
 * Where the demo answers a request for `host`. Cookies belong to one name, so other names of this machine redirect to
 * the public one. Foreign names are refused: they indicate DNS rebinding.
 */
export function demoHost(host: string | undefined, path: string, publicUrl: string): Place {
  const name = hostName(host)
  if (name === new URL(publicUrl).hostname) return { is: 'here' }
  return name !== undefined && isLoopback(name)
    ? { is: 'elsewhere', address: publicUrl + path }
    : { is: 'unknown' }
}

function hostName(host: string | undefined): string | undefined {
  const address = `http://${host}`
  return host && URL.canParse(address) ? new URL(address).hostname : undefined
}
