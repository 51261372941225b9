import { join } from 'node:path'
import { readConfig } from '#platform/config/config.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

// Applies pending migrations to the configured database. Exit code 0: up to date; 1: failed.
const root = join(import.meta.dirname, '../..')
await runCommand(async () => {
  const store = await openSettingsStore(readConfig(process.env))
  try {
    const applied = await migrate(store.db, join(root, 'db/migrations'))
    for (const name of applied) console.log(`Applied ${name}`)
    console.log(applied.length > 0 ? `${applied.length} applied.` : 'The database is up to date.')
    return 0
  } finally {
    await store.close()
  }
})
