import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

const key = 'backed_up_at'

export async function noteBackup(db: Db): Promise<void> {
  await db.rows(sql`
    insert into settings (key, value) values (${key}, to_jsonb(clock_timestamp()))
    on conflict (key) do update set value = excluded.value`)
}

/** Since the last backup, or since the database was made. */
export async function backupAgeSeconds(db: Db): Promise<number> {
  const found = await db.row<{ age: number }>(sql`
    select extract(epoch from clock_timestamp() - coalesce(
      (select (value #>> '{}')::timestamptz from settings where key = ${key}),
      (select min(applied_at) from schema_migrations)))::float8 as age`)
  return found?.age ?? 0
}
