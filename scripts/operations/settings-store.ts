import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Config, readConfig } from '#platform/config/config.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded, startEmbedded } from '#platform/database/embedded.server.ts'
import { isMigrated } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import { openUrl, type Store } from '#server/store.ts'

/** Does `work` on the configured database, which has a schema. */
export function withSite<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  return withDatabase(async (db, config) => {
    if (await isMigrated(db)) return work(db, config)
    throw new Failure('The database is empty: start the app once, or restore a backup')
  })
}

/** Does `work` on the configured database, which may be empty. */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { db, close } = await openSettingsStore(config)
  return work(db, config).finally(close)
}

const log = { info: () => undefined, warn: console.error }

/** The configured database, whether or not the app runs. Fails if the embedded one is missing. */
export async function openSettingsStore(config: Config): Promise<Pick<Store, 'db' | 'close'>> {
  if (config.databaseUrl) return openUrl(config.databaseUrl, config, log)
  const { connection, close } = await openSettingsConnection(config)
  const db = openDatabase({ connection })
  return { db, close: () => db.close().then(close) }
}

interface SettingsConnection {
  connection: pg.ClientConfig
  close(): Promise<void>
}

/** Connects to the configured database, whether or not the app is running; starts the embedded one if needed. */
export async function openSettingsConnection(config: Config): Promise<SettingsConnection> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres/cluster')))
    throw new Failure(`There is no database in ${dataDir} yet: start the app once, or set DATA_DIR`)
  const running = databaseUrl ? undefined : runningEmbedded(join(dataDir, 'postgres'))
  return running ? { connection: running, close: async () => {} } : openIdleConnection(config)
}

/** Like `openSettingsConnection`, for exclusive use: fails while an app uses the embedded database, and may create it. */
export async function openIdleConnection({ databaseUrl, dataDir }: Config): Promise<SettingsConnection> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => {} }
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log })
  return { connection: server.connection, close: () => server.stop() }
}
