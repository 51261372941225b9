import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { removeLeftovers } from '#test/leftovers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: pg.ClientConfig
  }
}

const prefix = 'dojo-test-'

const fastAndLoose = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
}

/** One server for the whole run, with a migrated database that every test file's own is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers(prefix)
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const quiet = { info: () => undefined, warn: () => undefined }
  const server = await startEmbedded({ dataDir, settings: fastAndLoose, log: quiet })
  await makeTemplate(server.connection)
  project.provide('testServer', server.connection)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 })
  const client = await database.connect()
  await client.query('create database template_dojo')
  await client.end()
  await database.close()
  const template = openDatabase({ connection: { ...connection, database: 'template_dojo' }, poolSize: 1 })
  await migrate(template, 'db/migrations')
  await template.close()
}
