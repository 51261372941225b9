import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded, startEmbedded } from '#platform/database/embedded.server.ts'
import { Failure } from '#platform/failure.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { openStore, type Store } from '#server/store.ts'

/** The database of the settings, whether or not a dojo is running on it. Fails where no dojo was ever started, unless `create`. */
export async function openSettingsStore(
  config: Config,
  { create = false } = {},
): Promise<Pick<Store, 'db' | 'close'>> {
  const dataDir = join(config.dataDir, 'postgres')
  if (!create) refuseMissingDatabase(config)
  const embedded = !config.databaseUrl && existsSync(dataDir)
  const running = embedded ? await runningEmbedded(dataDir) : undefined
  if (!running) {
    const log = createLogger({ level: 'warn', human: true })
    return openStore(config, log, createProgress(process.stderr))
  }
  const db = openDatabase({ connection: running })
  return { db, close: () => db.close() }
}

interface SettingsConnection {
  connection: pg.ClientConfig
  close(): Promise<void>
}

/**
 * How to connect to the database of the settings, whether or not an app uses it; starts the embedded one for as long as
 * needed. Fails where no dojo was ever started.
 */
export async function openSettingsConnection(config: Config): Promise<SettingsConnection> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, close: async () => {} }
  refuseMissingDatabase(config)
  const connection = await runningEmbedded(join(config.dataDir, 'postgres'))
  return connection ? { connection, close: async () => {} } : startSettingsServer(config)
}

/** The same for the one process that may write to it: fails while an app runs on the embedded database. */
export async function openIdleConnection(config: Config): Promise<SettingsConnection> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, close: async () => {} }
  return startSettingsServer(config)
}

function refuseMissingDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new Failure(`There is no database in ${dataDir} yet: start the dojo once, or set DATA_DIR`)
}

async function startSettingsServer(config: Config): Promise<SettingsConnection> {
  const log = createLogger({ level: 'warn', human: true })
  const server = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log })
  return { connection: server.connection, close: () => server.stop() }
}
