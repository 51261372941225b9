import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { limit, limitAddress, limitRead, sweepLimits } from '#platform/http/limits.server.ts'
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

test('counts the networks of an IPv6 address together, and refuses the widest last', async () => {
  const once = { points: 1, seconds: 60 }
  const use = async (address: string) => (await limitAddress(db, 'start', address, once)).ok
  const networks = (site: number, count: number) =>
    Array.from({ length: count }, (_, i) => `2001:db8:${site}:${i}::/64`)

  expect(await use('2001:db8:0:0::/64')).toBe(true)
  for (let again = 0; again < 40; again++) expect(await use('2001:db8:0:0::/64')).toBe(false)
  // The refused uses above count for one network only. Its site has 16 uses, its provider 256.
  for (const network of networks(0, 16).slice(1)) expect(await use(network)).toBe(true)
  expect(await use('2001:db8:0:99::/64')).toBe(false)
  for (let site = 1; site < 16; site++)
    for (const network of networks(site, 16)) expect(await use(network)).toBe(true)
  expect(await use('2001:db8:99:0::/64')).toBe(false)
  expect(await use('2001:db9:99:0::/64')).toBe(true)
})

test('counts an IPv4 address separately', async () => {
  const once = { points: 1, seconds: 60 }
  for (let host = 1; host <= 40; host++) {
    expect(await limitAddress(db, 'start', `203.0.113.${host}`, once)).toEqual({ ok: true })
  }
  expect(await limitAddress(db, 'start', '203.0.113.1', once)).toMatchObject({ ok: false })
})

test('counts the networks of parallel requests once per request', async () => {
  const processes = [db, another(), another()]
  const uses = Array.from({ length: 240 }, (_, i) =>
    limitAddress(processes[i % 3] ?? db, 'parallel', `2001:db8:5:${i % 40}::/64`, { points: 5, seconds: 60 }),
  )
  expect((await Promise.all(uses)).filter(({ ok }) => ok)).toHaveLength(80)
})

test('uses one statement', async () => {
  const statements: string[] = []
  const counting = {
    ...db,
    row<Row>(statement: Sql) {
      statements.push(statement.text)
      return db.row<Row>(statement)
    },
  }
  await limitAddress(counting, 'single', '2001:db8:1:2::/64', thrice)
  expect(statements).toHaveLength(1)
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
