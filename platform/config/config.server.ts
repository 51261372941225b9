import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorMessage, Failure } from '#platform/failure.ts'
import { isLoopback } from './loopback.ts'
import { type Name, type Values, variables } from './variables.ts'

const mostEmbeddedConnections = 500

export interface Config {
  /** Set by DEMO or by an empty OIDC_CLIENT_ID: the app runs its own provider and listens on loopback only. */
  demo: boolean
  port: number
  host: string
  /** An origin, without a path or trailing slash. */
  publicUrl: string
  hstsSubdomains: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: prepared unless a pooler is detected. */
  preparedStatements: boolean | undefined
  poolSize: number
  workers: number
  oidcIssuer: string
  oidcClientId: string | undefined
  oidcClientSecret: string | undefined
  oidcTokenAuth: Values['OIDC_TOKEN_AUTH']
  /** Mails go to addresses that the provider does not mark. */
  emailTrusted: boolean
  memberNames: 'random' | 'provider'
  oidcProviderName: string
  adminEmails: string[]
  adminUserIds: string[]
  moderation: 'after' | 'before'
  productName: string
  contactEmail: string
  socialLinks: string[]
  timeZone: string
  /** Without it the app sends no mails. */
  mail: MailConfig | undefined
  s3: S3Config | undefined
  /** What the clients of one address may do in the period of each limit. */
  addressLimits: Record<'signIn' | 'search' | 'shareImage' | 'visitorForm', number>
  logLevel: Values['LOG_LEVEL']
  logSample: number
  metricsToken: string | undefined
  /** The number of proxies in front that append to X-Forwarded-For: at least 1 outside the demo. */
  trustProxy: number
  /** Addresses and networks of proxies outside of this machine and of private networks. */
  trustedProxies: string[]
}

export interface MailConfig {
  /** smtp:// or smtps://. Contains the password. */
  url: string
  from: string
}

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
  const config: Config = {
    demo: isDemo(values),
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    preparedStatements: { auto: undefined, on: true, off: false }[values.DATABASE_PREPARED_STATEMENTS],
    poolSize: values.DATABASE_POOL_SIZE,
    workers: values.WEB_CONCURRENCY,
    oidcIssuer: values.OIDC_ISSUER,
    oidcClientId: values.OIDC_CLIENT_ID,
    oidcClientSecret: values.OIDC_CLIENT_SECRET,
    oidcTokenAuth: values.OIDC_TOKEN_AUTH,
    emailTrusted: values.OIDC_EMAIL_TRUSTED === 'on',
    memberNames: values.MEMBER_NAMES,
    oidcProviderName: values.OIDC_PROVIDER_NAME,
    adminEmails: values.ADMIN_EMAILS,
    adminUserIds: values.ADMIN_USER_IDS,
    moderation: values.MODERATION,
    productName: values.PRODUCT_NAME,
    contactEmail: values.CONTACT_EMAIL ?? demoContact,
    socialLinks: values.SOCIAL_LINKS,
    timeZone: values.TIME_ZONE,
    mail: mailConfig(values),
    s3: s3Config(values),
    addressLimits: {
      signIn: values.SIGN_IN_LIMIT,
      search: values.SEARCH_LIMIT,
      shareImage: values.SHARE_IMAGE_LIMIT,
      visitorForm: values.VISITOR_FORM_LIMIT,
    },
    logLevel: values.LOG_LEVEL,
    logSample: values.LOG_SAMPLE,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY ?? (isDemo(values) ? 0 : 1),
    trustedProxies: values.TRUSTED_PROXIES,
  }
  const problems = contradictions(values, config.publicUrl)
  if (problems.length > 0) throw new Failure(problems.join('; '))
  return { ...config, publicUrl: new URL(config.publicUrl).origin }
}

/** An address that cannot exist; outside the demo CONTACT_EMAIL is required. */
const demoContact = 'organisers@dojo.example'

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

function mailConfig({ SMTP_URL, MAIL_FROM, CONTACT_EMAIL }: Values): MailConfig | undefined {
  return SMTP_URL ? { url: SMTP_URL, from: MAIL_FROM ?? CONTACT_EMAIL ?? demoContact } : undefined
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

/** Problems of settings that are valid one by one but not together. */
function contradictions(values: Values, publicUrl: string): string[] {
  return [
    ...addressProblems(values, publicUrl),
    ...signInProblems(values),
    ...s3Problems(values),
    ...connectionProblems(values),
  ]
}

function isDemo({ DEMO, OIDC_CLIENT_ID }: Pick<Values, 'DEMO' | 'OIDC_CLIENT_ID'>): boolean {
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
  if (!demo && values.TRUST_PROXY === 0) {
    problems.push('TRUST_PROXY must be at least 1 outside the demo: a proxy with TLS is always in front')
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
  if (!isDemo(values) && !values.CONTACT_EMAIL) {
    problems.push('CONTACT_EMAIL must be set outside the demo: pages and policies show it to members')
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
