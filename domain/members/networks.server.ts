import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { votingNetwork } from '#platform/http/client-address.ts'

/** How long a network is remembered, in days. The privacy policy names it. */
export const networkDays = 30

/** A CTE that remembers the member's network, as a keyed hash, where `condition` holds. Ends with a comma. */
export function recordedNetwork(userId: string, address: string, condition: Sql): Sql {
  return sql`recorded_network as (
    insert into member_networks as n (user_id, network, seen_at)
    select ${userId}::uuid, network_hash(${votingNetwork(address)}), app_now() where ${condition}
    on conflict (user_id, network) do update set seen_at = app_now() where n.seen_at < app_now() - interval '1 hour'
  ),`
}

export async function recordNetwork(db: Db, userId: string, address: string): Promise<void> {
  await db.rows(sql`with ${recordedNetwork(userId, address, sql`true`)} done as (select 1) select from done`)
}

export function sweepNetworks(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from member_networks where (user_id, network) in (
          select user_id, network from member_networks
          where seen_at < app_now() - make_interval(days => ${networkDays}) limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
