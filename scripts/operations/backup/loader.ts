import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { readFormer, readMigrations, refuseUnknown } from '#platform/database/migrate.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import { begin, migrationLock, quoted, readTables, type Table, withClient } from './connection.ts'
import type { Header, Tables } from './manifest.ts'

/** One transaction that fills an empty database; invisible to others before `commit`. */
export interface Loader {
  /** Throws a Failure for a table that the migrations do not make. */
  copyIn(table: Table): CopyStreamQuery
  /** Throws `UnknownCommit` if the connection ends before the server answers. */
  commit(sequences: Tables['sequences']): Promise<void>
}

interface LoaderOptions {
  connection: pg.ClientConfig
  /** The folder of migrations. */
  migrations: string
  /** The migrations of the data. */
  applied: Header['migrations']
  signal: AbortSignal
}

/** The server may or may not have committed. */
export class UnknownCommit extends Failure {}

const oldestPostgres = 150_000

/**
 * Runs `work` on a transaction with empty tables, made by the migrations of the data. Needs only the privileges of the
 * database's owner. Throws a Failure unless the database is PostgreSQL 15 or newer, and without tables.
 */
export function withLoader<T>(
  { connection, migrations, applied, signal }: LoaderOptions,
  work: (loader: Loader) => Promise<T>,
): Promise<T> {
  return withClient(connection, signal, async (client) => {
    await begin(client)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client)
    await createSchema(client, migrations, applied)
    const tables = await readTables(client)
    const names = tables.map(({ name }) => quoted(name))
    // Foreign keys would refuse rows that refer to later ones, and triggers would count rows again.
    const foreignKeys = await dropForeignKeys(client)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)
    return work({
      copyIn(table) {
        const isMade = tables.some((made) => shapeOf(made) === shapeOf(table))
        if (!isMade)
          throw new Failure(`The table ${shapeOf(table)} of the data does not match its migrations`)
        return client.query(from(`copy ${quoted(table.name)} (${quoted(...table.columns)}) from stdin`))
      },
      async commit(sequences) {
        for (const name of names) await client.query(`alter table ${name} enable trigger user`)
        for (const statement of foreignKeys) await client.query(statement)
        for (const { name, lastValue, isCalled } of sequences)
          await client.query('select setval($1::regclass, $2, $3)', [quoted(name), lastValue, isCalled])
        await commitOrUnknown(client)
        // Without statistics queries are slow until autovacuum collects them; no data is lost.
        await client.query('analyze').catch(() => undefined)
      },
    })
  })
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; schema: string | null; tables: string[] | null }>(`
    select current_setting('server_version_num')::integer as version, current_schema() as schema,
      (select array_agg(c.relname::text order by c.relname) from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm', 'v', 'S', 'f')
          and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables`)
  const { version = 0, schema = null, tables = null } = rows[0] ?? {}
  if (version < oldestPostgres)
    throw new Failure(`The database must be PostgreSQL 15 or newer, not ${version}`)
  if (schema === null) throw new Failure('The database has no schema that this account may use')
  if (!tables) return
  const some = [...tables.slice(0, 3), ...(tables.length > 3 ? ['...'] : [])].join(', ')
  throw new Failure(`The database is not empty (${some}): choose an empty one`)
}

async function createSchema(client: pg.Client, folder: string, applied: Header['migrations']): Promise<void> {
  const migrations = await readMigrations(folder)
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  refuseUnknown(checksums, migrations, await readFormer(folder))
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  for (const { name, text } of migrations) if (checksums.has(name)) await client.query(text)
}

/** Drops all foreign keys and returns the statements that restore them. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; restore: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ restore }) => restore)
}

function shapeOf({ name, columns }: Table): string {
  return `${name}(${columns.toSorted().join()})`
}

async function commitOrUnknown(client: pg.Client): Promise<void> {
  try {
    await client.query('commit')
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && !/^(08|57)/.test(cause.code ?? '')) throw cause
    throw new UnknownCommit(
      `It is unknown whether the rows were written, since the connection ended during the commit (${errorMessage(cause)}). ` +
        "Run 'npm run check:invariants' with the settings of the new database: if it is empty, delete the folder " +
        "'images' in its file store and run the command again; otherwise it is complete",
      { cause },
    )
  }
}
