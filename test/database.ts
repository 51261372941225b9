import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, expect, inject } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { type Database, type Db, openDatabase } from '#platform/database/database.server.ts'
import { createTestDatabase, dropTestDatabase, patient } from '#test/postgres.ts'

interface TestDatabase {
  db: Database
  connection: pg.ClientConfig
  /** Opens another pool on the database, like another server process. Closed after the tests of the file. */
  another(poolSize?: number): Database
}

/** A migrated, empty database for one test file: `const { db } = await testDatabase()` at its top. */
export async function testDatabase(poolSize?: number): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  const connection = await createTestDatabase(server, name)
  const opened: Database[] = []
  const another = (size?: number) => {
    const database = openDatabase({ connection, ...patient, ...(size && { poolSize: size }) })
    opened.push(database)
    return database
  }
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await dropTestDatabase(server, name)
  })
  return { db: another(poolSize), connection, another }
}

/** Expects after each test of the file that every invariant holds. */
export function keepInvariants(db: Db): void {
  afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))
}

/** Runs `work` in a transaction in which app_now() returns `instant`. */
export function at<T>(db: Db, instant: Date | string, work: (tx: Db) => Promise<T>): Promise<T> {
  const time = new Date(instant).toISOString()
  return db.transaction(async (tx) => {
    await tx.rows(sql`select set_config('app.now', ${time}, true)`)
    return work(tx)
  })
}

/** Resolves when a statement in this database waits for a lock. */
export async function lockWait(db: Db, statements = 1): Promise<void> {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.rows(waiting)).length < statements) {
    await sleep(2)
    // A transaction would else see the connections of its first look only.
    await db.rows(sql`select pg_stat_clear_snapshot()`)
  }
}
