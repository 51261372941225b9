import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { countOf, keptCounts } from './counts.server.ts'

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

it('large counts of groups are kept, small ones are not', async () => {
  const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
  const groups = (least: number) => {
    const statement = sql`
      select n > 9000 as high, count(*)::int as count from counted where n > ${least}::int group by 1 order by 1`
    const read = () => db.rows<{ high: boolean; count: number }>(statement)
    return keptCounts(db, statement, 60, sum, read)
  }
  const before = [await groups(0), await groups(9000)]
  expect(before).toEqual([
    [
      { high: false, count: 9002 },
      { high: true, count: 1000 },
    ],
    [{ high: true, count: 1000 }],
  ])
  await db.rows(sql`insert into counted values (10000)`)
  expect([await groups(0), await groups(9000)]).toEqual([before[0], [{ high: true, count: 1001 }]])
})
