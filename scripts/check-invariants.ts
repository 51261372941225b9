import { join } from 'node:path'
import { brokenInvariants } from '#db/invariants.server.ts'
import { brokenImageFiles } from '#domain/media/check-files.server.ts'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { openSettingsStore } from './settings-store.ts'

// Reads the database and the files of the settings and names every rule that they break.
loadEnvFile(join(import.meta.dirname, '..', '.env'))
const config = readConfig(process.env)
const store = await openSettingsStore(config)
try {
  const files = await openFileStore(config)
  const broken = [...(await brokenInvariants(store.db)), ...(await brokenImageFiles({ db: store.db, files }))]
  for (const { name, ids } of broken) console.log(`broken: ${name} (${ids.join(', ')})`)
  console.log(broken.length === 0 ? 'All invariants hold.' : `${broken.length} invariants do not hold.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await store.close()
}
