import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from './database.server.ts'

/** The rows of one statement from one snapshot, in batches. A row is an array of column values. */
export interface Cursor<Row extends unknown[]> {
  next(): Promise<Row[]>
  /** Releases the connection. Safe to call twice. */
  close(): Promise<void>
}

const fetch = { text: 'fetch 1000 from reading', rowMode: 'array' } as const
const longestReadMs = 600_000

/**
 * Runs a statement in a read-only transaction on a connection outside the pool and returns its rows in batches, so
 * that memory use does not grow with their number. Errors of the statement are thrown before the first batch. The
 * connection is closed when `signal` aborts, after a minute without a call of `next`, and after ten minutes in total.
 * Rejects if `signal` aborts before the first batch.
 */
export async function openCursor<Row extends unknown[]>(
  db: Pick<Database, 'connect'>,
  statement: Sql,
  signal?: AbortSignal,
): Promise<Cursor<Row>> {
  signal?.throwIfAborted()
  const client = await db.connect({ queryTimeoutMs: 130_000, applicationName: 'creative-dojo reading' })
  const onAbort = () => void end(client)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    // An abort during the connection attempt came before the listener.
    signal?.throwIfAborted()
    await declare(client, statement)
    signal?.throwIfAborted()
  } catch (error) {
    signal?.removeEventListener('abort', onAbort)
    await end(client)
    throw error
  }
  // An open transaction keeps PostgreSQL from removing old rows.
  const limit = setTimeout(() => void end(client), longestReadMs).unref()
  return {
    next: async () => (await client.query(fetch)).rows as Row[],
    close() {
      clearTimeout(limit)
      signal?.removeEventListener('abort', onAbort)
      return end(client)
    },
  }
}

/** Everything is local to the transaction: behind a pooler the next one may use another session. */
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
