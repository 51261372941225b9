import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startTestPostgres } from '#test/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: pg.ClientConfig
  }
}

/** Starts one server for all tests. Databases of test files are copies of a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  project.provide('testServer', server.connection)
  return server.stop
}
