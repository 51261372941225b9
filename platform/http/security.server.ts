import { randomBytes } from 'node:crypto'

interface SecurityOptions {
  publicUrl: string
  /** Other origins that a form's response may redirect to: the sign-in provider. */
  formTargets: string[]
  frameOrigins: readonly string[]
  dev?: boolean
}

const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
]
const moreDeniedFeatures = [
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
]

export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

export function securityHeaders(options: SecurityOptions, nonce: string): Record<string, string> {
  return { ...baseHeaders(options), 'Content-Security-Policy': contentPolicy(options, nonce) }
}

/** The headers of every response, with a policy that allows nothing; a page replaces the policy. */
export function baseHeaders({ publicUrl }: Pick<SecurityOptions, 'publicUrl'>): Record<string, string> {
  return {
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': [...deniedFeatures, ...moreDeniedFeatures]
      .map((feature) => `${feature}=()`)
      .join(', '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

function contentPolicy({ formTargets, frameOrigins, dev }: SecurityOptions, nonce: string): string {
  const rules = [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${dev ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `media-src 'self'`,
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    `frame-src ${frameOrigins.join(' ')}`,
    `manifest-src 'self'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ]
  return rules.join('; ')
}
