import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** Carries the token of a check of this site, which is told what arrives of its request. */
export const siteCheckHeader = 'x-site-check'

/** What the app sees of a request that came through the proxies. */
export interface SeenRequest {
  host: string
  /** The entries of X-Forwarded-For. */
  forwardedFor: string[]
  /** The other end of the connection, and whether it may be a proxy. */
  peer: string
  isTrusted: boolean
}

const key = 'site_check'

/** A token that all server processes know for a minute. */
export async function newSiteCheck(db: Db): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const value = JSON.stringify({ hash: hashOf(token) })
  await db.rows(sql`
    insert into settings (key, value) values (${key}, ${value}::jsonb || jsonb_build_object('at', clock_timestamp()))
    on conflict (key) do update set value = excluded.value`)
  return token
}

export async function isSiteCheck(db: Db, token: string): Promise<boolean> {
  const found = await db.row(sql`
    select from settings where key = ${key} and value ->> 'hash' = ${hashOf(token)}
      and (value ->> 'at')::timestamptz > clock_timestamp() - interval '1 minute'`)
  return found !== undefined
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
