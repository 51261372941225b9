import { statfs } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Config } from './config/config.server.ts'
import type { Db } from './database/database.server.ts'
import { backupAgeSeconds } from './database/last-backup.server.ts'
import { serverProblem } from './database/pooler.server.ts'
import { errorMessage } from './failure.ts'
import { type FileStore, readWhole } from './files/file-store.ts'
import { newSiteCheck, type SeenRequest, siteCheckHeader } from './http/site-check.server.ts'
import { newId } from './id.server.ts'
import type { IdentityClient } from './identity/client.server.ts'
import { SignInFailure } from './identity/failure.server.ts'
import type { Mailer } from './mail/mailer.server.ts'
import type { Release } from './release.server.ts'

export interface Finding {
  check: string
  /** Whether the site has what is checked. */
  isSetUp: boolean
  /** What to do; null if all is well. */
  advice: string | null
}

const notSetUp = Symbol('not set up')
type Found = string | null | typeof notSetUp

/** Each may fail, which is a finding. */
interface Checked {
  config: Config
  release: Release
  db(): Promise<Db>
  files(): Promise<FileStore>
  mailer(): Promise<Mailer | null>
  identity(): IdentityClient
  settings(): Promise<{ productName: string; contactEmail: string }>
}

const mostSeconds = 30
const answerMs = 10_000
const leastFreeBytes = 1024 ** 3
const mostClockSeconds = 5
const mostBackupDays = 2
/** Of no one: a proxy that passes it on as the client's address lets clients choose theirs. */
const someAddress = '192.0.2.1'

/** Checks everything that the site relies on, for operators. Sends a mail to the contact address if it can. */
export function diagnose(checked: Checked): Promise<Finding[]> {
  const checks: [check: string, work: (checked: Checked) => Promise<Found>][] = [
    ['Database', checkDatabase],
    ['Sign-in provider', checkProvider],
    ['Mail', checkMail],
    ['Files', checkFiles],
    ['Address and proxy', checkAddress],
    ['Clock', checkClocks],
    ['Disk', checkDisk],
    ['Backup', checkBackup],
  ]
  return Promise.all(
    checks.map(async ([check, work]) => {
      const found = await Promise.race([work(checked), tooLate()]).catch(errorMessage)
      return found === notSetUp
        ? { check, isSetUp: false, advice: null }
        : { check, isSetUp: true, advice: found }
    }),
  )
}

async function checkDatabase({ db }: Pick<Checked, 'db'>): Promise<string | null> {
  const found = await (await db()).row<{
    encoding: string
    version: number
    readOnly: boolean
    mayCreate: boolean
    foreign: string | null
    trigrams: boolean
  }>(sql`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      (select min(relname) from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and not pg_has_role(relowner, 'usage')) as foreign,
      exists (select from pg_extension where extname = 'pg_trgm') as trigrams`)
  if (!found) return 'It gives no answer.'
  const { encoding, version, readOnly, mayCreate, foreign, trigrams } = found
  const problem = serverProblem({ version, encoding })
  if (problem) return `${problem}.`
  if (readOnly) return 'It is read-only, such as a standby: set DATABASE_URL to the primary server.'
  if (!mayCreate) return 'The user of DATABASE_URL may not create tables: make it the owner of the database.'
  if (foreign)
    return `The table ${foreign} has another owner: run reassign owned by that role to the user of DATABASE_URL.`
  if (!trigrams)
    return 'The extension pg_trgm is missing: run create extension pg_trgm, or start the app once.'
  return null
}

/** A token request with a code of no one: the provider refuses the code, unless it does not know the client. */
async function checkProvider({ config, identity }: Checked): Promise<Found> {
  if (config.demo) return notSetUp
  const client = identity()
  try {
    const { secrets } = await client.startSignIn()
    const answer = new URLSearchParams({ code: 'check', state: secrets.state, iss: config.oidcIssuer })
    await client.finishSignIn(answer, secrets)
    return 'The provider accepts a code that it did not issue.'
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    if (error.code === 'invalid_grant' || error.code === 'invalid_request') return null
    if (error.code === 'invalid_client' || error.code === 'unauthorized_client')
      return 'The provider does not accept the client: compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with it.'
    const what = [error.code, error.detail].filter(Boolean).join(', ')
    return error.kind === 'unreachable'
      ? `${config.oidcIssuer} gives no usable answer (${what}): compare OIDC_ISSUER with the provider's, and see whether a firewall allows it.`
      : `The provider refused a token request (${what}): compare OIDC_ISSUER and the redirect URI with the provider's.`
  }
}

async function checkMail({ config, mailer, settings }: Checked): Promise<Found> {
  const sender = await mailer()
  if (!sender) return notSetUp
  const { publicUrl } = config
  const { productName, contactEmail } = await settings()
  const text = `This is a test mail of ${productName} at ${publicUrl}. Mails arrive.`
  await sender
    .send({
      to: { name: productName, address: contactEmail },
      subject: `Test mail of ${productName}`,
      text,
      html: `<p>${text.replace(/[<>&]/g, '')}</p>`,
      messageId: `${newId()}@${new URL(publicUrl).hostname}`,
    })
    .catch((error) => {
      throw new Error(
        `The mail to ${contactEmail} was not sent (${errorMessage(error)}): compare SMTP_URL and MAIL_FROM.`,
      )
    })
  return null
}

async function checkFiles({ files }: Checked): Promise<string | null> {
  const store = await files()
  const key = `checks/${newId()}/probe`
  const bytes = Buffer.from(key)
  await store.put(key, bytes, 'text/plain')
  try {
    const stored = await store.get(key)
    if (!stored || !bytes.equals(await readWhole(stored))) return 'A file that was written is not read again.'
  } finally {
    await store.delete(key)
  }
  return (await store.get(key)) === null
    ? null
    : 'A file that was deleted is still there: allow s3:DeleteObject.'
}

async function checkAddress({ config, release, db }: Checked): Promise<string | null> {
  const { publicUrl, trustProxy } = config
  const token = await newSiteCheck(await db())
  const answer = await fetch(`${publicUrl}/healthz`, {
    headers: { [siteCheckHeader]: token, 'X-Forwarded-For': someAddress },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  }).catch((error) => {
    throw new Error(
      `${publicUrl} does not answer (${reasonOf(error)}): see whether the app and the proxy run and PUBLIC_URL is right.`,
    )
  })
  if (answer.status >= 300 && answer.status < 400)
    return `${publicUrl} leads to ${answer.headers.get('location')}: set PUBLIC_URL to the address that members see.`
  const said = (await answer.json().catch(() => undefined)) as
    | { version?: string; seen?: SeenRequest }
    | undefined
  if (!said?.version)
    return `${publicUrl} is not this app (status ${answer.status}): compare PUBLIC_URL and the proxy.`
  if (said.version !== release.version)
    return `${publicUrl} runs release ${said.version}, not ${release.version}.`
  const missing = ['content-security-policy', 'x-content-type-options'].find(
    (name) => !answer.headers.has(name),
  )
  if (missing) return `The proxy removes the header ${missing}: let it pass.`
  if (publicUrl.startsWith('https:') && !answer.headers.has('strict-transport-security'))
    return 'The proxy removes the header strict-transport-security: let it pass.'
  return said.seen
    ? proxyAdvice(said.seen, { host: new URL(publicUrl).host, trustProxy })
    : `${publicUrl} uses another database, or the proxy removes the header ${siteCheckHeader}.`
}

/** What is wrong with what arrived through the proxies. */
export function proxyAdvice(
  { host, forwardedFor, peer, isTrusted }: SeenRequest,
  expected: { host: string; trustProxy: number },
): string | null {
  if (host.toLowerCase() !== expected.host)
    return `The proxy sends Host ${host}: let it pass ${expected.host}.`
  const passed = forwardedFor.slice(forwardedFor.lastIndexOf(someAddress) + 1).length
  if (passed === 0 && expected.trustProxy > 0)
    return 'The proxy does not append the client to X-Forwarded-For: all members would share one limit.'
  if (passed !== expected.trustProxy)
    return `X-Forwarded-For passes ${passed} proxies, and TRUST_PROXY is ${expected.trustProxy}: set it to ${passed}.`
  if (!isTrusted && expected.trustProxy > 0)
    return `The proxy at ${peer} is not believed: add its address to TRUSTED_PROXIES.`
  return null
}

async function checkClocks({ config, db }: Checked): Promise<string | null> {
  const before = Date.now()
  const found = await (await db()).row<{ now: Date }>(sql`select clock_timestamp() as now`)
  const database = secondsBetween(found?.now, before, Date.now())
  if (database > mostClockSeconds)
    return `The clocks of this machine and of the database differ by ${Math.round(database)} seconds: let both follow NTP.`
  if (config.demo) return null
  const asked = Date.now()
  const metadata = new URL('/.well-known/openid-configuration', config.oidcIssuer)
  const answer = await fetch(metadata, { signal: AbortSignal.timeout(answerMs) }).catch(() => null)
  const date = answer?.headers.get('date')
  const provider = date ? secondsBetween(new Date(date), asked - 1_000, Date.now()) : 0
  return provider > mostClockSeconds
    ? `The clocks of this machine and of the sign-in provider differ by ${Math.round(provider)} seconds: let this machine follow NTP.`
    : null
}

function secondsBetween(time: Date | undefined, from: number, to: number): number {
  const at = time?.getTime() ?? from
  return Math.max(0, from - at, at - to) / 1000
}

async function checkDisk({ config }: Checked): Promise<string | null> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  if (free > leastFreeBytes && bavail / blocks > 0.05) return null
  return `${Math.round(free / 1024 ** 2)} MB are free for ${config.dataDir}: free space there.`
}

async function checkBackup({ db }: Checked): Promise<string | null> {
  const days = (await backupAgeSeconds(await db())) / 86_400
  return days > mostBackupDays
    ? `The last one is ${Math.floor(days)} days old: schedule npm run dojo -- backup (docs/operations.md).`
    : null
}

/** Of fetch, whose own message says only that it failed. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return errorMessage(cause ?? error)
}

function tooLate(): Promise<never> {
  return new Promise((_, fail) => {
    setTimeout(
      () => fail(new Error(`There was no answer within ${mostSeconds} seconds.`)),
      mostSeconds * 1000,
    ).unref()
  })
}
