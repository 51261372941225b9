import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { routedPath } from './http/routed-path.ts'

export interface Maintenance {
  message: string
}

/** The maintenance state that this process knows, at most one second old. */
export interface MaintenanceWatch {
  current(): Maintenance | null
  start(): Promise<void>
  stop(): Promise<void>
}

export const maintenanceHeading = 'Read-only for maintenance'
export const maintenanceRetrySeconds = 60
const pollMs = 500
const key = 'maintenance'

/** The body of a response that refuses a change, for the app's scripts. */
export function maintenanceRefusal({ message }: Maintenance) {
  return { maintenance: { heading: maintenanceHeading, text: message } }
}

export function maintenanceNotice({ message }: Maintenance): string {
  return `${maintenanceHeading}: ${message}`
}

export async function readMaintenance(db: Db): Promise<Maintenance | null> {
  const row = await db.row<{ value: Maintenance }>(sql`select value from settings where key = ${key}`)
  return row?.value ?? null
}

/** SQL: whether pages may keep what they show. For statements of pages, which are read during maintenance too. */
export const mayKeep = sql`not exists (select from settings where key = ${key})`

/** Makes the site read-only; null ends that. Every process follows within a second. */
export async function setMaintenance(db: Db, maintenance: Maintenance | null): Promise<void> {
  if (maintenance === null) await db.rows(sql`delete from settings where key = ${key}`)
  else {
    await db.rows(sql`
      insert into settings (key, value) values (${key}, ${JSON.stringify(maintenance)}::jsonb)
      on conflict (key) do update set value = excluded.value`)
  }
}

/** Polls: a notification would need its own connection, which a pooler does not provide. */
export function watchMaintenance(db: Db, log: { info(line: string): void }): MaintenanceWatch {
  const stopping = new AbortController()
  let state: Maintenance | null = null
  let following: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const next = await readMaintenance(db)
    if ((next === null) !== (state === null)) log.info(`maintenance mode is ${next ? 'on' : 'off'}`)
    state = next
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      // While the database is unavailable, the last known state applies.
      if (!stopping.signal.aborted) await refresh().catch(() => undefined)
    }
  }

  return {
    current: () => state,
    async start() {
      await refresh()
      following = follow()
    },
    async stop() {
      stopping.abort()
      await following
    },
  }
}

const signInPaths = /^\/(auth\/callback|login\/start|demo-identity)(\/|$)/

/** The theme and the cookie choice are stored in the browser only. */
const cookieOnlyPaths = ['/theme', '/cookies/consent']

/** Whether a request would change data: all forms but those that only set a cookie, and the sign-in URLs. */
export function changesState({ method, pathname }: { method: string; pathname: string }): boolean {
  const path = routedPath(pathname)
  if (method === 'GET' || method === 'HEAD') return signInPaths.test(path)
  return !cookieOnlyPaths.includes(path)
}
