import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { removeLeftovers } from '#test/leftovers.ts'

/** On a busy machine only the result counts, not how soon it arrives. */
export const patient = {
  waitMs: 30_000,
  queryTimeoutMs: 60_000,
  serverTimeouts: {
    statement_timeout: 55_000,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  },
}

interface TestPostgres {
  connection: pg.ClientConfig
  stop(): Promise<void>
}

const prefix = 'dojo-test-'
const template = 'template_dojo'

const fastAndLoose = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
}

/** Starts a server with a migrated template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeLeftovers(prefix)
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const quiet = { info: () => undefined, warn: () => undefined }
  const server = await startEmbedded({ dataDir, settings: fastAndLoose, log: quiet })
  await makeTemplate(server.connection)
  return {
    connection: server.connection,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a migrated, empty database. */
export async function createTestDatabase(server: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return { ...server, database: name }
}

/** Creates a database without a schema. */
export async function createEmptyDatabase(server: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await onServer(server, `create database ${name}`)
  return { ...server, database: name }
}

export function dropTestDatabase(server: pg.ClientConfig, name: string): Promise<void> {
  return onServer(server, `drop database ${name} with (force)`)
}

async function makeTemplate(server: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ connection: await createEmptyDatabase(server, template), poolSize: 1 })
  await migrate(database, 'db/migrations')
  await database.close()
}

async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
