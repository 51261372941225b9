import { expect, test } from 'vitest'
import { noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { readiness } from './health.ts'

const { db, another } = await testDatabase()

test('a process is not ready while requests hold all of its connections', async () => {
  const pool = another(1)
  const held = Promise.withResolvers<void>()
  const request = pool.transaction(async () => held.promise)
  const text = 'the database cannot be written'
  expect(await readiness({ db: pool, files: noFiles })()).toEqual({ isReady: false, text })
  held.resolve()
  await request
  expect(await readiness({ db: pool, files: noFiles })()).toEqual({ isReady: true, text: 'ready' })
})

test('a process is ready without its bucket, and says so', async () => {
  const files = { ...noFiles, check: () => new Promise<void>(() => undefined) }
  const text = 'ready, but the file store cannot be reached'
  expect(await readiness({ db, files })()).toEqual({ isReady: true, text })
})
