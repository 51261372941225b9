import { isLoopback } from '#platform/config/loopback.ts'
import type { Values } from '#platform/config/variables.ts'

/** Problems of settings that are valid one by one but not together. */
export function contradictions(values: Values, publicUrl: string): string[] {
  return [
    ...addressProblems(values, publicUrl),
    ...signInProblems(values),
    ...s3Problems(values),
    ...connectionProblems(values),
  ]
}

export function isDemo({ DEMO, OIDC_CLIENT_ID }: Pick<Values, 'DEMO' | 'OIDC_CLIENT_ID'>): boolean {
  return DEMO === undefined ? OIDC_CLIENT_ID === undefined : DEMO === 'on'
}

function addressProblems(values: Values, publicUrl: string): string[] {
  const url = new URL(publicUrl)
  const demo = isDemo(values)
  const problems: string[] = []
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    problems.push(`PUBLIC_URL must be an address without a path, not '${publicUrl}'`)
  }
  if (demo && !isLoopback(values.HOST)) {
    problems.push(
      `HOST must be loopback (127.0.0.1, ::1 or localhost) in the demo, not '${values.HOST}': ` +
        'set OIDC_CLIENT_ID to serve others',
    )
  }
  if (demo && !isLoopback(url.hostname)) {
    problems.push(
      `PUBLIC_URL must be on this machine in the demo, not '${url.hostname}': set OIDC_CLIENT_ID to serve others`,
    )
  }
  if (demo && url.protocol === 'https:') {
    problems.push(
      `PUBLIC_URL must start with http:// in the demo, whose sign-in has no TLS, not '${publicUrl}': ` +
        'set OIDC_CLIENT_ID to serve https',
    )
  }
  if (!demo && url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    problems.push(`PUBLIC_URL must start with https:// when OIDC_CLIENT_ID is set, not '${publicUrl}'`)
  }
  return problems
}

function signInProblems(values: Values): string[] {
  const problems: string[] = []
  const issuer = new URL(values.OIDC_ISSUER)
  if (values.DEMO === 'off' && !values.OIDC_CLIENT_ID) {
    problems.push('DEMO=off needs a sign-in provider: set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET')
  }
  if (values.DEMO === 'on' && (values.OIDC_CLIENT_ID || values.OIDC_CLIENT_SECRET)) {
    problems.push('DEMO=on has its own sign-in: leave OIDC_CLIENT_ID and OIDC_CLIENT_SECRET empty')
  }
  if (values.OIDC_CLIENT_ID && !values.OIDC_CLIENT_SECRET) {
    problems.push('OIDC_CLIENT_SECRET must be set together with OIDC_CLIENT_ID')
  }
  if (!values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET) {
    problems.push('OIDC_CLIENT_ID must be set together with OIDC_CLIENT_SECRET')
  }
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    problems.push(`OIDC_ISSUER must start with https://, not '${values.OIDC_ISSUER}'`)
  }
  return problems
}

function s3Problems(values: Values): string[] {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const any = [S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].some(Boolean)
  const problems: string[] = []
  if (any && !S3_BUCKET) problems.push('S3_BUCKET must be set together with the other S3_ variables')
  if (any && !S3_REGION) problems.push('S3_REGION must be set together with the other S3_ variables')
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) {
    problems.push('S3_SECRET_ACCESS_KEY must be set together with S3_ACCESS_KEY_ID')
  }
  if (S3_SECRET_ACCESS_KEY && !S3_ACCESS_KEY_ID) {
    problems.push('S3_ACCESS_KEY_ID must be set together with S3_SECRET_ACCESS_KEY')
  }
  return problems
}

/** The embedded PostgreSQL accepts only a limited number of connections from all processes together. */
function connectionProblems({ DATABASE_URL, WEB_CONCURRENCY, DATABASE_POOL_SIZE }: Values): string[] {
  const connections = WEB_CONCURRENCY * DATABASE_POOL_SIZE
  if (DATABASE_URL || connections <= mostEmbeddedConnections) return []
  return [
    `WEB_CONCURRENCY times DATABASE_POOL_SIZE must be at most ${mostEmbeddedConnections} with the embedded PostgreSQL, not ${connections}`,
  ]
}

const mostEmbeddedConnections = 500
