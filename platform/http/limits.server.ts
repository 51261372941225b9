import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { refusesWrites } from '#platform/database/outage.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'

export interface RateLimit {
  points: number
  seconds: number
}

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/**
 * Counts one use of `name` by `key`, such as a member's id or a client's address, and returns whether it is within the
 * limit. The count is in the database, so all server processes share it.
 */
export async function limit(
  db: Db,
  name: string,
  key: string,
  { points, seconds }: RateLimit,
): Promise<LimitResult> {
  const use = await db.row<{ points: number; remaining: number }>(sql`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
    insert into rate_limits as r (key, points, expire)
    select ${storedKey(name, key)}, 1, now + ${seconds * 1000}::bigint from clock
    on conflict (key) do update set
      points = case when r.expire <= (select now from clock) then 1 else r.points + 1 end,
      expire = case when r.expire <= (select now from clock) then excluded.expire else r.expire end
    returning r.points, r.expire - (select now from clock) as remaining`)
  if (!use || use.points <= points) return { ok: true }
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(use.remaining / 1000)) }
}

/** Takes back a use that `limit` counted. */
export async function returnUse(db: Db, name: string, key: string): Promise<void> {
  await db.rows(sql`
    update rate_limits set points = points - 1 where key = ${storedKey(name, key)} and points > 0`)
}

const usesHere = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })

/** Like `limit`, without a statement: for what is cheap and frequent, counted by each server process for itself. */
export function limitHere(name: string, key: string, { points, seconds }: RateLimit): LimitResult {
  const uses = countHere(name, key, seconds)
  return uses.count <= points ? { ok: true } : { ok: false, retryAfterSeconds: uses.secondsLeft }
}

/** Counts uses in this process, for clients that are told how many are left; 0 only reads the count. */
export function countHere(
  name: string,
  key: string,
  seconds: number,
  more = 1,
): { count: number; secondsLeft: number } {
  const now = performance.now()
  const known = usesHere.get(`${name}:${key}`)
  const uses = known && known.until > now ? known : { count: 0, until: now + seconds * 1000 }
  uses.count += more
  usesHere.set(`${name}:${key}`, uses)
  return { count: uses.count, secondsLeft: Math.ceil((uses.until - now) / 1000) }
}

interface Uses {
  name: string
  count: number
  until: Date
}

/** How often `key` used these names in the periods that are not over. */
export async function usesOf(db: Db, names: readonly string[], key: string): Promise<Uses[]> {
  const named = new Map(names.map((name) => [storedKey(name, key), name]))
  const rows = await db.rows<{ key: string; points: number; until: Date }>(sql`
    select key, points, to_timestamp(expire / 1000.0) as until from rate_limits
    where key = any(${[...named.keys()]}::text[]) and expire > extract(epoch from app_now()) * 1000 order by key`)
  return rows.map(({ key: stored, points, until }) => ({
    name: named.get(stored) ?? '',
    count: points,
    until,
  }))
}

/** For requests that change nothing: they are not limited while the database cannot write. */
export function limitRead(limiting: Promise<LimitResult>): Promise<LimitResult> {
  return limiting.catch((error: unknown) => {
    if (!refusesWrites(error)) throw error
    return { ok: true }
  })
}

export function sweepLimits(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
      delete from rate_limits where key in (
        select key from rate_limits where expire <= extract(epoch from clock_timestamp()) * 1000
        limit ${limit} for update skip locked)
      returning 1`)
      return swept.length
    },
    { signal },
  )
}

/** Addresses and e-mails are stored as hashes only. */
function storedKey(name: string, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`
}
