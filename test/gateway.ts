import pg from 'pg'
import { gatewaySchema } from '#platform/database/migrate.server.ts'

/** Makes the schema and the journal of 0.13.0 in an empty database. */
export async function loadGateway(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(await gatewaySchema('db/migrations'))
  await client.end()
}
