import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openCursor } from './cursor.server.ts'
import { openDatabase } from './database.server.ts'
import { isOutage } from './outage.ts'

const { db, connection } = await testDatabase()

function connections(): Promise<number> {
  return db
    .row<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'creative-dojo reading'`)
    .then((row) => row?.n ?? 0)
}

it('returns every row once, in batches', async () => {
  const cursor = await openCursor<[number]>(db, sql`select n from generate_series(1, ${2_500}::int) n`)
  const sizes: number[] = []
  const all: number[] = []
  for (;;) {
    const rows = await cursor.next()
    sizes.push(rows.length)
    all.push(...rows.map(([n]) => n))
    if (rows.length === 0) break
  }
  expect(sizes).toEqual([1000, 1000, 500, 0])
  expect(all).toEqual(Array.from({ length: 2_500 }, (_, place) => place + 1))
  await cursor.close()
})

it('leaves connections for others during many parallel reads', async () => {
  const few = openDatabase({ connection, outside: { most: 3, waitMs: 200 } })
  const read = () => openCursor<[number]>(few, sql`select 1`)
  const [first, ...others] = await Promise.all([read(), read(), read()])
  const refused = await read().catch((error: unknown) => error)
  expect(isOutage(refused)).toBe(true)
  expect(await connections()).toBe(3)
  const waiting = read()
  await first?.close()
  for (const cursor of [await waiting, ...others]) await cursor.close()
  await (await read()).close()
  const nowhere = openDatabase({ connection: { ...connection, port: 1 }, outside: { most: 1, waitMs: 200 } })
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(openCursor(nowhere, sql`select 1`)).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  await Promise.all([few.close(), nowhere.close()])
})

it('shows the rows as they were when it was opened', async () => {
  await db.rows(sql`create table counted as select generate_series(1, 3) as n`)
  const cursor = await openCursor<[number]>(db, sql`select n from counted order by n`)
  await db.rows(sql`delete from counted`)
  expect(await cursor.next()).toEqual([[1], [2], [3]])
  await cursor.close()
})

it('fails before the first row if the statement fails at its last row', async () => {
  const failing = sql`select 1 / (2000 - n) from generate_series(1, 2000) n`
  await expect(openCursor(db, failing)).rejects.toThrow('division by zero')
  await expect.poll(connections).toBe(0)
})

it('releases its connection, also without a read and when closed twice', async () => {
  const cursor = await openCursor(db, sql`select 1`)
  expect(await connections()).toBe(1)
  await cursor.close()
  await cursor.close()
  await expect.poll(connections).toBe(0)
})

it('reports a lost connection', async () => {
  const cursor = await openCursor(db, sql`select n from generate_series(1, 100000) n`)
  await db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'creative-dojo reading'`)
  await expect
    .poll(() =>
      cursor.next().then(
        () => 'read',
        () => 'lost',
      ),
    )
    .toBe('lost')
  await cursor.close()
})
