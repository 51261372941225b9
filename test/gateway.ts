import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'

/**
 * Makes the schema and the journal of 0.13.0 in an empty database: what `pg_dump --no-owner --inserts` wrote of one
 * that 0.13.0 had migrated, without its search_path.
 */
export async function loadGateway(connection: pg.ClientConfig): Promise<void> {
  const dump = brotliDecompressSync(await readFile(resolve('test/release/gateway.sql.br')))
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(dump.toString())
  await client.end()
}
