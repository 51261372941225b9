import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from './database.server.ts'

/** The rows of one statement, as they were at one moment, a batch at a time; each is an array of its columns' values. */
export interface Cursor<Row extends unknown[]> {
  /** The next rows; none at the end. */
  next(): Promise<Row[]>
  /** Gives the connection back, wherever the reading stands. Safe to call twice. */
  close(): Promise<void>
}

const fetch = { text: 'fetch 1000 from reading', rowMode: 'array' } as const

/**
 * Runs a statement to its end in the database and hands out its rows in batches, so that memory here stays the same
 * whatever their number. What is wrong with the statement is thrown before the first row is handed out. It takes a
 * connection outside the pool, and no transaction stays open; whoever reads nothing for a minute loses it.
 */
export async function openCursor<Row extends unknown[]>(
  db: Pick<Database, 'connect'>,
  statement: Sql,
): Promise<Cursor<Row>> {
  const client = await db.connect({ queryTimeoutMs: 130_000 })
  try {
    await declare(client, statement)
  } catch (error) {
    await end(client)
    throw error
  }
  return {
    next: async () => (await client.query<Row>(fetch)).rows,
    close: () => end(client),
  }
}

async function declare(client: pg.Client, { text, values }: Sql): Promise<void> {
  await client.query(`set application_name = 'creative-dojo reading'`)
  await client.query(`set statement_timeout = '120s'`)
  await client.query(`set idle_session_timeout = '60s'`)
  await client.query('begin read only')
  await client.query({ text: `declare reading no scroll cursor with hold for ${text}`, values })
  await client.query('commit')
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined)
}
