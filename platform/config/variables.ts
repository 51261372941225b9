import { z } from 'zod'
import { isNetwork } from '#platform/http/client-address.ts'
import { knownZone } from '#platform/time-zone.ts'

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
const optionalText = z.string().optional()
const email = z.email('must be an e-mail address')
const memberEmail = z.email('must hold e-mail addresses').toLowerCase()
const site = z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
const host = z.string().regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  // The driver would look for one host of this name.
  hostname: /^[^,]*$/,
  error: 'must be an address that starts with postgres:// and has one host',
})

/** A value here locks the field on screen. */
const onScreen = 'as /admin/settings says when empty'

export type Name = keyof typeof variables
export type Values = { [K in Name]: z.output<(typeof variables)[K]['schema']> }

/** All settings in the order of .env.example: purpose, default, accepted values, whether a value may be secret. */
export const variables = {
  PORT: variable('Port that the app listens on', '3000', whole(1, 65_535)),
  HOST: variable('Address that the app listens on; the demo accepts loopback only', '127.0.0.1', host),
  PUBLIC_URL: variable(
    'Address that members use, without a path; http://localhost:PORT when empty',
    '',
    site.optional(),
  ),
  HSTS_SUBDOMAINS: variable(
    "Browsers open all other hosts below the site's with https too: true or false",
    'false',
    flag,
  ),
  DATA_DIR: variable('Folder for all data of the app on this machine', './data', z.string()),
  DATABASE_URL: variable(
    'A PostgreSQL 15 or newer, as postgres://user:password@host/database; the app starts its own when empty',
    '',
    databaseAddress.optional(),
    'secret',
  ),
  DATABASE_POOL_SIZE: variable('Database connections of each server process', '10', whole(2, 200)),
  DATABASE_PREPARED_STATEMENTS: variable(
    'Named prepared statements: on, off, or auto, which disables them behind a pooler such as PgBouncer',
    'auto',
    z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }),
  ),
  WEB_CONCURRENCY: variable('Server processes that share the port', '1', whole(1, 64)),
  DEMO: variable(
    'Demo with its own sign-in, on this machine only: on or off; on when empty and OIDC_CLIENT_ID is empty',
    '',
    z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  ),
  OIDC_ISSUER: variable('OpenID Connect provider of the sign-in', 'https://accounts.google.com', site),
  OIDC_CLIENT_ID: variable('Client id at that provider; the app is a demo when empty', '', optionalText),
  OIDC_CLIENT_SECRET: variable('Client secret at that provider', '', optionalText, 'secret'),
  OIDC_TOKEN_AUTH: variable(
    "How the provider's token endpoint gets the client secret: basic (header) or post (form); as its metadata says when empty",
    '',
    z.enum(['basic', 'post'], { error: 'must be basic or post' }).optional(),
  ),
  OIDC_EMAIL_TRUSTED: variable(
    'Send mails to addresses that the provider does not mark as verified or not: on or off; they never name administrators',
    'off',
    z.enum(['on', 'off'], { error: 'must be on or off' }),
  ),
  MEMBER_NAMES: variable(
    'Display names of new members: random ninja names, or those of the provider: random or provider',
    'random',
    z.enum(['random', 'provider'], { error: 'must be random or provider' }),
  ),
  OIDC_PROVIDER_NAME: variable('Name of the provider on the sign-in button', 'Google', z.string().max(40)),
  ADMIN_EMAILS: variable(
    'Verified e-mail addresses of administrators, separated by commas',
    '',
    list(memberEmail),
  ),
  ADMIN_USER_IDS: variable(
    'User ids of administrators, separated by commas',
    '',
    list(z.guid('must hold user ids').toLowerCase()),
  ),
  MODERATION: variable(
    `Submissions are public at once and moderated after, or public only once approved: after or before; ${onScreen}`,
    '',
    z.enum(['after', 'before'], { error: 'must be after or before' }).optional(),
  ),
  PRODUCT_NAME: variable(`Name of the site; ${onScreen}`, '', z.string().max(60).optional()),
  CONTACT_EMAIL: variable(`Contact address of the organisers; ${onScreen}`, '', email.optional()),
  SOCIAL_LINKS: variable(
    `The community's pages on other sites, https addresses separated by commas; ${onScreen}`,
    '',
    list(z.url({ protocol: /^https$/, error: 'must hold addresses that start with https://' })).transform(
      (links) => (links.length > 0 ? links : undefined),
    ),
  ),
  TIME_ZONE: variable(
    'Time zone of the site, such as Europe/Berlin: for mails to members whose zone is not known',
    'UTC',
    z.string().refine((name) => knownZone(name) !== undefined, 'must be a time zone such as Europe/Berlin'),
  ),
  SMTP_URL: variable(
    'Mail server for notifications, as smtp://user:password@host:587 or smtps://; no mails when empty',
    '',
    z
      .url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp:// or smtps://' })
      .optional(),
    'secret',
  ),
  MAIL_FROM: variable('Sender of the mails; the contact address when empty', '', email.optional()),
  S3_BUCKET: variable('Bucket for uploaded files; when empty, they are in DATA_DIR/files', '', optionalText),
  S3_REGION: variable('Region of the bucket', '', optionalText),
  S3_ENDPOINT: variable("Address of an S3 service other than Amazon's", '', site.optional()),
  S3_ACCESS_KEY_ID: variable("Access key; the machine's own role when empty", '', optionalText, 'secret'),
  S3_SECRET_ACCESS_KEY: variable('Secret of the access key', '', optionalText, 'secret'),
  S3_FORCE_PATH_STYLE: variable(
    'Bucket in the path instead of the host name, for small S3 services',
    'false',
    flag,
  ),
  LOG_LEVEL: variable(
    `Least severe log line: ${levels.join(', ')}`,
    'info',
    z.enum(levels, { error: `must be one of ${levels.join(', ')}` }),
  ),
  LOG_SAMPLE: variable(
    'Share of page requests in the access log, from 0 to 1; all server errors and slow requests are in it',
    '1',
    share(),
  ),
  SIGN_IN_LIMIT: variable(
    'Sign-ins from one address in 5 minutes that failed or were not finished; finished ones do not count',
    '400',
    whole(1, 1_000_000),
  ),
  SEARCH_LIMIT: variable('Searches of visitors from one address in a minute', '60', whole(1, 1_000_000)),
  SHARE_IMAGE_LIMIT: variable('Share images drawn for one address in a minute', '60', whole(1, 1_000_000)),
  VISITOR_FORM_LIMIT: variable(
    'Submissions sent from one address in 10 minutes after the session of the sender ended',
    '20',
    whole(1, 1_000_000),
  ),
  METRICS_TOKEN: variable(
    'Bearer token for /metrics for clients elsewhere; programs on this machine need none',
    '',
    z.string().min(16, 'must have at least 16 characters').optional(),
    'secret',
  ),
  TRUST_PROXY: variable(
    'Number of proxies in front that append to X-Forwarded-For; when empty, 1, and 0 in the demo',
    '',
    whole(0, 10).optional(),
  ),
  TRUSTED_PROXIES: variable(
    'Addresses or networks of proxies outside of this machine and of private networks, separated by commas',
    '',
    list(z.string().refine(isNetwork, 'must hold addresses or networks such as 203.0.113.0/24')),
  ),
}

export function exampleText(): string {
  const blocks = Object.entries(variables).map(([name, { about, defaultValue, secret }]) => {
    const file = secret ? `; or ${name}_FILE, the path of a file with its value` : ''
    return `# ${about}${file}\n${name}=${defaultValue}\n`
  })
  return blocks.join('\n')
}

function variable<Schema extends z.ZodType>(
  about: string,
  defaultValue: string,
  schema: Schema,
  secret?: 'secret',
) {
  return { about, defaultValue, schema, secret: secret !== undefined }
}

function whole(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error))
}

function share() {
  const error = 'must be a number from 0 to 1'
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, error)
    .transform(Number)
    .pipe(z.number().max(1, error))
}

function list(item: z.ZodType<string, string>) {
  const parts = (text: string) => text.split(',').flatMap((part) => part.trim() || [])
  return z.string().default('').transform(parts).pipe(z.array(item))
}
