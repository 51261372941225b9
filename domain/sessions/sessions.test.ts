import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { findViewer } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { at, testDatabase } from '#test/database.ts'
import { endSession, renewSession, startSession, sweepSessions } from './sessions.server.ts'
import { signIn } from './sign-in.server.ts'

const { db } = await testDatabase()
const noAdmins = { emails: [], userIds: [] }
const hour = 3_600_000
const day = 24 * hour
const start = Date.parse('2030-03-01T12:00:00Z')
const { memberId } = await signIn(db, {
  issuer: 'https://provider.example',
  subject: 'someone',
  email: 'someone@dojo.example',
  emailVerified: true,
  name: null,
})

describe('a session', () => {
  it('is identified by a token of 256 bits that is not stored', async () => {
    const token = await startSession(db, memberId)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const stored = await db.rows<{ row: string; token_hash: Buffer }>(
      sql`select s.token_hash, s::text as row from sessions s where token_hash = ${hashSecret(token)}`,
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]?.row).not.toContain(token)
    expect(stored[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(await findViewer(db, token, noAdmins)).toMatchObject({ viewer: { id: memberId, isAdmin: false } })
  })

  it('is not found by any other token', async () => {
    const token = await startSession(db, memberId)
    const hash = hashSecret(token)
    for (const wrong of [
      '',
      'x',
      token.slice(0, -1),
      `${token}A`,
      hash.toString('base64url'),
      hash.toString('hex'),
    ]) {
      expect(await findViewer(db, wrong, noAdmins)).toBeNull()
    }
  })

  it('lasts 30 days to the millisecond', async () => {
    const token = await beginAt(start)
    expect(await viewerAt(token, start + 30 * day - 1)).not.toBeNull()
    expect(await viewerAt(token, start + 30 * day)).toBeNull()
    expect(await viewerAt(token, start + 30 * day + 1)).toBeNull()
  })

  it('is renewed at most once an hour', async () => {
    const token = await beginAt(start)
    for (const [moment, renewalDue] of [
      [hour - 1, false],
      [hour, true],
      [hour + 1, true],
    ] as const) {
      expect(await viewerAt(token, start + moment)).toMatchObject({ renewalDue })
    }
    expect(await at(db, new Date(start + hour - 1), (tx) => renewSession(tx, token))).toBe(false)
    expect(await at(db, new Date(start + hour), (tx) => renewSession(tx, token))).toBe(true)
    expect(await at(db, new Date(start + hour), (tx) => renewSession(tx, token))).toBe(false)
    expect(await viewerAt(token, start + hour + 30 * day - 1)).not.toBeNull()
    expect(await viewerAt(token, start + hour + 30 * day)).toBeNull()
  })

  it('ends after 180 days even if used', async () => {
    const token = await beginAt(start)
    for (let moment = start + 29 * day; moment < start + 180 * day; moment += 29 * day) {
      expect(await at(db, new Date(moment), (tx) => renewSession(tx, token))).toBe(true)
    }
    expect(await viewerAt(token, start + 180 * day - 1)).not.toBeNull()
    expect(await viewerAt(token, start + 180 * day)).toBeNull()
  })

  it('is not renewed after it has expired', async () => {
    const token = await beginAt(start)
    expect(await at(db, new Date(start + 30 * day), (tx) => renewSession(tx, token))).toBe(false)
    expect(await viewerAt(token, start + 30 * day)).toBeNull()
  })

  it('ends on the server at sign-out, without ending others', async () => {
    const [token, elsewhere] = [await startSession(db, memberId), await startSession(db, memberId)]
    await endSession(db, token)
    expect(await findViewer(db, token, noAdmins)).toBeNull()
    expect(await renewSession(db, token)).toBe(false)
    expect(await findViewer(db, elsewhere, noAdmins)).not.toBeNull()
  })

  it('ends when the same browser signs in again', async () => {
    const before = await startSession(db, memberId)
    const after = await startSession(db, memberId, before)
    expect(await findViewer(db, before, noAdmins)).toBeNull()
    expect(await findViewer(db, after, noAdmins)).not.toBeNull()
  })

  it('ends when its member signs in 20 times more, unless it is used', async () => {
    await db.rows(sql`delete from sessions`)
    const [unused, used] = [await beginAt(start - hour), await beginAt(start - hour)]
    await at(db, new Date(start), (tx) => renewSession(tx, used))
    const others: string[] = []
    for (let count = 0; count < 19; count++) others.push(await beginAt(start + count))
    expect(await viewerAt(unused, start + hour)).toBeNull()
    for (const token of [used, ...others]) expect(await viewerAt(token, start + hour)).not.toBeNull()
  })

  it('ends when its member signs in 40 times at once, as after one by one', async () => {
    await db.rows(sql`delete from sessions`)
    await Promise.all(Array.from({ length: 40 }, () => startSession(db, memberId)))
    expect(await db.row(sql`select count(*)::int as count from sessions`)).toEqual({ count: 20 })
  })

  it('begins while points of its member are paid', async () => {
    const token = await db.transaction(async (tx) => {
      await tx.rows(sql`select from users where id = ${memberId} for no key update`)
      return startSession(db, memberId)
    })
    expect(await findViewer(db, token, noAdmins)).not.toBeNull()
  })

  it('is not ended by the sessions of another member', async () => {
    await db.rows(sql`delete from sessions`)
    const token = await beginAt(start - hour)
    const other = await signIn(db, {
      issuer: 'https://provider.example',
      subject: 'another',
      email: null,
      emailVerified: false,
      name: null,
    })
    for (let count = 0; count < 21; count++) await startSession(db, other.memberId)
    expect(await viewerAt(token, start)).not.toBeNull()
  })

  it('ends when its member is deleted', async () => {
    const other = await signIn(db, {
      issuer: 'https://provider.example',
      subject: 'leaving',
      email: null,
      emailVerified: false,
      name: null,
    })
    const token = await startSession(db, other.memberId)
    await db.rows(sql`delete from users where id = ${other.memberId}`)
    expect(await findViewer(db, token, noAdmins)).toBeNull()
  })

  it('is swept after it has expired', async () => {
    await db.rows(sql`delete from sessions`)
    await beginAt(start)
    const sweptAt = (moment: number) => at(db, new Date(moment), sweepSessions)
    expect(await sweptAt(start + 30 * day - 1)).toBe(0)
    expect(await sweptAt(start + 30 * day)).toBe(1)
    expect(await sweptAt(start + 30 * day)).toBe(0)
  })

  it('is swept in one run with any number of others', async () => {
    await db.rows(sql`delete from sessions`)
    await db.rows(sql`
      insert into sessions (token_hash, user_id, device, created_at, expires_at)
      select sha256(n::text::bytea), ${memberId}, '', now() - interval '31 days', now() - interval '1 day'
      from generate_series(1, 2500) n`)
    expect(await sweepSessions(db)).toBe(2500)
  })
})

function beginAt(moment: number): Promise<string> {
  return at(db, new Date(moment), (tx: Db) => startSession(tx, memberId))
}

function viewerAt(token: string, moment: number) {
  return at(db, new Date(moment), (tx: Db) => findViewer(tx, token, noAdmins))
}
