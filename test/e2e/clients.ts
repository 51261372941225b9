import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequest, type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import sql from 'sql-template-tag'
import { setAdministrator } from '#domain/members/administrators.server.ts'
import { type Fixtures, seedFixtures } from './seed-fixtures.ts'
import { memberOf } from './sign-in.ts'
import type { Site } from './site.ts'

export const clientNames = ['anonymous', 'stranger', 'owner', 'admin'] as const
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
  send(request: ClientRequest): Promise<APIResponse>
}

export type Clients = Record<ClientName, Client> & { fixtures: Fixtures; dispose(): Promise<void> }

/** Seeds fixtures and signs in one client for each role. Requests carry this site's Origin unless `headers` are given. */
export async function signInClients(api: APIRequest, site: Site): Promise<Clients> {
  const contexts = await Promise.all(clientNames.map(() => api.newContext({ baseURL: site.origin })))
  const [anonymous, stranger, owner, admin] = contexts as Four<APIRequestContext>
  await signInByForms(stranger, site.origin, 'bo@example.org')
  await signInByForms(owner, site.origin, 'ann@example.org')
  await signInByForms(admin, site.origin, 'rei@example.org')
  const { id } = await memberOf(site.db, 'rei@example.org')
  await setAdministrator(site.db, id, true)
  const users = {
    owner: await memberOf(site.db, 'ann@example.org'),
    admin: await memberOf(site.db, 'rei@example.org'),
  }
  return {
    anonymous: createClient(anonymous, site.origin),
    stranger: createClient(stranger, site.origin),
    owner: createClient(owner, site.origin),
    admin: createClient(admin, site.origin),
    fixtures: await seedFixtures(site, users),
    dispose: async () => void (await Promise.all(contexts.map((context) => context.dispose()))),
  }
}

type Four<T> = [T, T, T, T]

async function signInByForms(context: APIRequestContext, origin: string, email: string): Promise<void> {
  const headers = { Origin: origin }
  const begin = () => context.post('/login/start', { headers, form: { redirect: '/' } })
  let accountPage = await begin()
  // What the previous test asked too often is refused from memory for 5 s, although its counts are gone, and its
  // maintenance mode ends a moment later.
  for (let tries = 0; [429, 503].includes(accountPage.status()) && tries < 10; tries++) {
    await sleep(1_000)
    accountPage = await begin()
  }
  const form = { name: email, email, new: 'yes' }
  const home = await context.post(accountPage.url(), { headers, form })
  expect(home.url()).toBe(`${origin}/`)
}

function createClient(context: APIRequestContext, origin: string): Client {
  return {
    send({ method, path, fields, headers = { Origin: origin } }) {
      const plain = Object.values(fields ?? {}).every((value) => typeof value === 'string')
      const body = fields && (plain ? { form: fields as Record<string, string> } : { multipart: fields })
      return context.fetch(path, { method, headers, maxRedirects: 0, ...body })
    },
  }
}

/** Tables that requests write without changing content. */
const ignoredTables = [
  'rate_limits',
  'sessions',
  'sign_in_attempts',
  'demo_identity_records',
  'settings',
  'tallies',
  'daily_tallies',
]

/** A hash of each table's content, to detect writes. */
export async function tableHashes({ db }: Site): Promise<string> {
  const rows = await db.rows<{ name: string; hash: string }>(sql`
    select tablename as name,
      md5(query_to_xml(format('select * from %I order by 1', tablename), true, true, '')::text) as hash
    from pg_tables where schemaname = 'public' and tablename <> all(${ignoredTables}) order by tablename`)
  return rows.map(({ name, hash }) => `${name} ${hash}`).join('\n')
}
