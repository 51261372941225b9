import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { migrationLock } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import { begin, type Context, quoted, withClient } from './context.ts'
import type { Migration, Table } from './manifest.ts'

/** The rows of a database at one point in time. */
interface Snapshot {
  client: pg.Client
  snapshotAt: string
  applied: Migration[]
  tables: Table[]
  /** The rows in PostgreSQL's text format. The stream may end before its `rowCount` is known. */
  copyOut(table: Table): Readable
}

/** Runs `work` on a snapshot of all tables. Migrations wait until then. Fails in a database without migrations. */
export function withSnapshot<T>(context: Context, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withClient(context, async (guard) => {
    // On a separate connection: a statement that waits for a lock has taken its snapshot before.
    await begin(guard)
    await guard.query('select pg_advisory_xact_lock_shared($1)', [migrationLock])
    return withClient(context, async (client) => {
      await begin(client, 'isolation level repeatable read, read only')
      const applied = await readApplied(client)
      const snapshotAt = new Date().toISOString()
      return work({
        client,
        snapshotAt,
        applied,
        tables: await readTables(client),
        copyOut: ({ name, columns }) =>
          client.query(to(`copy ${quoted(name)} (${quoted(...columns)}) to stdout`)),
      })
    })
  })
}

/** The applied migrations. Throws a Failure if the database has none. */
export async function readApplied(client: pg.Client): Promise<Migration[]> {
  const found = await client.query(`select where to_regclass('schema_migrations') is not null`)
  if (found.rowCount === 0) throw new Failure('The database is empty: there is nothing to copy')
  return (await client.query('select name, checksum from schema_migrations order by name')).rows
}

/** The tables of the schema, without those of extensions, and their columns, without generated ones. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}
