import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

export interface Allowance {
  /** How many times within `seconds`, counted from the first. */
  points: number
  seconds: number
}

export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number }

/**
 * Counts one use of `name` by `key` (a member's id, a client's address) and says whether it is within the allowance.
 * Counted in the database by its own clock, so that all server processes share one count.
 */
export async function limit(db: Db, name: string, key: string, allowance: Allowance): Promise<Verdict> {
  const length = allowance.seconds * 1000
  const counted = await db.row<{ points: number; remaining: number }>(
    sql`
      with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
      insert into rate_limits (key, points, expire) select ${storedKey(name, key)}, 1, now + ${length}::bigint from clock
      on conflict (key) do update set
        points = case when rate_limits.expire <= (select now from clock) then 1 else rate_limits.points + 1 end,
        expire = case when rate_limits.expire <= (select now from clock) then excluded.expire else rate_limits.expire end
      returning points, expire - (select now from clock) as remaining`,
  )
  if (!counted || counted.points <= allowance.points) return { ok: true }
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(counted.remaining / 1000)) }
}

/** Forgets counts that no longer matter. Returns how many. */
export async function sweepLimits(db: Db): Promise<number> {
  const gone = await db.rows(
    sql`delete from rate_limits where expire <= extract(epoch from clock_timestamp()) * 1000 returning key`,
  )
  return gone.length
}

/** Addresses and e-mails are not kept as such. */
function storedKey(name: string, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`
}
