import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { countOf } from './counts.server.ts'

const { db, another } = await testDatabase()
await db.rows(sql`create table counted (n integer)`)
const fill = (rows: number) => db.rows(sql`insert into counted select generate_series(1, ${rows}::int)`)
const count = (on = db) => countOf(on, sql`select count(*)::int as count from counted`)

it('a small count is never out of date', async () => {
  expect(await count()).toBe(0)
  await fill(10_000)
  expect(await count()).toBe(10_000)
})

it('a large count is kept by the process that made it, for its statement and values', async () => {
  await fill(1)
  expect(await count()).toBe(10_001)
  await fill(1)
  expect(await count()).toBe(10_001)
  expect(await count(another())).toBe(10_002)
  const above = (least: number) =>
    countOf(db, sql`select count(*)::int as count from counted where n > ${least}::int`)
  expect([await above(0), await above(1)]).toEqual([10_002, 9_999])
})
