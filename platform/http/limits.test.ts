import sql from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limit, limitHere, limitRead, returnUse, sweepLimits } from '#platform/http/limits.server.ts'
import { testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()
const thrice = { points: 3, seconds: 60 }

test('allows a number of uses per period, and returns when to retry', async () => {
  for (let use = 0; use < 3; use++) expect(await limit(db, 'vote', 'ann', thrice)).toEqual({ ok: true })
  const refused = await limit(db, 'vote', 'ann', thrice)
  expect(refused.ok).toBe(false)
  expect(refused).toMatchObject({
    retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 60),
  })
})

test('counts without the database what is cheap and frequent', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => now.mockRestore())
  for (let use = 0; use < 3; use++) expect(limitHere('star', 'ann', thrice)).toEqual({ ok: true })
  now.mockReturnValue(11_500)
  expect(limitHere('star', 'ann', thrice)).toEqual({ ok: false, retryAfterSeconds: 50 })
  expect([limitHere('star', 'bo', thrice), limitHere('vote', 'ann', thrice)]).toEqual([
    { ok: true },
    { ok: true },
  ])
  now.mockReturnValue(61_000)
  expect(limitHere('star', 'ann', thrice)).toEqual({ ok: true })
})

test('counts each name and key separately', async () => {
  for (let use = 0; use < 4; use++) await limit(db, 'vote', 'bo', thrice)
  expect((await limit(db, 'vote', 'bo', thrice)).ok).toBe(false)
  expect((await limit(db, 'vote', 'cy', thrice)).ok).toBe(true)
  expect((await limit(db, 'upload', 'bo', thrice)).ok).toBe(true)
})

test('allows uses again in the next period', async () => {
  for (let use = 0; use < 4; use++) await limit(db, 'sign-in', 'dee', thrice)
  await db.rows(sql`update rate_limits set expire = 0 where key like 'sign-in:%'`)
  expect(await limit(db, 'sign-in', 'dee', thrice)).toEqual({ ok: true })
})

test('shares its counts between processes', async () => {
  const processes = [db, another(), another()]
  const uses = Array.from({ length: 60 }, (_, i) => limit(processes[i % 3] ?? db, 'flood', 'eve', thrice))
  const allowed = (await Promise.all(uses)).filter(({ ok }) => ok)
  expect(allowed).toHaveLength(3)
})

test('a use that is returned does not count', async () => {
  for (let use = 0; use < 3; use++) await limit(db, 'start', '203.0.113.9', thrice)
  await returnUse(db, 'start', '203.0.113.9')
  expect((await limit(db, 'start', '203.0.113.9', thrice)).ok).toBe(true)
  expect((await limit(db, 'start', '203.0.113.9', thrice)).ok).toBe(false)
})

test('reading is not limited while the database cannot write', async () => {
  const failing = (code: string) => ({
    ...db,
    row: () => Promise.reject(Object.assign(new Error(), { code })),
  })
  for (const code of ['25006', '53100'])
    expect(await limitRead(limit(failing(code), 'search', 'gil', thrice))).toEqual({ ok: true })
  await expect(limitRead(limit(failing('57P01'), 'search', 'gil', thrice))).rejects.toThrow()
})

test('stores no address, and deletes old counts', async () => {
  await limit(db, 'upload', 'fay@example.org', thrice)
  expect(await db.rows(sql`select key from rate_limits where key like '%fay%'`)).toEqual([])
  await db.rows(sql`update rate_limits set expire = 0`)
  expect(await sweepLimits(db)).toBeGreaterThan(0)
  expect(await db.rows(sql`select key from rate_limits`)).toEqual([])
})

test('removes all expired counts in one run', async () => {
  await db.rows(sql`
    insert into rate_limits (key, points, expire)
    select 'old:' || n, 1, 0 from generate_series(1, 2500) n`)
  expect(await sweepLimits(db)).toBe(2500)
})
