import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorMessage, Failure } from '#platform/failure.ts'
import { isLoopback } from './loopback.ts'
import { type Name, type Values, variables } from './variables.ts'

const mostEmbeddedConnections = 500

export type Config = ReturnType<typeof configOf>

export interface S3Config {
  bucket: string
  region: string
  endpoint?: string
  accessKeyId?: string
  secretAccessKey?: string
  forcePathStyle: boolean
}

/** Adds the variables of a .env file to the environment without overriding existing ones. */
export function loadEnvFile(path: string): void {
  if (existsSync(path)) process.loadEnvFile(path)
}

/** Throws a Failure whose single line names each invalid variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = readValues(env)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const problems = contradictions(values, new URL(publicUrl))
  if (problems.length > 0) throw new Failure(problems.join('; '))
  return configOf(values, new URL(publicUrl).origin)
}

function configOf(values: Values, publicUrl: string) {
  const demo = isDemo(values)
  return {
    /** Set by DEMO or by an empty OIDC_CLIENT_ID: the app runs its own provider and listens on loopback only. */
    demo,
    port: values.PORT,
    host: values.HOST,
    /** An origin, without a path or trailing slash. */
    publicUrl,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** Undefined: prepared unless a pooler is detected. */
    preparedStatements: { auto: undefined, on: true, off: false }[values.DATABASE_PREPARED_STATEMENTS],
    poolSize: values.DATABASE_POOL_SIZE,
    workers: values.WEB_CONCURRENCY,
    oidcIssuer: values.OIDC_ISSUER,
    oidcClientId: values.OIDC_CLIENT_ID,
    oidcClientSecret: values.OIDC_CLIENT_SECRET,
    oidcTokenAuth: values.OIDC_TOKEN_AUTH,
    /** Mails go to addresses that the provider does not mark. */
    emailTrusted: values.OIDC_EMAIL_TRUSTED === 'on',
    memberNames: values.MEMBER_NAMES,
    oidcProviderName: values.OIDC_PROVIDER_NAME,
    adminEmails: values.ADMIN_EMAILS,
    adminUserIds: values.ADMIN_USER_IDS,
    /** The settings of the site that the environment sets, which no one can change on screen. */
    site: {
      productName: values.PRODUCT_NAME,
      contactEmail: values.CONTACT_EMAIL,
      socialLinks: values.SOCIAL_LINKS,
      moderation: values.MODERATION,
    },
    timeZone: values.TIME_ZONE,
    /** Without it the app sends no mails. The URL contains the password. */
    mail: values.SMTP_URL ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    s3: s3Config(values),
    /** What the clients of one address may do in the period of each limit. */
    addressLimits: {
      signIn: values.SIGN_IN_LIMIT,
      search: values.SEARCH_LIMIT,
      shareImage: values.SHARE_IMAGE_LIMIT,
      visitorForm: values.VISITOR_FORM_LIMIT,
    },
    logLevel: values.LOG_LEVEL,
    logSample: values.LOG_SAMPLE,
    metricsToken: values.METRICS_TOKEN,
    /** The number of proxies in front that append to X-Forwarded-For: at least 1 outside the demo. */
    trustProxy: values.TRUST_PROXY ?? (demo ? 0 : 1),
    /** Addresses and networks of proxies outside of this machine and of private networks. */
    trustedProxies: values.TRUSTED_PROXIES,
  }
}

function readValues(env: Record<string, string | undefined>): Values {
  const values: Partial<Record<Name, unknown>> = {}
  const problems: string[] = []
  for (const name of Object.keys(variables) as Name[]) {
    const { defaultValue, schema, secret } = variables[name]
    const given = secret ? secretText(name, env) : { text: env[name]?.trim() }
    const text = given.text || defaultValue
    const result = schema.safeParse(text === '' ? undefined : text)
    if (given.problem) problems.push(given.problem)
    else if (result.success) values[name] = result.data
    else problems.push(`${name} ${result.error.issues[0]?.message}${secret ? '' : `, not '${text}'`}`)
  }
  if (problems.length > 0) throw new Failure(problems.join('; '))
  return values as Values
}

/** The value of NAME, or the content of the file in NAME_FILE. */
function secretText(
  name: Name,
  env: Record<string, string | undefined>,
): { text?: string | undefined; problem?: string } {
  const text = env[name]?.trim()
  const path = env[`${name}_FILE`]?.trim()
  if (!path) return { text }
  if (text) return { problem: `${name} and ${name}_FILE must not both be set` }
  try {
    const content = readFileSync(path, 'utf8').trim()
    return content ? { text: content } : { problem: `${name}_FILE ${path} is empty` }
  } catch (error) {
    return { problem: `${name}_FILE ${path} cannot be read: ${errorMessage(error)}` }
  }
}

function s3Config(values: Values): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_REGION: region } = values
  if (bucket === undefined || region === undefined) return undefined
  return {
    bucket,
    region,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
    ...(values.S3_ENDPOINT && { endpoint: values.S3_ENDPOINT }),
    ...(values.S3_ACCESS_KEY_ID && { accessKeyId: values.S3_ACCESS_KEY_ID }),
    ...(values.S3_SECRET_ACCESS_KEY && { secretAccessKey: values.S3_SECRET_ACCESS_KEY }),
  }
}

function isDemo({ DEMO, OIDC_CLIENT_ID }: Pick<Values, 'DEMO' | 'OIDC_CLIENT_ID'>): boolean {
  return DEMO === undefined ? OIDC_CLIENT_ID === undefined : DEMO === 'on'
}

const s3Names = ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Settings that need another one: the other, the setting, and how the message names it. */
const pairs: [needed: Name, by: readonly Name[], named: string][] = [
  ['OIDC_CLIENT_SECRET', ['OIDC_CLIENT_ID'], 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', ['OIDC_CLIENT_SECRET'], 'OIDC_CLIENT_SECRET'],
  ['S3_BUCKET', s3Names, 'the other S3_ variables'],
  ['S3_REGION', s3Names, 'the other S3_ variables'],
  ['S3_SECRET_ACCESS_KEY', ['S3_ACCESS_KEY_ID'], 'S3_ACCESS_KEY_ID'],
  ['S3_ACCESS_KEY_ID', ['S3_SECRET_ACCESS_KEY'], 'S3_SECRET_ACCESS_KEY'],
]

/** Problems of settings that are valid one by one but not together. */
function contradictions(values: Values, url: URL): string[] {
  const demo = isDemo(values)
  const issuer = new URL(values.OIDC_ISSUER)
  const given = values.PUBLIC_URL ?? url.origin
  const connections = values.WEB_CONCURRENCY * values.DATABASE_POOL_SIZE
  const problems: [isProblem: unknown, text: string][] = [
    [
      url.pathname !== '/' || url.search || url.hash || url.username,
      `PUBLIC_URL must be an address without a path, not '${given}'`,
    ],
    [
      demo && !isLoopback(values.HOST),
      `HOST must be loopback (127.0.0.1, ::1 or localhost) in the demo, not '${values.HOST}': set OIDC_CLIENT_ID to serve others`,
    ],
    [
      demo && !isLoopback(url.hostname),
      `PUBLIC_URL must be on this machine in the demo, not '${url.hostname}': set OIDC_CLIENT_ID to serve others`,
    ],
    [
      !demo && values.TRUST_PROXY === 0,
      'TRUST_PROXY must be at least 1 outside the demo: a proxy with TLS is always in front',
    ],
    [
      demo && url.protocol === 'https:',
      `PUBLIC_URL must start with http:// in the demo, whose sign-in has no TLS, not '${given}': set OIDC_CLIENT_ID to serve https`,
    ],
    [
      !demo && url.protocol !== 'https:' && !isLoopback(url.hostname),
      `PUBLIC_URL must start with https:// when OIDC_CLIENT_ID is set, not '${given}'`,
    ],
    [
      values.DEMO === 'off' && !values.OIDC_CLIENT_ID,
      'DEMO=off needs a sign-in provider: set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    [
      values.DEMO === 'on' && (values.OIDC_CLIENT_ID || values.OIDC_CLIENT_SECRET),
      'DEMO=on has its own sign-in: leave OIDC_CLIENT_ID and OIDC_CLIENT_SECRET empty',
    ],
    [
      issuer.protocol !== 'https:' && !isLoopback(issuer.hostname),
      `OIDC_ISSUER must start with https://, not '${values.OIDC_ISSUER}'`,
    ],
    [
      // The embedded PostgreSQL accepts only a limited number of connections from all processes together.
      !values.DATABASE_URL && connections > mostEmbeddedConnections,
      `WEB_CONCURRENCY times DATABASE_POOL_SIZE must be at most ${mostEmbeddedConnections} with the embedded PostgreSQL, not ${connections}`,
    ],
    ...pairs.map(([needed, by, named]): [unknown, string] => [
      !values[needed] && by.some((name) => values[name]),
      `${needed} must be set together with ${named}`,
    ]),
  ]
  return problems.flatMap(([isProblem, text]) => (isProblem ? text : []))
}
