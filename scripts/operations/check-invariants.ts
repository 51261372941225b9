import { join } from 'node:path'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import { brokenImageFiles } from '#domain/media/check-files.server.ts'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

// Checks all invariants of the configured database and files. Exit code 1 if one is violated.
await runCommand(async () => {
  loadEnvFile(join(import.meta.dirname, '../..', '.env'))
  const config = readConfig(process.env)
  const store = await openSettingsStore(config)
  try {
    await refuseEmptyDatabase(store.db)
    const files = await openFileStore(config)
    const broken = [
      ...(await brokenInvariants(store.db)),
      ...(await brokenImageFiles({ db: store.db, files })),
    ]
    for (const { name, ids } of broken) console.log(`broken: ${name} (${ids.join(', ')})`)
    console.log(broken.length === 0 ? 'All invariants hold.' : `${broken.length} invariants do not hold.`)
    return broken.length === 0 ? 0 : 1
  } finally {
    await store.close()
  }
})

async function refuseEmptyDatabase(db: Db): Promise<void> {
  const found = await db.row<{ exists: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!found?.exists) throw new Failure('The database is empty: there is nothing to check')
}
