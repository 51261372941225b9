import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { routedPath } from './http/routed-path.ts'

export interface Maintenance {
  message: string
}

/** The maintenance state that this process knows. The schedule refreshes it when it is woken. */
export interface MaintenanceWatch {
  current(): Maintenance | null
  refresh(): Promise<void>
}

export const maintenanceHeading = 'Read-only for maintenance'
export const maintenanceRetrySeconds = 60
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
  const change =
    maintenance === null ? sql`delete from settings where key = ${key}` : beginMaintenance(maintenance)
  await db.rows(sql`with changed as (${change} returning 1) select pg_notify('schedule', '') from changed`)
}

export function beginMaintenance(maintenance: Maintenance): Sql {
  return sql`insert into settings (key, value) values (${key}, ${JSON.stringify(maintenance)}::jsonb)
    on conflict (key) do update set value = excluded.value`
}

export function watchMaintenance(db: Db, log: { info(line: string): void }): MaintenanceWatch {
  let state: Maintenance | null = null
  return {
    current: () => state,
    async refresh() {
      const next = await readMaintenance(db)
      if ((next === null) !== (state === null)) {
        const how = next && `on: ${next.message} To end it: npm run dojo -- maintenance off`
        log.info(`maintenance mode is ${how ?? 'off'}`)
      }
      state = next
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
