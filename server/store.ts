import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Config } from '#platform/config/config.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { Failure, reasonOf } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Progress } from '#platform/log/progress.server.ts'

export interface Store {
  db: Database
  close(): Promise<void>
}

const patience = 6_000
const oldest = 150_000

/** The database that DATABASE_URL names, else a server of our own below DATA_DIR. */
export function openStore(config: Config, log: Logger, progress: Progress): Promise<Store> {
  if (config.databaseUrl === undefined) {
    return progress.step('Starting PostgreSQL', () => openEmbedded(config, log))
  }
  const url = config.databaseUrl
  return progress.step('Connecting to PostgreSQL', () => openGiven(url, log))
}

async function openEmbedded(config: Config, log: Logger): Promise<Store> {
  const server = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log })
  const db = open(server.connection, log)
  return {
    db,
    async close() {
      await db.close()
      await server.stop()
    },
  }
}

async function openGiven(url: string, log: Logger): Promise<Store> {
  const db = open({ connectionString: url }, log)
  try {
    await reach(db)
  } catch (error) {
    await db.close()
    throw error instanceof Failure ? error : new Failure(`DATABASE_URL ${placeOf(url)} ${reasonOf(error)}`)
  }
  return { db, close: () => db.close() }
}

function open(connection: { connectionString: string } | object, log: Logger): Database {
  return openDatabase({
    connection,
    onIdleError: (error) => log.warn(`a database connection was lost: ${reasonOf(error)}`),
  })
}

/** A database that starts at the same time as we do gets a few seconds. */
async function reach(db: Database): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      const found = await db.row<{ version: number }>(
        sql`select current_setting('server_version_num')::integer as version`,
      )
      if (found && found.version >= oldest) return
      throw new Failure(`DATABASE_URL leads to a PostgreSQL older than 15 (${found?.version})`)
    } catch (error) {
      if (!isOutage(error) || Date.now() + 500 > deadline) throw error
      await sleep(500)
    }
  }
}

/** Where a connection address leads, without its user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `(${host}${pathname}) cannot be reached:`
}
