import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { Failure } from '#platform/failure.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { openStore, type Store } from '#server/store.ts'

/** The database of the settings, whether or not a dojo is running on it. Fails where no dojo was ever started. */
export async function openSettingsStore(config: Config): Promise<Store> {
  const dataDir = join(config.dataDir, 'postgres')
  if (!config.databaseUrl && !existsSync(dataDir))
    throw new Failure(`There is no database in ${config.dataDir} yet: start the dojo once, or set DATA_DIR`)
  const running = config.databaseUrl ? undefined : await runningEmbedded(dataDir)
  if (!running) {
    const log = createLogger({ level: 'warn', human: true })
    return openStore(config, log, createProgress(process.stderr))
  }
  const db = openDatabase({ connection: running })
  return { db, close: () => db.close() }
}
