import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { votingNetwork } from '#platform/http/client-address.ts'
import { memberActive } from './queries.server.ts'

/** How long a network is remembered, in days. The privacy policy names it. */
export const networkDays = 30

/** A CTE that remembers the network, as a keyed hash, of the locked member in the query `member`. Ends with a comma. */
export function recordedNetwork(member: Sql, address: string): Sql {
  return sql`recorded_network as (
    insert into member_networks as n (user_id, network, seen_at)
    select id, network_hash(${votingNetwork(address)}), app_now() from (${member}) member (id)
    on conflict (user_id, network) do update set seen_at = app_now() where n.seen_at < app_now() - interval '1 hour'
  ),`
}

export async function recordNetwork(db: Db, userId: string, address: string): Promise<void> {
  const member = sql`select u.id from users u where u.id = ${userId} and ${memberActive()} for key share of u`
  await db.rows(sql`with ${recordedNetwork(member, address)} done as (select 1) select from done`)
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
