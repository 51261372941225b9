import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** The database's clock, which all rules use. */
export async function databaseNow(db: Db): Promise<Date> {
  const clock = await db.row<{ now: Date }>(sql`select app_now() as now`)
  return clock?.now ?? new Date()
}
