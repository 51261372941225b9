import type pg from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { Failure } from '#platform/failure.ts'
import { begin, migrationLock, quoted, readTables, type Table, withClient } from './connection.ts'
import type { Header, Tables } from './manifest.ts'

/** The rows of a database at one point in time. */
export interface Snapshot extends Tables {
  client: pg.Client
  migrations: Header['migrations']
}

/** Runs `work` on a snapshot of all tables. Migrations wait until then. Fails in a database without migrations. */
export function withSnapshot<T>(
  connection: pg.ClientConfig,
  signal: AbortSignal,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return withClient(connection, signal, async (guard) => {
    // On a separate connection: a statement that waits for a lock has taken its snapshot before.
    await begin(guard)
    await guard.query('select pg_advisory_xact_lock_shared($1)', [migrationLock])
    return withClient(connection, signal, async (client) => {
      await begin(client, 'isolation level repeatable read, read only')
      const migrations = await readApplied(client)
      const { rows } = await client.query<{ postgres: string }>(
        `select current_setting('server_version') as postgres`,
      )
      const [tables, sequences] = [await readTables(client), await readSequences(client)]
      const [postgres, snapshotAt] = [rows[0]?.postgres ?? '', new Date().toISOString()]
      return work({ client, migrations, postgres, snapshotAt, tables, sequences })
    })
  })
}

/** The rows in PostgreSQL's text format; `rowCount` is known once the stream has ended. */
export function copyOut({ client }: Snapshot, { name, columns }: Table): CopyToStreamQuery {
  return client.query(to(`copy ${quoted(name)} (${quoted(...columns)}) to stdout`))
}

/** The applied migrations. Throws a Failure if the database has none. */
export async function readApplied(client: pg.Client): Promise<Header['migrations']> {
  const found = await client.query(`select where to_regclass('schema_migrations') is not null`)
  if (found.rowCount === 0) throw new Failure('The database is empty: there is nothing to copy')
  return (await client.query('select name, checksum from schema_migrations order by name')).rows
}

async function readSequences(client: pg.Client): Promise<Tables['sequences']> {
  const { rows } = await client.query(`
    select sequencename as name, coalesce(last_value, start_value)::text as "lastValue",
      last_value is not null as "isCalled"
    from pg_sequences where schemaname = current_schema() order by 1`)
  return rows
}
