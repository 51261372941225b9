import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '#platform/database/migrate.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

interface Migration {
  name: string
  checksum: string
}

export interface Table {
  name: string
  columns: string[]
}

interface Sequence {
  name: string
  lastValue: string
  isCalled: boolean
}

/** Reads with one statement at a time, outside the snapshot. */
export interface Reader {
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** The rows of a database at one point in time. */
export interface Snapshot extends Reader {
  postgres: string
  migrations: Migration[]
  tables: Table[]
  sequences: Sequence[]
  /** The rows in PostgreSQL's text format; `rowCount` is known once the stream has ended. */
  copyOut(table: Table): Readable & { rowCount: number }
}

/** One transaction that fills an empty database; invisible to others before `commit`. */
export interface Loader {
  copyIn(table: Table): Writable & { rowCount: number }
  /** Throws `UnknownCommit` if the connection ends before the server answers. */
  commit(sequences: Sequence[]): Promise<void>
  close(): Promise<void>
}

/** The server may or may not have committed. */
export class UnknownCommit extends Failure {}

const oldestPostgres = 150_000
const migrationLock = 7_305_601

// Values as text must not depend on the settings of either server.
const settings = [
  `statement_timeout = 0`,
  `lock_timeout = '120s'`,
  `idle_in_transaction_session_timeout = 0`,
  `client_min_messages = warning`,
  `client_encoding = 'UTF8'`,
  `timezone = 'UTC'`,
  `datestyle = 'ISO'`,
  `intervalstyle = 'iso_8601'`,
  `extra_float_digits = 3`,
  `bytea_output = 'hex'`,
]
  .map((setting) => `set local ${setting};`)
  .join(' ')

const tablesQuery = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`

export async function openReader(connection: pg.ClientConfig, signal: AbortSignal): Promise<Reader> {
  const client = await connect(connection, 'creative-dojo backup', signal)
  return {
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    close: () => end(client),
  }
}

/** The applied migrations. Throws a Failure if the database has none. */
export async function readApplied({ rows }: Pick<Reader, 'rows'>): Promise<Migration[]> {
  const [found] = await rows<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!found?.exists) throw new Failure('The database is empty: there is nothing to copy')
  return rows<Migration>('select name, checksum from schema_migrations order by name')
}

/** Opens a snapshot of all tables, which blocks migrations until closed. Fails in a database without migrations. */
export async function openSnapshot(connection: pg.ClientConfig, signal: AbortSignal): Promise<Snapshot> {
  const guard = await connect(connection, 'creative-dojo backup', signal)
  const client = await connect(connection, 'creative-dojo backup', signal).catch((error) =>
    end(guard).then(() => {
      throw error
    }),
  )
  const close = () => Promise.all([end(client), end(guard)]).then(() => undefined)
  try {
    // On a separate connection: a statement that waits for a lock has taken its snapshot before.
    await guard.query(`begin; ${settings}`)
    await guard.query('select pg_advisory_xact_lock_shared($1)', [migrationLock])
    await client.query(`begin transaction isolation level repeatable read, read only; ${settings}`)
    const migrations = await readApplied({ rows })
    const [server] = await rows<{ server_version: string }>('show server_version')
    return {
      postgres: server?.server_version ?? '',
      migrations,
      tables: await rows<Table>(tablesQuery),
      sequences: await readSequences(rows),
      rows,
      copyOut: ({ name, columns }) =>
        client.query(copyTo(`copy ${quoted(name)} (${list(columns)}) to stdout`)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await client.query<Row>(text, values)).rows
  }
}

/** Throws a Failure with `remedy` unless the database is reachable, PostgreSQL 15 or newer, and without tables. */
export async function assertEmpty(
  connection: pg.ClientConfig,
  signal: AbortSignal,
  remedy: string,
): Promise<void> {
  const client = await connect(connection, 'creative-dojo restore', signal)
  try {
    await refuseUnlessEmpty(client, remedy)
  } finally {
    await end(client)
  }
}

/**
 * Starts the transaction that restores `tables`: creates the schema with the backup's migrations from `folder`, and
 * removes foreign keys and triggers until `commit`, because they would refuse rows that refer to later ones and count
 * rows again. Needs only the privileges of the database's owner.
 */
export async function openLoader(
  connection: pg.ClientConfig,
  folder: string,
  wanted: Migration[],
  tables: Table[],
  signal: AbortSignal,
): Promise<Loader> {
  const client = await connect(connection, 'creative-dojo restore', signal)
  try {
    await client.query(`begin; ${settings}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client, 'choose an empty one')
    await createSchema(client, folder, wanted)
    const made = await client.query<Table>(tablesQuery)
    refuseOtherShape(made.rows, tables)
    const foreignKeys = await takeForeignKeys(client)
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${list(tables.map(({ name }) => name))}`)
    return {
      copyIn: ({ name, columns }) =>
        client.query(copyFrom(`copy ${quoted(name)} (${list(columns)}) from stdin`)),
      async commit(sequences) {
        for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
        for (const statement of foreignKeys) await client.query(statement)
        for (const { name, lastValue, isCalled } of sequences)
          await client.query('select setval($1::regclass, $2, $3)', [quoted(name), lastValue, isCalled])
        await commitOrUnknown(client)
        // Without statistics queries are slow until autovacuum collects them; no data is lost.
        await client.query('analyze').catch(() => undefined)
      },
      close: () => end(client),
    }
  } catch (error) {
    await end(client)
    throw error
  }
}

/** Throws a Failure unless this release has the migrations of `wanted`. */
export async function refuseUnknownMigrations(folder: string, wanted: Migration[]): Promise<void> {
  const known = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
  const newer = wanted.find(({ name }) => !known.has(name))
  if (newer)
    throw new Failure(
      `The data has migration ${newer.name}, which this release does not know: use a newer release`,
    )
  const changed = wanted.find(({ name, checksum }) => known.get(name) !== checksum)
  if (changed)
    throw new Failure(
      `Migration ${changed.name} of the data differs from that of this release: use the release that wrote it`,
    )
}

async function commitOrUnknown(client: pg.Client): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    const refused = error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '')
    if (refused) throw error
    throw new UnknownCommit(
      `It is unknown whether the rows were written, since the connection ended during the commit (${errorMessage(error)})`,
      { cause: error },
    )
  }
}

/** A connection that closes, with its statement, when `signal` is aborted. */
async function connect(connection: pg.ClientConfig, name: string, signal: AbortSignal): Promise<pg.Client> {
  signal.throwIfAborted()
  const socket = new Socket()
  const client = new pg.Client({
    ...connection,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: () => socket,
  })
  // The next statement reports a lost connection.
  client.on('error', () => undefined)
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort)
  client.once('end', () => signal.removeEventListener('abort', abort))
  try {
    await client.connect()
    return client
  } catch (error) {
    await end(client)
    throw new Failure(`The database cannot be reached: ${errorMessage(error)}`, { cause: error })
  }
}

async function refuseUnlessEmpty(client: pg.Client, remedy: string): Promise<void> {
  const [found] = (
    await client.query<{ version: number; schema: string | null; tables: string[] | null }>(`
      select current_setting('server_version_num')::integer as version, current_schema() as schema,
        (select array_agg(c.relname::text order by c.relname) from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm', 'v', 'S', 'f')
            and not exists (select from pg_depend d
              where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables`)
  ).rows
  if (!found || found.version < oldestPostgres)
    throw new Failure(`The database must be PostgreSQL 15 or newer, not ${found?.version}`)
  if (found.schema === null) throw new Failure('The database has no schema that this account may use')
  if (found.tables)
    throw new Failure(
      `The database is not empty (${found.tables.slice(0, 3).join(', ')}${found.tables.length > 3 ? ', ...' : ''}): ${remedy}`,
    )
}

async function createSchema(client: pg.Client, folder: string, wanted: Migration[]): Promise<void> {
  await refuseUnknownMigrations(folder, wanted)
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const names = new Set(wanted.map(({ name }) => name))
  for (const { name, text } of await readMigrations(folder)) {
    if (names.has(name)) await client.query(text)
  }
}

function refuseOtherShape(made: Table[], tables: Table[]): void {
  const shape = (list: Table[]) =>
    list.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).sort()
  const [ours, theirs] = [shape(made), shape(tables)]
  const other = theirs.find((table) => !ours.includes(table)) ?? ours.find((table) => !theirs.includes(table))
  if (other) throw new Failure(`The table ${other} of the data does not match its migrations`)
}

/** Drops all foreign keys and returns the statements that restore them. */
async function takeForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
}

async function readSequences(
  rows: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>,
): Promise<Sequence[]> {
  const found = await rows<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of found) {
    const [state] = await rows<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    )
    if (state) sequences.push({ name, ...state })
  }
  return sequences
}

function list(names: string[]): string {
  return names.map(quoted).join(', ')
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined)
}
