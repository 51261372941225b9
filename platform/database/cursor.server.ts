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
const longestReadMs = 600_000

/**
 * Runs a statement to its end in a read-only transaction on a connection outside the pool and hands out its rows in
 * batches, so that memory here stays the same whatever their number. An error of the statement is thrown before the
 * first row is handed out. The connection ends after a minute without a request for rows, and after ten minutes in all.
 */
export async function openCursor<Row extends unknown[]>(
  db: Pick<Database, 'connect'>,
  statement: Sql,
): Promise<Cursor<Row>> {
  const client = await db.connect({ queryTimeoutMs: 130_000, applicationName: 'creative-dojo reading' })
  try {
    await declare(client, statement)
  } catch (error) {
    await end(client)
    throw error
  }
  // An open transaction keeps PostgreSQL from removing old rows.
  const limit = setTimeout(() => void end(client), longestReadMs).unref()
  return {
    next: async () => (await client.query<Row>(fetch)).rows,
    close() {
      clearTimeout(limit)
      return end(client)
    },
  }
}

/** All of it lasts as long as the transaction: behind a pooler the next one may run in another session. */
async function declare(client: pg.Client, { text, values }: Sql): Promise<void> {
  await client.query(
    `begin read only; set local statement_timeout = '120s'; set local idle_in_transaction_session_timeout = '60s'`,
  )
  await client.query({ text: `declare reading scroll cursor for ${text}`, values })
  await client.query('move forward all from reading')
  await client.query('move absolute 0 from reading')
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined)
}
