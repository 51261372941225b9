import { startTestPostgres } from '#test/postgres.ts'
import { postgresVariable } from './site.ts'

/** One PostgreSQL for the whole run; every worker starts a server of the dojo on a database of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  process.env[postgresVariable] = JSON.stringify(server.connection)
  return server.stop
}
