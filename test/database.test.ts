import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { at, testDatabase } from './database.ts'

const { db, another } = await testDatabase()

describe('the test database', () => {
  test('is migrated and empty', async () => {
    expect(await db.rows(sql`select name from schema_migrations`)).not.toHaveLength(0)
    expect(await db.rows(sql`select id from users`)).toEqual([])
  })

  test('sets the clock for one transaction', async () => {
    const moment = new Date('2031-05-06T07:08:09.010Z')
    const now = sql`select app_now() as now`
    expect(await at(db, moment, (tx) => tx.row(now))).toEqual({ now: moment })
    expect(await db.row(now)).not.toEqual({ now: moment })
  })

  test('can be opened by a second pool', async () => {
    await db.rows(sql`insert into settings (key, value) values ('seen', 'true')`)
    expect(await another().rows(sql`select key from settings`)).toEqual([{ key: 'seen' }])
  })
})
