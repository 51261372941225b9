import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockWait, testDatabase } from '#test/database.ts'
import { silentProxy } from '#test/silent-proxy.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.server.ts'
import { isOutage } from './outage.ts'

const { db, connection, another } = await testDatabase()

function pidOf(on: Pick<Database, 'row'>): Promise<number> {
  return on.row<{ pid: number }>(sql`select pg_backend_pid() as pid`).then((row) => row?.pid ?? 0)
}

function terminate(pid: number): Promise<unknown> {
  return db.row(sql`select pg_terminate_backend(${pid}, 5000)`)
}

function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error) => (isOutage(error) ? 'outage' : String(error)),
  )
}

describe('a backend that ends while its client is checked out', () => {
  const pool = another(1)

  test('between two statements fails the transaction, and the next one gets a new connection', async () => {
    let first = 0
    const work = pool.transaction(async (tx) => {
      first = await pidOf(tx)
      await terminate(first)
      await sleep(50)
      await tx.rows(sql`select 1`)
    })
    expect(await outcome(work)).toBe('outage')
    expect(await pidOf(pool)).not.toBe(first)
  })

  test('after its last statement fails the commit, even when an earlier failure was ignored', async () => {
    const work = pool.transaction(async (tx) => {
      await terminate(await pidOf(tx))
      await tx.rows(sql`select 1`).catch(() => undefined)
    })
    expect(await outcome(work)).toBe('outage')
  })

  test('during a statement or a nested transaction fails both', async () => {
    let pid = 0
    const work = outcome(
      pool.transaction(async (tx) => {
        pid = await pidOf(tx)
        await tx.transaction((nested) => nested.rows(sql`select pg_sleep(20)`))
      }),
    )
    await expect.poll(() => pid).toBeGreaterThan(0)
    await terminate(pid)
    expect(await work).toBe('outage')
    expect(await outcome(pool.rows(sql`select 1`))).toBe('done')
  })

  test('outside the pool fails the next statement', async () => {
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await terminate(rows[0]?.pid ?? 0)
    await sleep(50)
    expect(await outcome(client.query('select 1'))).toBe('outage')
    await client.end()
  })
})

test('one of two statements in a deadlock is retried', async () => {
  const locks = (first: number, second: number) =>
    sql`select pg_advisory_xact_lock(${first}), pg_sleep(0.3), pg_advisory_xact_lock(${second})`
  expect(await Promise.all([db.rows(locks(1, 2)), another(1).rows(locks(2, 1))])).toHaveLength(2)
})

test('a statement that refers to a row that is deleted at the same moment is retried', async () => {
  await db.rows(sql`create table parents (id int primary key)`)
  await db.rows(sql`create table children (id int references parents)`)
  await db.rows(sql`insert into parents values (1)`)
  const inserting = await db.transaction(async (tx) => {
    await tx.rows(sql`delete from parents`)
    const rows = another(1).rows(sql`insert into children select id from parents returning id`)
    await lockWait(db)
    return { rows }
  })
  expect(await inserting.rows).toEqual([])
  await expect(db.rows(sql`insert into children values (2)`)).rejects.toThrow('foreign key')
})

test('a refused statement keeps its connection', async () => {
  const pool = another(1)
  const before = await pidOf(pool)
  await expect(pool.rows(sql`select 1 / 0`)).rejects.toThrow('division by zero')
  await expect(pool.transaction((tx) => tx.rows(sql`select 1 / 0`))).rejects.toThrow('division by zero')
  expect(await pidOf(pool)).toBe(before)
})

test('a plan that no longer fits its table is discarded with its connection', async () => {
  const pool = another(1)
  await pool.rows(sql`create table plans (id int)`)
  await pool.rows(sql`select * from plans`)
  await db.rows(sql`alter table plans add column name text`)
  await expect(pool.rows(sql`select * from plans`)).rejects.toThrow('cached plan')
  expect(await pool.rows(sql`select * from plans`)).toEqual([])
})

test('a connection that is ended in the packet that accepts it does not end the process', async () => {
  const way = await silentProxy(connection)
  const pool = openDatabase({ connection: way.connection, poolSize: 1 })
  onTestFinished(() => pool.close())
  way.afterStart = terminated
  expect(await outcome(pool.rows(sql`select 1`))).toBe('outage')
  way.afterStart = null
  expect(await outcome(pool.rows(sql`select 1`))).toBe('done')
})

/** The message ErrorResponse that PostgreSQL sends when its main process ended. */
const terminated = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0', 'latin1')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
})()

describe('a database that stopped answering', () => {
  async function silentPool(options: Partial<DatabaseOptions>) {
    const way = await silentProxy(connection)
    const pool = openDatabase({ connection: way.connection, poolSize: 1, ...options })
    onTestFinished(() => pool.close())
    return { way, pool }
  }

  test('is given up after the query timeout, in and out of transactions, and reached again', async () => {
    const { way, pool } = await silentPool({ queryTimeoutMs: 300 })
    const first = await pidOf(pool)
    way.silent = true
    expect(await outcome(pool.rows(sql`select 1`))).toBe('outage')
    way.silent = false
    expect(await pidOf(pool)).not.toBe(first)

    const work = pool.transaction(async (tx) => {
      way.silent = true
      await tx.rows(sql`select 1`)
    })
    expect(await outcome(work)).toBe('outage')
    way.silent = false
    expect(await outcome(pool.rows(sql`select 1`))).toBe('done')
  })

  test('does not keep a pool that opens a connection from closing', async () => {
    const way = await silentProxy(connection)
    way.silent = true
    const pool = openDatabase({ connection: way.connection, waitMs: 20_000 })
    const opening = outcome(pool.rows(sql`select 1`))
    expect(await Promise.race([pool.close().then(() => 'closed'), opening])).toBe('closed')
  })

  test('is also noticed by keepalive probes of idle connections', async () => {
    const { way, pool } = await silentPool({})
    await pidOf(pool)
    const port = way.connection.port.toString(16).toUpperCase().padStart(4, '0')
    const sockets = (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    const timers = sockets.filter(([, , remote]) => remote === `0100007F:${port}`).map((socket) => socket[5])
    // '02' is the keepalive timer, '00' is none.
    expect(timers).toEqual([expect.stringMatching(/^02:/)])
  })
})

test('a transaction that ignores the failure of a statement fails', async () => {
  await db.rows(sql`create table kept (id int)`)
  const work = db.transaction(async (tx) => {
    await tx.rows(sql`insert into kept values (1)`)
    await tx.rows(sql`select 1 / 0`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await db.rows(sql`select * from kept`)).toEqual([])
})

test('a transaction that catches the failure of a nested one is committed', async () => {
  await db.rows(sql`create table saved (id int)`)
  await db.transaction(async (tx) => {
    await tx.rows(sql`insert into saved values (1)`)
    await tx.transaction((nested) => nested.rows(sql`select 1 / 0`)).catch(() => undefined)
  })
  expect(await db.rows(sql`select * from saved`)).toEqual([{ id: 1 }])
})

describe('an error', () => {
  test.each([
    ['disk full', '53100', true],
    ['too many connections', '53300', true],
    ['read-only transaction', '25006', true],
    ['shutting down', '57P01', true],
    ['canceling statement due to statement timeout', '57014', true],
    ['no space left on device', 'ENOSPC', true],
    ['read-only file system', 'EROFS', true],
    ['unique violation', '23505', false],
    ['division by zero', '22012', false],
  ])('that says %s (%s) is an outage: %s', (text, code, expected) => {
    expect(isOutage(Object.assign(new Error(text), { code }))).toBe(expected)
    expect(isOutage(new Error('writing failed', { cause: Object.assign(new Error(text), { code }) }))).toBe(
      expected,
    )
  })

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ECONNREFUSED'])('%s is an outage', (code) => {
    expect(isOutage(Object.assign(new Error('connect'), { code, syscall: 'connect' }))).toBe(true)
  })

  test('about a missing file is no outage', () => {
    expect(isOutage(Object.assign(new Error('missing'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
    expect(isOutage(Object.assign(new Error('missing'), { code: 'ENOENT', syscall: 'connect' }))).toBe(true)
  })
})
