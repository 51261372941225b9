import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from '#test/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: pg.ClientConfig
  }
}

/** One server for the whole run, with a migrated database that every test file's own is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  project.provide('testServer', server.connection)
  return server.stop
}
