import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { statementNames } from './prepared.ts'

const { another } = await testDatabase()
const db = another(1)

it('names a text once, and only what can be prepared', () => {
  const nameOf = statementNames()
  const first = nameOf('select 1')
  expect(first).toMatch(/^dojo_\d+$/)
  expect(nameOf('\n  with a as (select 1) select * from a')).not.toBe(first)
  expect(nameOf('select 1')).toBe(first)
  expect(nameOf('set local lock_timeout = 1')).toBeUndefined()
  expect(nameOf('create table selected (id int)')).toBeUndefined()
  expect(nameOf('(select 1)')).toBeUndefined()
})

it('stops naming after a number of texts', () => {
  const nameOf = statementNames()
  for (let number = 0; number < 500; number++) expect(nameOf(`select ${number}`)).toBeDefined()
  expect(nameOf('select 500')).toBeUndefined()
  expect(nameOf('select 0')).toBeDefined()
})

it('lets PostgreSQL parse a statement once, in and out of transactions, with the same results', async () => {
  const ask = (number: number) => db.row<{ double: number }>(sql`select ${number}::int * 2 as double`)
  expect([await ask(1), await ask(21)]).toEqual([{ double: 2 }, { double: 42 }])
  await db.transaction(async (tx) => {
    expect(await tx.row(sql`select ${5}::int * 2 as double`)).toEqual({ double: 10 })
  })
  const prepared = await db.rows<{ statement: string }>(
    sql`select statement from pg_prepared_statements where statement like 'select $1::int * 2%'`,
  )
  expect(prepared).toHaveLength(1)
})

it('survives a change of a table that it has read', async () => {
  await db.rows(sql`create table kites (id int, name text)`)
  const names = () => db.rows<{ name: string }>(sql`select name from kites`)
  await names()
  await db.rows(raw('alter table kites add column colour text'))
  await db.rows(sql`insert into kites values (1, 'Swift', 'red')`)
  expect(await names()).toEqual([{ name: 'Swift' }])
})
