import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { limit, sweepLimits } from '#platform/http/limits.server.ts'
import { testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()
const thrice = { points: 3, seconds: 60 }

test('allows so many in a time, and says when to come again', async () => {
  for (let use = 0; use < 3; use++) expect(await limit(db, 'vote', 'ann', thrice)).toEqual({ ok: true })
  const refused = await limit(db, 'vote', 'ann', thrice)
  expect(refused.ok).toBe(false)
  expect(refused).toMatchObject({
    retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 60),
  })
})

test('counts each name and each key for itself', async () => {
  for (let use = 0; use < 4; use++) await limit(db, 'vote', 'bo', thrice)
  expect((await limit(db, 'vote', 'bo', thrice)).ok).toBe(false)
  expect((await limit(db, 'vote', 'cy', thrice)).ok).toBe(true)
  expect((await limit(db, 'upload', 'bo', thrice)).ok).toBe(true)
})

test('allows again once the time is over', async () => {
  for (let use = 0; use < 4; use++) await limit(db, 'sign-in', 'dee', thrice)
  await db.rows(sql`update rate_limits set expire = 0 where key like 'sign-in:%'`)
  expect(await limit(db, 'sign-in', 'dee', thrice)).toEqual({ ok: true })
})

test('counts together over several processes', async () => {
  const processes = [db, another(), another()]
  const uses = Array.from({ length: 60 }, (_, i) => limit(processes[i % 3] ?? db, 'flood', 'eve', thrice))
  const allowed = (await Promise.all(uses)).filter(({ ok }) => ok)
  expect(allowed).toHaveLength(3)
})

test('keeps no address, and forgets old counts', async () => {
  await limit(db, 'upload', 'fay@example.org', thrice)
  expect(await db.rows(sql`select key from rate_limits where key like '%fay%'`)).toEqual([])
  await db.rows(sql`update rate_limits set expire = 0`)
  expect(await sweepLimits(db)).toBeGreaterThan(0)
  expect(await db.rows(sql`select key from rate_limits`)).toEqual([])
})
