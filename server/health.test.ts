import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { readiness } from './health.ts'

const { db, another } = await testDatabase()

test('a process is ready while jobs hold all of their connections', async () => {
  const background = another(1)
  const held = Promise.withResolvers<void>()
  const job = background.transaction(async (tx) => {
    await tx.rows(sql`select 1 as one`)
    await held.promise
  })
  expect(await readiness({ db, background, files: noFiles })()).toEqual({ isReady: true, text: 'ready' })
  held.resolve()
  await job
})

test('a bucket that does not answer delays no check, and is told once it is known', async () => {
  const files = { ...noFiles, check: () => new Promise<void>(() => undefined) }
  const ready = readiness({ db, background: another(1), files })
  expect(await ready()).toEqual({ isReady: true, text: 'ready' })
  await expect.poll(async () => (await ready()).text).toBe('ready, but the file store cannot be reached')
})
