import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { mostTokens, TOKEN_MESSAGES } from '#domain/members/rules.ts'
import { accepted, makeMember } from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { createToken, memberOfToken, noteTokenUse, revokeToken, tokensOf } from './tokens.server.ts'

const { db, another } = await testDatabase()

async function tokenOf(viewer: Awaited<ReturnType<typeof makeMember>>, name = 'Script') {
  return accepted(await createToken(db, viewer, name)).token
}

describe('a token (AUTH-45)', () => {
  it('names its member, without roles, and is stored as a hash', async () => {
    const viewer = await makeMember(db, { isAdmin: true })
    const token = await tokenOf(viewer, ' My\u2028 script ')
    expect(token).toMatch(/^dojo_[\w-]{43}$/)
    expect(await memberOfToken(db, token)).toMatchObject({
      member: { id: viewer.id, displayName: viewer.displayName, isAdmin: false, isModerator: false },
      isSuspended: false,
    })
    const stored = await db.rows(sql`select * from access_tokens where user_id = ${viewer.id}`)
    expect(JSON.stringify(stored)).not.toContain(token.slice(5))
    expect(await tokensOf(db, viewer)).toMatchObject([{ name: 'My script', lastUsedOn: null }])
  })

  it('has a name', async () => {
    const viewer = await makeMember(db)
    for (const name of ['', ' \u200b', '\u3164', 'x'.repeat(51), 'x'.repeat(100_000)])
      expect(await createToken(db, viewer, name)).toMatchObject({ ok: false, message: TOKEN_MESSAGES.name })
    expect((await createToken(db, viewer, '\u{1F977}'.repeat(50))).ok).toBe(true)
  })

  it('is one of ten at most, also if they are made at once', async () => {
    const viewer = await makeMember(db)
    const elsewhere = another()
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, n) => createToken(n % 2 ? db : elsewhere, viewer, `Script ${n}`)),
    )
    expect(made.filter(({ ok }) => ok).length).toBe(mostTokens)
    expect(made.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict', message: TOKEN_MESSAGES.full })
    const [first] = await tokensOf(db, viewer)
    expect(await revokeToken(db, viewer, first?.id ?? '')).toBe(true)
    expect((await createToken(db, viewer, 'One more')).ok).toBe(true)
  })

  it('is known until its member revokes it', async () => {
    const [viewer, other] = [await makeMember(db), await makeMember(db)]
    const token = await tokenOf(viewer)
    const [row] = await tokensOf(db, viewer)
    expect(await revokeToken(db, other, row?.id ?? '')).toBe(false)
    expect(await memberOfToken(db, token)).toBeDefined()
    expect(await revokeToken(db, viewer, row?.id ?? '')).toBe(true)
    expect(await revokeToken(db, viewer, row?.id ?? '')).toBe(false)
    for (const unknown of [token, '', 'dojo_', `dojo_${'x'.repeat(43)}`, 'x'.repeat(10_000)])
      expect(await memberOfToken(db, unknown)).toBeUndefined()
  })

  it('keeps the day of its last use', async () => {
    const viewer = await makeMember(db)
    const token = await tokenOf(viewer)
    await at(db, '2027-03-04T23:59:59Z', async (tx) => {
      const found = await memberOfToken(tx, token)
      expect(found?.isUsedToday).toBe(false)
      await noteTokenUse(tx, found?.tokenId ?? '')
      expect((await memberOfToken(tx, token))?.isUsedToday).toBe(true)
    })
    expect(await tokensOf(db, viewer)).toMatchObject([{ lastUsedOn: '2027-03-04' }])
    await at(db, '2027-03-05T00:00:00Z', async (tx) => {
      expect((await memberOfToken(tx, token))?.isUsedToday).toBe(false)
    })
  })

  it('is not made for a suspended or deleted member', async () => {
    const viewer = await makeMember(db)
    await db.rows(
      sql`update users set suspended_at = app_now(), suspended_reason = 'Spam' where id = ${viewer.id}`,
    )
    expect(await createToken(db, viewer, 'Script')).toMatchObject({ ok: false, code: 'forbidden' })
  })
})
