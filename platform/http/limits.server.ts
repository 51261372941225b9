import { createHash } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { refusesWrites } from '#platform/database/outage.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { networksOf } from '#platform/http/client-address.ts'

export interface RateLimit {
  points: number
  seconds: number
}

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/**
 * Counts one use of `name` by `key`, such as a member's id, and returns whether it is within the limit. The count is
 * in the database, so all server processes share it.
 */
export function limit(db: Db, name: string, key: string, rateLimit: RateLimit): Promise<LimitResult> {
  return countUses(db, [{ key: storedKey(name, key), points: rateLimit.points }], rateLimit.seconds)
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

/** The limits of a /64, /48 and /32 network as multiples of the limit of one client. */
const networkFactors = [1, 16, 256] as const

/**
 * Like `limit`, for an address from `clientAddress`. An IPv6 address is also counted with its wider networks, each
 * with its own limit. A use that a narrower network is refused does not count for the wider ones, so that one
 * customer cannot use up the limit of others.
 */
export function limitAddress(
  db: Db,
  name: string,
  address: string,
  rateLimit: RateLimit,
): Promise<LimitResult> {
  const counts = networksOf(address).map((network, width) => ({
    key: storedKey(name, network),
    points: rateLimit.points * (networkFactors[width] ?? 1),
  }))
  return countUses(db, counts, rateLimit.seconds)
}

/** Takes back a use that `limitAddress` counted. */
export async function returnAddressUse(db: Db, name: string, address: string): Promise<void> {
  for (const network of networksOf(address)) {
    await db.rows(sql`
      update rate_limits set points = points - 1 where key = ${storedKey(name, network)} and points > 0`)
  }
}

/** For requests that change nothing: they are not limited while the database cannot write. */
export function limitRead(limiting: Promise<LimitResult>): Promise<LimitResult> {
  return limiting.catch((error: unknown) => {
    if (!refusesWrites(error)) throw error
    return { ok: true }
  })
}

/** One statement for all counts. A count is taken only if those before it are within their limits. */
async function countUses(
  db: Db,
  counts: readonly { key: string; points: number }[],
  seconds: number,
): Promise<LimitResult> {
  const length = seconds * 1000
  const steps = counts.map(({ key, points }, index) => {
    const isWithin =
      index === 0
        ? sql``
        : sql`where exists (select from use_${raw(String(index - 1))} where points <= allowed)`
    return sql`
      use_${raw(String(index))} as (
        insert into rate_limits as r (key, points, expire)
        select ${key}, 1, now + ${length}::bigint from clock ${isWithin}
        on conflict (key) do update set
          points = case when r.expire <= (select now from clock) then 1 else r.points + 1 end,
          expire = case when r.expire <= (select now from clock) then excluded.expire else r.expire end
        returning r.points, r.expire, ${points}::integer as allowed
      )`
  })
  const uses = counts.map((_, index) => sql`select points, expire, allowed from use_${raw(String(index))}`)
  const refused = await db.row<{ remaining: number | null }>(sql`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now), ${join(steps)}
    select max(expire - (select now from clock)) as remaining from (${join(uses, ' union all ')}) as uses
    where points > allowed`)
  if (refused?.remaining == null) return { ok: true }
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.remaining / 1000)) }
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
