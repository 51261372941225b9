import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { openSlots } from '#platform/slots.ts'
import { statementNames } from './prepared.ts'

/** Runs statements in the pool, which retries after deadlocks and serialization failures, or in a transaction. */
export interface Db {
  rows<Row>(statement: Sql): Promise<Row[]>
  row<Row>(statement: Sql): Promise<Row | undefined>
  /**
   * Runs `work` in a transaction; nested calls are savepoints. The outermost call is retried after a deadlock or a
   * serialization failure, so `work` must have no other side effects.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  /** Behind a pooler, which does not pass on notifications of the database. */
  pooled: boolean
  close(): Promise<void>
  connections(): { open: number; idle: number; waiting: number }
  /**
   * Opens a connection outside the pool, for migrations and long reads. A lost connection fails at its next
   * statement.
   */
  connect(options?: ConnectOptions): Promise<pg.Client>
}

interface ConnectOptions {
  queryTimeoutMs?: number
  applicationName?: string
}

export interface DatabaseOptions {
  connection: pg.ClientConfig
  poolSize?: number
  /** So many connections stay open without work: a new one costs PostgreSQL more than the statements of a look for jobs. */
  kept?: number
  /** The wait for a free connection of the pool. Default: 3 s. */
  waitMs?: number
  /** A connection counts as dead after this time without an answer. Default: 20 s. */
  queryTimeoutMs?: number
  /** What PostgreSQL cancels statements and transactions by, in milliseconds, in place of `timeouts`. */
  serverTimeouts?: typeof timeouts
  /** Behind a pooler such as PgBouncer, where the next transaction may use another session. */
  pooled?: boolean
  /** Whether PostgreSQL keeps parsed statements by name. Default: true without a pooler. */
  preparedStatements?: boolean
  /** Limit of connections outside the pool, and the wait for one. Default: 8, 5 s. */
  outside?: { most: number; waitMs: number }
  onIdleError?: (error: Error) => void
}

const deadlockDetected = '40P01'
const serializationFailure = '40001'
/** A row was deleted at the moment at which it was referred to. The next attempt sees that. */
const foreignKeyViolation = '23503'
const attempts = 3
const closeTimeoutMs = 2_000
const endTimeoutMs = 500

const timeouts = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
}

export function setTimeouts(command: string): string {
  return Object.entries(timeouts)
    .map(([name, ms]) => `${command} ${name} = ${ms}`)
    .join('; ')
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Opens a pool. PostgreSQL cancels statements after 15 s and idle transactions after 10 s. A server that does not
 * answer is given up after 20 s, because a failover may leave dead connections open.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const settings: pg.PoolConfig = {
    ...options.connection,
    types,
    max: options.poolSize ?? 10,
    min: options.kept ?? 0,
    connectionTimeoutMillis: options.waitMs ?? 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A pooler refuses these in the startup packet. There the role has them, and each transaction sets them.
    ...(!options.pooled && (options.serverTimeouts ?? timeouts)),
    application_name: 'creative-dojo',
  }
  const pool = new pg.Pool({ ...settings, query_timeout: options.queryTimeoutMs ?? 20_000 })
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool stops listening before `connect` resolves, and an error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const leases: Leases = { pool, busy: new Set() }
  const prepares = options.preparedStatements ?? !options.pooled
  const ways: Ways = {
    nameOf: prepares ? statementNames() : () => undefined,
    begin: options.pooled ? `begin; ${setTimeouts('set local')}` : 'begin',
  }
  const outside = places(options.outside ?? { most: 8, waitMs: 5_000 })

  return {
    pooled: options.pooled ?? false,
    // A single statement is atomic, so it can be retried like a transaction.
    ...querying((statement) => retrying(() => withLease(leases, (lease) => lease.query(statement))), ways),
    transaction: (work) => retrying(() => withLease(leases, (lease) => begin(lease, work, ways))),
    async close() {
      const waiting = new AbortController()
      const { signal } = waiting
      const late = sleep(closeTimeoutMs, undefined, { signal }).then(() => {
        endBusy(leases)
        // A connection that is being opened cannot be ended, and may be given up later than the process.
        return sleep(endTimeoutMs, undefined, { signal })
      })
      await Promise.race([pool.end(), late])
      waiting.abort()
      await late.catch(() => undefined)
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async connect({ queryTimeoutMs, applicationName } = {}) {
      const leave = await outside()
      const client = new pg.Client({
        ...settings,
        ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
        ...(applicationName && { application_name: applicationName }),
      })
      client.on('error', () => undefined)
      client.once('end', leave)
      try {
        await client.connect()
      } catch (error) {
        leave()
        throw error
      }
      return client
    },
  }
}

const tooManyConnections = '53300'

/** The wait for a place, which resolves with the function that frees it. Too long a wait fails as PostgreSQL's own limit would. */
function places(limits: { most: number; waitMs: number }): () => Promise<() => void> {
  const slots = openSlots({ atOnce: limits.most, waitMs: limits.waitMs })
  return () =>
    new Promise((enter, refuse) => {
      slots(() => new Promise<void>((leave) => enter(leave))).catch(() =>
        refuse(Object.assign(new Error('too many long reads at once'), { code: tooManyConnections })),
      )
    })
}

/** Publishes each statement of `rows` and `row` with its result, in the stack of its caller. Tests subscribe to it. */
const statements = channel('creative-dojo:statement')

type Querying = Pick<Db, 'rows' | 'row'>
type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

interface Ways {
  nameOf(text: string): string | undefined
  begin: string
}

function querying(send: Send, { nameOf }: Ways): Querying {
  async function rows<Row>({ text, values }: Sql): Promise<Row[]> {
    const name = nameOf(text)
    const result = send({ text, values, ...(name && { name }) })
    statements.publish({ text, result })
    return (await result).rows as Row[]
  }
  return {
    rows,
    async row<Row>(statement: Sql) {
      return (await rows<Row>(statement))[0]
    },
  }
}

interface Leases {
  pool: pg.Pool
  busy: Set<pg.PoolClient>
}

/** A checked-out client that accepts no statement after its connection broke. */
interface Lease {
  query: Send
  broken(): Error | undefined
}

async function withLease<T>({ pool, busy }: Leases, work: (lease: Lease) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken ??= error
  }
  client.on('error', onError)
  busy.add(client)
  const lease: Lease = {
    broken: () => broken,
    async query(statement) {
      if (broken) throw new Error('Connection terminated by an earlier error', { cause: broken })
      try {
        return await client.query(statement)
      } catch (error) {
        if (!isAnswer(error)) broken ??= error as Error
        throw error
      }
    },
  }
  try {
    return await work(lease)
  } finally {
    busy.delete(client)
    client.release(broken)
    client.off('error', onError)
  }
}

function endBusy({ busy }: Leases): void {
  // While a statement runs, end() closes the socket at once.
  for (const client of busy) void (client as unknown as pg.Client).end()
}

/** Connection, resource, shutdown and internal errors, and statements that the server no longer knows. */
const unusableAfter = /^(08|53|57P|58|F0|XX|25P0[34]|0A000|26000)/

/** Whether PostgreSQL refused a statement and the connection is still usable. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !unusableAfter.test(error.code ?? '')
}

async function begin<T>(lease: Lease, work: (tx: Db) => Promise<T>, ways: Ways): Promise<T> {
  await lease.query({ text: ways.begin })
  try {
    const result = await work(transactionOn(lease, 0, ways))
    const { command } = await lease.query({ text: 'commit' })
    // PostgreSQL rolls back without an error if a statement failed and `work` ignored that.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed')
    return result
  } catch (error) {
    // A failed rollback marks the lease as broken, so the client is not reused.
    if (!lease.broken()) await lease.query({ text: 'rollback' }).catch(() => undefined)
    throw error
  }
}

function transactionOn(lease: Lease, depth: number, ways: Ways): Db {
  return {
    ...querying(lease.query, ways),
    async transaction(work) {
      const savepoint = `nested_${depth + 1}`
      await lease.query({ text: `savepoint ${savepoint}` })
      try {
        const result = await work(transactionOn(lease, depth + 1, ways))
        await lease.query({ text: `release savepoint ${savepoint}` })
        return result
      } catch (error) {
        if (!lease.broken()) await lease.query({ text: `rollback to savepoint ${savepoint}` })
        throw error
      }
    },
  }
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
      await sleep(attempt * 20 * Math.random())
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === deadlockDetected || code === serializationFailure || code === foreignKeyViolation
}
