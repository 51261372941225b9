import { brokenInvariants } from '#db/invariants.server.ts'
import { brokenImageFiles } from '#domain/media/check-files.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { isMigrated } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

// Checks all invariants of the configured database and files. Exit code 1 if one is violated.
await runCommand(async () => {
  const config = readConfig(process.env)
  const store = await openSettingsStore(config)
  try {
    if (!(await isMigrated(store.db))) throw new Failure('The database is empty: there is nothing to check')
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
