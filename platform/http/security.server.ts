import { randomBytes } from 'node:crypto'
import { isLoopback } from '#platform/config/loopback.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']

interface SecurityOptions {
  publicUrl: string
  /** Whether all other hosts below the site's have https too. */
  hstsSubdomains?: boolean
  /** Other origins that a form's response may redirect to: the sign-in provider. */
  formTargets: string[]
  frameOrigins: readonly string[]
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
  { formTargets, frameOrigins, checksLinks, dev }: SecurityOptions,
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
    `frame-src ${frameOrigins.join(' ')}`,
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
