import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { statementNames } from './prepared.ts'

/** Anything that can run a statement: the pool itself, or one open transaction. */
export interface Db {
  rows<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  row<Row>(statement: Sql): Promise<Row | undefined>
  /**
   * Runs `work` all or nothing. Nested calls become savepoints. The outermost one is tried again when
   * PostgreSQL reports a deadlock or a serialization failure, so `work` must have no other effects.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  close(): Promise<void>
  /** A connection of one's own, outside the pool, for LISTEN and session locks. */
  connect(): Promise<pg.Client>
}

export interface DatabaseOptions {
  connection: pg.ClientConfig
  poolSize?: number
  onQuery?: (text: string) => void
  onIdleError?: (error: Error) => void
}

const deadlockDetected = '40P01'
const serializationFailure = '40001'
const attempts = 3

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Opens a pool. Statements are cut off after 15 s, transactions left idle after 10 s. */
export function openDatabase(options: DatabaseOptions): Database {
  const settings: pg.PoolConfig = {
    ...options.connection,
    types,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'creative-dojo',
  }
  const pool = new pg.Pool(settings)
  pool.on('error', (error) => options.onIdleError?.(error))

  const ways: Ways = { nameOf: statementNames(), onQuery: options.onQuery }
  return {
    ...querying(pool, ways),
    transaction: (work) => retrying(() => withClient(pool, (client) => begin(client, work, ways))),
    close: () => pool.end(),
    async connect() {
      const client = new pg.Client(settings)
      await client.connect()
      return client
    },
  }
}

type Querying = Pick<Db, 'rows' | 'row'>

interface Ways {
  nameOf(text: string): string | undefined
  onQuery: ((text: string) => void) | undefined
}

function querying(target: pg.Pool | pg.ClientBase, { nameOf, onQuery }: Ways): Querying {
  async function rows<Row>({ text, values }: Sql): Promise<Row[]> {
    onQuery?.(text)
    const name = nameOf(text)
    const result = await target.query({ text, values, ...(name && { name }) })
    return result.rows as Row[]
  }
  return {
    rows,
    async row<Row>(statement: Sql) {
      return (await rows<Row>(statement))[0]
    },
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    // A connection that cannot roll back is in an unknown state and must not be used again.
    if (error instanceof RollbackFailed) broken = error
    throw error instanceof RollbackFailed ? error.cause : error
  } finally {
    client.release(broken)
  }
}

class RollbackFailed extends Error {}

async function begin<T>(client: pg.PoolClient, work: (tx: Db) => Promise<T>, ways: Ways) {
  await client.query('begin')
  try {
    const result = await work(transactionOn(client, 0, ways))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new RollbackFailed('rollback failed', { cause: error })
    })
    throw error
  }
}

function transactionOn(client: pg.PoolClient, depth: number, ways: Ways): Db {
  return {
    ...querying(client, ways),
    async transaction(work) {
      const savepoint = `nested_${depth + 1}`
      await client.query(`savepoint ${savepoint}`)
      try {
        const result = await work(transactionOn(client, depth + 1, ways))
        await client.query(`release savepoint ${savepoint}`)
        return result
      } catch (error) {
        await client.query(`rollback to savepoint ${savepoint}`)
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
  return code === deadlockDetected || code === serializationFailure
}
