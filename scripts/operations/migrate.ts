import { join } from 'node:path'
import { migrate } from '#platform/database/migrate.server.ts'
import { withDatabase } from './settings-store.ts'

/** Applies pending migrations to the configured database. */
export async function run(): Promise<number> {
  const applied = await withDatabase((db) => migrate(db, join(import.meta.dirname, '../../db/migrations')))
  for (const name of applied) console.log(`Applied ${name}`)
  console.log(applied.length > 0 ? `${applied.length} applied.` : 'The database is up to date.')
  return 0
}
