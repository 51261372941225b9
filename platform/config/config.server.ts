import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { contradictions, isDemo } from '#platform/config/contradictions.ts'
import { type Name, type Values, variables } from '#platform/config/variables.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

export interface Config {
  /** Set by DEMO or by an empty OIDC_CLIENT_ID: the app runs its own provider and listens on loopback only. */
  demo: boolean
  port: number
  host: string
  /** An origin, without a path or trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: prepared unless a pooler is detected. */
  preparedStatements: boolean | undefined
  poolSize: number
  workers: number
  oidcIssuer: string
  oidcClientId: string | undefined
  oidcClientSecret: string | undefined
  oidcProviderName: string
  adminEmails: string[]
  adminUserIds: string[]
  moderation: 'after' | 'before'
  productName: string
  contactEmail: string | undefined
  s3: S3Config | undefined
  logLevel: Values['LOG_LEVEL']
  logSample: number
  metricsToken: string | undefined
  /** The number of proxies in front that append to X-Forwarded-For. */
  trustProxy: number
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
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    preparedStatements: { auto: undefined, on: true, off: false }[values.DATABASE_PREPARED_STATEMENTS],
    poolSize: values.DATABASE_POOL_SIZE,
    workers: values.WEB_CONCURRENCY,
    oidcIssuer: values.OIDC_ISSUER,
    oidcClientId: values.OIDC_CLIENT_ID,
    oidcClientSecret: values.OIDC_CLIENT_SECRET,
    oidcProviderName: values.OIDC_PROVIDER_NAME,
    adminEmails: values.ADMIN_EMAILS,
    adminUserIds: values.ADMIN_USER_IDS,
    moderation: values.MODERATION,
    productName: values.PRODUCT_NAME,
    contactEmail: values.CONTACT_EMAIL,
    s3: s3Config(values),
    logLevel: values.LOG_LEVEL,
    logSample: values.LOG_SAMPLE,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
  }
  const problems = contradictions(values, config.publicUrl)
  if (problems.length > 0) throw new Failure(problems.join('; '))
  return { ...config, publicUrl: new URL(config.publicUrl).origin }
}

function readValues(env: Record<string, string | undefined>): Values {
  const values: Partial<Record<Name, unknown>> = {}
  const problems: string[] = []
  for (const name of Object.keys(variables) as Name[]) {
    const { standard, schema, secret } = variables[name]
    const given = secret ? secretText(name, env) : { text: env[name]?.trim() }
    const text = given.text || standard
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
