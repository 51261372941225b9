import { Socket } from 'node:net'
import pg from 'pg'
import { errorMessage, Failure } from '#platform/failure.ts'
import type { Table } from './manifest.ts'

/** What all steps of a command need. */
export interface Context {
  connection: pg.ClientConfig
  /** The folder of migrations. */
  migrations: string
  signal: AbortSignal
  report(what: string, count: number): void
}

/** Runs `work` on a connection that closes, with its statement, when `signal` is aborted. */
export async function withClient<T>(
  { connection, signal }: Pick<Context, 'connection' | 'signal'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const socket = new Socket()
  const client = new pg.Client({
    ...connection,
    application_name: 'creative-dojo backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    stream: () => socket,
  })
  // The next statement reports a lost connection.
  client.on('error', () => undefined)
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort)
  try {
    await client.connect().catch((cause) => {
      throw new Failure(`The database cannot be reached: ${errorMessage(cause)}`, { cause })
    })
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
    signal.removeEventListener('abort', abort)
  }
}

/** Begins a transaction in which values as text do not depend on the settings of the server. */
export function begin(client: pg.Client, mode = ''): Promise<unknown> {
  return client.query(`begin ${mode};
    set local statement_timeout = 0; set local lock_timeout = '120s';
    set local idle_in_transaction_session_timeout = 0; set local client_min_messages = warning;
    set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO';
    set local intervalstyle = 'iso_8601'; set local extra_float_digits = 3; set local bytea_output = 'hex'`)
}

export function quoted(...names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
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
