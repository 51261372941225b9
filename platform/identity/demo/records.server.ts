import type { Adapter, AdapterPayload } from 'oidc-provider'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** Stores the provider's state of one kind in the database, so that a sign-in survives a restart. */
export function recordsOf(db: Db, kind: string): Adapter {
  async function find(condition: Sql): Promise<AdapterPayload | undefined> {
    const record = await db.row<{ payload: AdapterPayload }>(sql`
      select payload from demo_identity_records
      where kind = ${kind} and ${condition} and (expires_at is null or expires_at > clock_timestamp())`)
    return record?.payload
  }

  return {
    find: (id) => find(sql`id = ${id}`),
    findByUid: (uid) => find(sql`uid = ${uid}`),
    // For device sign-in only, which is off.
    findByUserCode: async () => undefined,
    async upsert(id, payload, seconds) {
      if (kind === 'Interaction') await sweep(db)
      await db.rows(sql`
        insert into demo_identity_records (kind, id, payload, uid, grant_id, expires_at)
        values (${kind}, ${id}, ${JSON.stringify(payload)}::jsonb, ${payload.uid ?? null}, ${payload.grantId ?? null},
          clock_timestamp() + make_interval(secs => ${seconds}::integer))
        on conflict (kind, id) do update set payload = excluded.payload, uid = excluded.uid,
          grant_id = excluded.grant_id, expires_at = excluded.expires_at`)
    },
    async consume(id) {
      await db.rows(sql`
        update demo_identity_records
        set payload = payload || jsonb_build_object('consumed', extract(epoch from clock_timestamp())::bigint)
        where kind = ${kind} and id = ${id}`)
    },
    async destroy(id) {
      await db.rows(sql`delete from demo_identity_records where kind = ${kind} and id = ${id}`)
    },
    async revokeByGrantId(grantId) {
      await db.rows(sql`delete from demo_identity_records where kind = ${kind} and grant_id = ${grantId}`)
    },
  }
}

async function sweep(db: Db): Promise<void> {
  await db.rows(sql`
    delete from demo_identity_records where (kind, id) in (
      select kind, id from demo_identity_records where expires_at <= clock_timestamp()
      order by expires_at limit 1000 for update skip locked)`)
}
