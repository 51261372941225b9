import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Config } from '#platform/config/config.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { type EmbeddedServer, startEmbedded } from '#platform/database/embedded.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { Failure, reasonOf } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Progress } from '#platform/log/progress.server.ts'
import { ensureDataFolder } from '#server/data-folder.ts'

export interface Store {
  db: Database
  close(): Promise<void>
}

export interface ConnectOptions {
  log: Logger
  signal: AbortSignal
  /** How long a database that does not answer is waited for. */
  timeoutMs: number
}

export const connectTimeoutMs = 6_000
const retryMs = 500
const oldestVersion = 150_000

/** The database that DATABASE_URL names, else a server of our own below DATA_DIR. */
export async function openStore(config: Config, log: Logger, progress: Progress): Promise<Store> {
  if (config.databaseUrl === undefined) {
    const server = await progress.step('Starting PostgreSQL', () => startPostgres(config, log))
    const { db } = openConnection(server.connection, log)
    return {
      db,
      async close() {
        await db.close()
        await server.stop()
      },
    }
  }
  const url = config.databaseUrl
  const options = { log, signal: new AbortController().signal, timeoutMs: connectTimeoutMs }
  return progress.step('Connecting to PostgreSQL', () => openUrl(url, options))
}

/** Starts the embedded PostgreSQL of DATA_DIR. */
export async function startPostgres(config: Config, log: Logger): Promise<EmbeddedServer> {
  await ensureDataFolder(config.dataDir)
  return startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log })
}

/** A pool on a server that is known to run. */
export function openConnection(connection: pg.ClientConfig, log: Logger): Store {
  const db = openDatabase({
    connection,
    onIdleError: (error) => log.warn(`a database connection was lost: ${reasonOf(error)}`),
  })
  return { db, close: () => db.close() }
}

/** A pool on the server of a DATABASE_URL, once it answers. */
export async function openUrl(url: string, { log, signal, timeoutMs }: ConnectOptions): Promise<Store> {
  const store = openConnection({ connectionString: url } as pg.ClientConfig, log)
  try {
    await reach(store.db, signal, timeoutMs)
    return store
  } catch (error) {
    await store.close()
    if (error instanceof Failure || error === signal.reason) throw error
    throw new Failure(`DATABASE_URL ${placeOf(url)} ${reasonOf(error)}`)
  }
}

async function reach(db: Database, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal.throwIfAborted()
    try {
      const found = await db.row<{ version: number }>(
        sql`select current_setting('server_version_num')::integer as version`,
      )
      if (found && found.version >= oldestVersion) return
      throw new Failure(`DATABASE_URL leads to a PostgreSQL older than 15 (${found?.version})`)
    } catch (error) {
      if (!isOutage(error) || performance.now() + retryMs > deadline) throw error
      await sleep(retryMs)
    }
  }
}

/** Where a connection address leads, without its user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `(${host}${pathname}) cannot be reached:`
}
