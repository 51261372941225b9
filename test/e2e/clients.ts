import type { APIRequest, APIRequestContext } from '@playwright/test'
import sql, { raw } from 'sql-template-tag'
import { deliverEvents, removeWithdrawn } from '#domain/notifications/delivery.server.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Fixtures, seedFixtures } from './seed-fixtures.ts'
import { memberOf, sendSignIn } from './sign-in.ts'
import type { Site } from './site.ts'

export const clientNames = ['anonymous', 'stranger', 'owner', 'admin', 'moderator'] as const
export type ClientName = (typeof clientNames)[number]

export interface ClientRequest {
  method: string
  path: string
  fields?: Fields
  headers?: Record<string, string>
}

type Fields = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>

/** An HTTP client that follows no redirects. */
interface Client {
  send(request: ClientRequest): Promise<Response>
}

export type Clients = Record<ClientName, Client> & { fixtures: Fixtures; dispose(): Promise<void> }

/** Seeds fixtures and signs in one client for each role. Requests carry this site's Origin unless `headers` are given. */
export async function signInClients(api: APIRequest, site: Site): Promise<Clients> {
  const contexts = await Promise.all(clientNames.map(() => api.newContext({ baseURL: site.origin })))
  const [anonymous, stranger, owner, admin, moderator] = contexts as Five<APIRequestContext>
  await sendSignIn(stranger, 'bo@example.org')
  await sendSignIn(owner, 'ann@example.org')
  await sendSignIn(admin, 'rei@example.org')
  await sendSignIn(moderator, 'mio@example.org')
  const { id } = await memberOf(site.db, 'rei@example.org')
  await setRole(site.db, id, 'administrator')
  await setRole(site.db, (await memberOf(site.db, 'mio@example.org')).id, 'moderator')
  const users = {
    owner: await memberOf(site.db, 'ann@example.org'),
    admin: await memberOf(site.db, 'rei@example.org'),
  }
  return {
    anonymous: await createClient(anonymous, site.origin),
    stranger: await createClient(stranger, site.origin),
    owner: await createClient(owner, site.origin),
    admin: await createClient(admin, site.origin),
    moderator: await createClient(moderator, site.origin),
    fixtures: await seedFixtures(site, users),
    dispose: async () => void (await Promise.all(contexts.map((context) => context.dispose()))),
  }
}

type Five<T> = [T, T, T, T, T]

/** Uses Node's fetch: the requests of Playwright's client cost as much as the server's answers. */
async function createClient(context: APIRequestContext, origin: string): Promise<Client> {
  const { cookies } = await context.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    send({ method, path, fields, headers = { Origin: origin } }) {
      const body = fields && bodyOf(fields)
      const own = { ...(cookie && { cookie }), ...headers }
      return fetch(origin + path, { method, headers: own, redirect: 'manual', ...(body && { body }) })
    },
  }
}

function bodyOf(fields: Fields): URLSearchParams | FormData {
  const entries = Object.entries(fields)
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.length === entries.length) return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new File([new Uint8Array(value.buffer)], value.name, { type: value.mimeType }))
  }
  return form
}

/** Tables that requests write without changing content, or that a job fills each minute. */
const ignoredTables = [
  'rate_limits',
  'sessions',
  'sign_in_attempts',
  'demo_identity_records',
  'settings',
  'submission_views',
]

/** A count and a hash of each table's rows, to detect writes. */
export async function tableHashes({ db }: Site): Promise<string> {
  await eventsDelivered(db)
  const tables = await db.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${ignoredTables})`)
  // One statement: a query for each table takes ten times as long.
  const hashes = tables.map(
    ({ name }) => `
      select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(x::text, 0)), 0) as hash from "${name}" x`,
  )
  const rows = await db.rows<{ name: string; hash: string }>(raw(hashes.join(' union all ')))
  return rows
    .map(({ name, hash }) => `${name} ${hash}`)
    .toSorted()
    .join('\n')
}

/** Writes what earlier requests caused, as the schedule does every second. */
async function eventsDelivered(db: Db): Promise<void> {
  const waiting = () =>
    db.row(
      sql`select from notification_events where delivered_at is null or withdrawn_at is not null limit 1`,
    )
  while (await waiting()) {
    await deliverEvents(db, { sendsMail: false })
    await removeWithdrawn(db)
  }
}
