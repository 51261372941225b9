import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { createLogger } from '#platform/log/log.server.ts'
import { testDatabase } from '#test/database.ts'
import { openConnection } from './store.ts'

const { connection } = await testDatabase()
const store = openConnection({ connection, poolSize: 4 }, createLogger({ level: 'silent' }))
afterAll(() => store.close())

it('keeps plans for requests, and none for jobs, whose statements may be for one row or for all', async () => {
  const kept = async (db: typeof store.db) => {
    await db.rows(sql`select ${1}::int as "one row or all"`)
    const statements = await db.rows<{ statement: string }>(sql`
      select statement from pg_prepared_statements where statement like '%one row or all%' and name <> ''`)
    return statements.length
  }
  expect([await kept(store.db), await kept(store.background)]).toEqual([expect.any(Number), 0])
  expect(await kept(store.db)).toBeGreaterThan(0)
})
