import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { inspectServer, setRoleTimeouts } from './pooler.server.ts'

const { connection } = await testDatabase()

it('detects a direct connection and its version', async () => {
  const { version, pooled } = await inspectServer(connection)
  expect(pooled).toBe(false)
  expect(version).toBeGreaterThanOrEqual(150_000)
})

it('makes the timeouts defaults of the role in this database', async () => {
  await setRoleTimeouts(connection)
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  )
  await client.end()
  expect(rows).toEqual([{ statement: '15s', lock: '5s' }])
})
