import { type APIRequest, type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import sql from 'sql-template-tag'
import { setAdministrator } from '#domain/members/administrators.server.ts'
import { type Fixtures, seedFixtures } from './seed-fixtures.ts'
import { memberOf } from './sign-in.ts'
import type { Site } from './site.ts'

export const clientNames = ['anonymous', 'stranger', 'owner', 'admin'] as const
export type ClientName = (typeof clientNames)[number]

export interface Asked {
  method: string
  path: string
  fields?: Fields
  headers?: Record<string, string>
}

type Fields = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>

/** Somebody who talks to the site without a browser, and follows no redirect. */
interface Caller {
  ask(asked: Asked): Promise<APIResponse>
}

export type Clients = Record<ClientName, Caller> & { house: Fixtures; leave(): Promise<void> }

/** Four people at the door of a furnished dojo. A form of theirs comes from a page of this site, unless headers say otherwise. */
export async function signInClients(api: APIRequest, site: Site): Promise<Clients> {
  const contexts = await Promise.all(clientNames.map(() => api.newContext({ baseURL: site.origin })))
  const [anonymous, stranger, owner, admin] = contexts as Four<APIRequestContext>
  await comeIn(stranger, site.origin, 'bo@example.org')
  await comeIn(owner, site.origin, 'ann@example.org')
  await comeIn(admin, site.origin, 'rei@example.org')
  const { id } = await memberOf(site.db, 'rei@example.org')
  await setAdministrator(site.db, id, true)
  const residents = {
    owner: await memberOf(site.db, 'ann@example.org'),
    admin: await memberOf(site.db, 'rei@example.org'),
  }
  return {
    anonymous: callerOf(anonymous, site.origin),
    stranger: callerOf(stranger, site.origin),
    owner: callerOf(owner, site.origin),
    admin: callerOf(admin, site.origin),
    house: await seedFixtures(site, residents),
    leave: async () => void (await Promise.all(contexts.map((context) => context.dispose()))),
  }
}

type Four<T> = [T, T, T, T]

/** A whole sign-in by forms alone. */
async function comeIn(context: APIRequestContext, origin: string, email: string): Promise<void> {
  const headers = { Origin: origin }
  const choice = await context.post('/login/start', { headers, form: { redirect: '/' } })
  const form = { name: email, email, new: 'yes' }
  const home = await context.post(choice.url(), { headers, form })
  expect(home.url()).toBe(`${origin}/`)
}

function callerOf(context: APIRequestContext, origin: string): Caller {
  return {
    ask({ method, path, fields, headers = { Origin: origin } }) {
      const plain = Object.values(fields ?? {}).every((value) => typeof value === 'string')
      const body = fields && (plain ? { form: fields as Record<string, string> } : { multipart: fields })
      return context.fetch(path, { method, headers, maxRedirects: 0, ...body })
    },
  }
}

const ownBusiness = [
  'rate_limits',
  'sessions',
  'sign_in_attempts',
  'demo_identity_records',
  'settings',
  'tallies',
  'daily_tallies',
]

/** A mark of every table's content, by which a write is noticed. */
export async function marks({ db }: Site): Promise<string> {
  const rows = await db.rows<{ name: string; mark: string }>(sql`
    select tablename as name,
      md5(query_to_xml(format('select * from %I order by 1', tablename), true, true, '')::text) as mark
    from pg_tables where schemaname = 'public' and tablename <> all(${ownBusiness}) order by tablename`)
  return rows.map(({ name, mark }) => `${name} ${mark}`).join('\n')
}
