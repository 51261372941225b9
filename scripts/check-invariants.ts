import { join } from 'node:path'
import { brokenInvariants } from '#db/invariants.server.ts'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { openSettingsStore } from './settings-store.ts'

// Reads the database of the settings and names every rule that its rows break.
loadEnvFile(join(import.meta.dirname, '..', '.env'))
const store = await openSettingsStore(readConfig(process.env))
try {
  const broken = await brokenInvariants(store.db)
  for (const { name, ids } of broken) console.log(`broken: ${name} (${ids.join(', ')})`)
  console.log(broken.length === 0 ? 'All invariants hold.' : `${broken.length} invariants do not hold.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await store.close()
}
