import sql, { type Sql } from 'sql-template-tag'
import { beforeAll, expect, it } from 'vitest'
import { numberedPages, type PageRequest, pageInstead } from '#platform/paging.ts'
import { testDatabase } from '#test/database.ts'
import { type Order, placedRows, readPage, type Slice, sliceRows } from './page-rows.server.ts'

const { db } = await testDatabase()
const size = 3
const rowCount = 628
const last = 210

const order: Order = {
  table: 'marks',
  columns: [
    ['votes', 'desc'],
    ['made', 'asc'],
    ['id', 'asc'],
  ],
}

beforeAll(async () => {
  await db.rows(sql`create table marks (id uuid primary key, votes int not null, made int not null)`)
  // Many ties, and ids in a random order.
  await db.rows(sql`
    insert into marks select gen_random_uuid(), n % 4, n / 50 from generate_series(1, ${rowCount}) n`)
  await db.rows(sql`create index marks_in_order on marks (votes desc, made, id)`)
})

function read(request: PageRequest) {
  return readPage({
    request,
    size,
    count: async () =>
      (await db.row<{ count: number }>(sql`select count(*)::int as count from marks`))?.count ?? 0,
    rowsOf: (slice) => db.rows<{ id: string }>(rowsOf(slice)),
  })
}

function rowsOf(slice: Slice): Sql {
  const marks = (condition: Sql) => sql`select s.* from marks s where ${condition}`
  return sql`select id from (${placedRows(sliceRows(marks, order, slice), order, slice)}) page order by place`
}

async function inOrder(): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select id from marks order by votes desc, made, id`)
  return rows.map(({ id }) => id)
}

it('reaches every row once, forwards and backwards, from either end', async () => {
  const all = await inOrder()
  const forwards: string[][] = []
  for (let page = 1; page <= last; page++) {
    const { rows, total } = await read({ page, after: forwards.at(-1)?.at(-1) ?? null })
    expect(total).toBe(rowCount)
    forwards.push(rows.map(({ id }) => id))
  }
  expect(forwards.flat()).toEqual(all)
  expect(forwards.at(-1)).toHaveLength(1)

  const backwards: string[][] = []
  for (let page = last; page >= 1; page--) {
    const { rows } = await read({ page, before: backwards.at(0)?.at(0) ?? null })
    backwards.unshift(rows.map(({ id }) => id))
  }
  expect(backwards).toEqual(forwards)
})

it('does not read a page between the ends by its number', async () => {
  const middle = numberedPages + 1
  expect((await read({ page: middle })).rows).toEqual([])
  expect((await read({ page: middle, after: 'no id' })).rows).toEqual([])
  expect((await read({ page: middle, after: '00000000-0000-4000-8000-000000000000' })).rows).toEqual([])
  expect((await read({ page: last + 1 })).rows).toEqual([])
  expect(pageInstead({ page: middle }, last, 0)).toMatchObject({ page: numberedPages })
  expect(pageInstead({ page: middle }, last, size)).toBeNull()
  expect(pageInstead({ page: last + 1 }, last, 0)).toMatchObject({ page: last })
})

it('compares with rows of the list only', async () => {
  const middle = numberedPages + 1
  const hidden = '00000000-0000-4000-8000-000000000001'
  await db.rows(sql`insert into marks values (${hidden}, 2, -1)`)
  const listed = (condition: Sql) => sql`select s.* from marks s where s.made >= 0 and ${condition}`
  const rowsAt = async (request: PageRequest) => {
    const { rows } = await readPage({
      request,
      size,
      count: async () => rowCount,
      rowsOf: (slice) =>
        db.rows(sql`select id from (${placedRows(sliceRows(listed, order, slice), order, slice)}) page`),
    })
    return rows
  }
  const [known] = await inOrder()
  expect(await rowsAt({ page: middle, after: known })).toHaveLength(size)
  for (const request of [{ after: hidden }, { before: hidden }])
    expect(await rowsAt({ page: middle, ...request })).toEqual([])
  await db.rows(sql`delete from marks where id = ${hidden}`)
})
