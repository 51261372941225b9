import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { storeAttempt, sweepAttempts, takeAttempt } from '#platform/identity/attempts.server.ts'
import { newSecret } from '#platform/secret.server.ts'
import { at, testDatabase } from '#test/database.ts'

const { db } = await testDatabase()
const start = Date.parse('2030-03-01T12:00:00Z')
const tenMinutes = 600_000

describe('a sign-in attempt', () => {
  it('can be taken once by the browser that started it', async () => {
    const [browser, attempt] = [newSecret(), newAttempt()]
    await storeAttempt(db, attempt, browser)
    expect(await takeAttempt(db, attempt.state, newSecret())).toBeUndefined()
    expect(await takeAttempt(db, newSecret(), browser)).toBeUndefined()
    expect(await takeAttempt(db, attempt.state, browser)).toEqual(attempt)
    expect(await takeAttempt(db, attempt.state, browser)).toBeUndefined()
  })

  it('is given to one of several parallel requests', async () => {
    const [browser, attempt] = [newSecret(), newAttempt()]
    await storeAttempt(db, attempt, browser)
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeAttempt(db, attempt.state, browser)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('is independent of other attempts in tabs of the same browser', async () => {
    const browser = newSecret()
    const attempts = [newAttempt('/one'), newAttempt('/two'), newAttempt('/three')]
    for (const attempt of attempts) await storeAttempt(db, attempt, browser)
    for (const attempt of attempts.reverse()) {
      expect(await takeAttempt(db, attempt.state, browser)).toEqual(attempt)
    }
  })

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('after ten minutes and %i ms: %s', async (late, usable) => {
    const [browser, attempt] = [newSecret(), newAttempt()]
    await at(db, new Date(start), (tx) => storeAttempt(tx, attempt, browser))
    const moment = new Date(start + tenMinutes + late)
    const taken = await at(db, moment, (tx) => takeAttempt(tx, attempt.state, browser))
    expect(taken !== undefined).toBe(usable)
  })

  it('is stored with hashes only, and deleted after it has expired', async () => {
    await db.rows(sql`delete from sign_in_attempts`)
    const [browser, attempt] = [newSecret(), newAttempt()]
    await at(db, new Date(start), (tx) => storeAttempt(tx, attempt, browser))
    const [stored] = await db.rows<{ row: string }>(sql`select a::text as row from sign_in_attempts a`)
    expect(stored?.row).not.toContain(attempt.state)
    expect(stored?.row).not.toContain(browser)
    expect(await at(db, new Date(start + tenMinutes - 1), sweepAttempts)).toBe(0)
    expect(await at(db, new Date(start + tenMinutes), sweepAttempts)).toBe(1)
  })

  it('is deleted in one run with all other expired ones', async () => {
    await db.rows(sql`delete from sign_in_attempts`)
    await db.rows(sql`
      insert into sign_in_attempts (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
      select sha256(n::text::bytea), sha256('browser'), 'nonce', 'verifier', '/',
        app_now() + case when n <= 2500 then interval '0' else interval '1 hour' end
      from generate_series(1, 2501) n`)
    expect(await sweepAttempts(db)).toBe(2500)
    expect(await db.rows(sql`select from sign_in_attempts`)).toHaveLength(1)
  })
})

function newAttempt(returnTo = '/') {
  return {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    returnTo,
    confirmsSession: null,
  }
}
