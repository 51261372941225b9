import { startTestPostgres } from '#test/postgres.ts'
import { postgresVariable } from './site.ts'

/** One PostgreSQL server for the whole run; each worker uses a separate database. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  process.env[postgresVariable] = JSON.stringify(server.connection)
  return server.stop
}
