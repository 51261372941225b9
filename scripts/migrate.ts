import { join } from 'node:path'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { adviceOn } from '#platform/database/outage.ts'
import { Failure, reasonOf } from '#platform/failure.ts'
import { openSettingsStore } from './settings-store.ts'

// Applies the migrations that the database of the settings lacks: exit code 0 when it is up to date, 1 when that failed.
const root = join(import.meta.dirname, '..')
try {
  loadEnvFile(join(root, '.env'))
  const store = await openSettingsStore(readConfig(process.env), { create: true })
  try {
    const applied = await migrate(store.db, join(root, 'db/migrations'))
    for (const name of applied) console.log(`Applied ${name}`)
    console.log(applied.length > 0 ? `${applied.length} applied.` : 'The database is up to date.')
  } finally {
    await store.close()
  }
} catch (error) {
  const advice = adviceOn(error)
  if (!(error instanceof Failure) && !advice) throw error
  console.error([reasonOf(error), advice].filter(Boolean).join(': '))
  process.exitCode = 1
}
