import type { Sql } from 'sql-template-tag'
import type { Database } from './database.server.ts'

/** The rows of one statement, in batches. A row is an array of column values. */
export interface Cursor<Row extends unknown[]> {
  next(): Promise<Row[]>
  /** Ends the reading. Safe to call twice. */
  close(): Promise<void>
}

/** A transaction for several statements, one after the other, on one snapshot. */
export interface Reader {
  /** The cursor before has to be closed. Errors of the statement are thrown here. */
  open<Row extends unknown[]>(statement: Sql): Promise<Cursor<Row>>
  /** Releases the connection. Safe to call twice. */
  close(): Promise<void>
}

const batchRows = 1_000
const fetch = `fetch ${batchRows} from reading`
/** The statement runs to its end before its first rows, so that its errors come first. */
const begin = `move forward all from reading; move absolute 0 from reading; ${fetch}`
const longestReadMs = 600_000

/**
 * Begins a read-only transaction on a connection outside the pool, whose cursors return rows in batches, so that memory
 * use does not grow with their number. The connection is closed when `signal` aborts, after a minute without a call,
 * and after ten minutes in total. Rejects if `signal` aborts before.
 */
export async function openReader(db: Pick<Database, 'connect'>, signal?: AbortSignal): Promise<Reader> {
  signal?.throwIfAborted()
  const applicationName = 'creative-dojo reading'
  const client = await db.connect({ queryTimeoutMs: 130_000, applicationName })
  // An open transaction keeps PostgreSQL from removing old rows.
  const limit = setTimeout(() => void close(), longestReadMs).unref()
  const onAbort = () => void close()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    // An abort during the connection attempt came before the listener.
    signal?.throwIfAborted()
    // Everything is local to the transaction: behind a pooler the next one may use another session.
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = '120s'; set local idle_in_transaction_session_timeout = '60s'`,
    )
    signal?.throwIfAborted()
  } catch (error) {
    await close()
    throw error
  }
  return { open, close }

  async function open<Row extends unknown[]>({ text, values }: Sql): Promise<Cursor<Row>> {
    await client.query({ text: `declare reading scroll cursor for ${text}`, values })
    let first: Row[] | undefined = await batch(begin)
    let isLast = false
    let isOpen = true
    return {
      async next() {
        const rows = first ?? (isLast ? [] : await batch(fetch))
        first = undefined
        isLast = rows.length < batchRows
        return rows
      },
      async close() {
        if (isOpen) await client.query('close reading')
        isOpen = false
      },
    }
  }

  async function batch<Row>(text: string): Promise<Row[]> {
    // Of several statements, a result each.
    const results = [await client.query({ text, rowMode: 'array' })].flat()
    return (results.at(-1)?.rows ?? []) as Row[]
  }

  async function close(): Promise<void> {
    clearTimeout(limit)
    signal?.removeEventListener('abort', onAbort)
    await client.end().catch(() => undefined)
  }
}

/** One statement in a separate reader, which ends with its cursor. Rejects if `signal` aborts before the first batch. */
export async function openCursor<Row extends unknown[]>(
  db: Pick<Database, 'connect'>,
  statement: Sql,
  signal?: AbortSignal,
): Promise<Cursor<Row>> {
  const reader = await openReader(db, signal)
  try {
    const { next } = await reader.open<Row>(statement)
    signal?.throwIfAborted()
    return { next, close: reader.close }
  } catch (error) {
    await reader.close()
    throw error
  }
}
