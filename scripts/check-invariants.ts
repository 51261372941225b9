import { join } from 'node:path'
import type pg from 'pg'
import { brokenInvariants } from '#db/invariants.server.ts'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { openStore, type Store } from '#server/store.ts'

// Reads the database of the settings and names every rule that its rows break.
const root = join(import.meta.dirname, '..')
loadEnvFile(join(root, '.env'))
const config = readConfig(process.env)
const log = createLogger({ level: 'warn', human: true })
const running = config.databaseUrl ? undefined : await runningEmbedded(join(config.dataDir, 'postgres'))
const store = running ? theirs(running) : await openStore(config, log, createProgress(process.stdout))
try {
  const broken = await brokenInvariants(store.db)
  for (const { name, ids } of broken) console.log(`broken: ${name} (${ids.join(', ')})`)
  console.log(broken.length === 0 ? 'All invariants hold.' : `${broken.length} invariants do not hold.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await store.close()
}

function theirs(connection: pg.ClientConfig): Store {
  const db = openDatabase({ connection })
  return { db, close: () => db.close() }
}
