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

/** The configured database, whether or not the app runs. Fails if the embedded one is missing. */
export async function openSettingsStore(config: Config): Promise<Pick<Store, 'db' | 'close'>> {
  refuseMissingDatabase(config)
  const running = config.databaseUrl ? undefined : runningEmbedded(join(config.dataDir, 'postgres'))
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

/** Connects to the configured database, whether or not the app is running; starts the embedded one if needed. */
export async function openSettingsConnection(config: Config): Promise<SettingsConnection> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, close: async () => {} }
  refuseMissingDatabase(config)
  const connection = runningEmbedded(join(config.dataDir, 'postgres'))
  return connection ? { connection, close: async () => {} } : startSettingsServer(config)
}

/** Like `openSettingsConnection`, for exclusive use: fails while an app uses the embedded database. */
export async function openIdleConnection(config: Config): Promise<SettingsConnection> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, close: async () => {} }
  return startSettingsServer(config)
}

function refuseMissingDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres/cluster')))
    throw new Failure(`There is no database in ${dataDir} yet: start the app once, or set DATA_DIR`)
}

async function startSettingsServer(config: Config): Promise<SettingsConnection> {
  const log = createLogger({ level: 'warn', human: true })
  const server = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log })
  return { connection: server.connection, close: () => server.stop() }
}
