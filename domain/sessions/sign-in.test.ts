import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { isDisplayName } from '#domain/members/display-name.ts'
import { findViewer } from '#domain/members/queries.server.ts'
import type { ConfiguredAdmins } from '#domain/members/rules.ts'
import type { VerifiedClaims } from '#platform/identity/claims.server.ts'
import { testDatabase } from '#test/database.ts'
import { startSession } from './sessions.server.ts'
import { signIn } from './sign-in.server.ts'

const { db, another } = await testDatabase()
const noAdmins: ConfiguredAdmins = { emails: [], userIds: [] }
const organisers: ConfiguredAdmins = { emails: ['sensei@dojo.example'], userIds: [] }
let people = 0

describe('a first sign-in', () => {
  it('creates a member with the defaults', async () => {
    const { memberId, newName } = await signIn(db, person({ email: 'new@dojo.example' }))
    expect(await db.row(sql`select display_name as name from users where id = ${memberId}`)).toEqual({
      name: newName,
    })
    const [member] = await db.rows<Record<string, unknown>>(sql`select * from users where id = ${memberId}`)
    expect(member).toMatchObject({
      rank: 'Novice Ninja',
      points: 0,
      is_admin: false,
      email: 'new@dojo.example',
    })
    expect(member?.bio).toBeNull()
    expect(isDisplayName(String(member?.display_name))).toBe(true)
    expect(member?.photo_url).toMatch(/^\/avatars\/ninja-[1-5]\.svg$/)
  })

  it('creates one member for concurrent sign-ins', async () => {
    const claims = person()
    const pools = [db, another(), another()]
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => signIn(pools[i % 3] ?? db, claims)),
    )
    expect(new Set(results.map((result) => result.memberId)).size).toBe(1)
    expect(results.filter((result) => result.newName)).toHaveLength(1)
    const owners = await db.rows(sql`select user_id from identities where subject = ${claims.subject}`)
    expect(owners).toHaveLength(1)
    expect(
      await db.row(sql`
      select count(*) from users u where not exists (select 1 from identities i where i.user_id = u.id)`),
    ).toEqual({
      count: 0,
    })
  })
})

describe('a later sign-in', () => {
  it('finds the member and updates the address', async () => {
    const claims = person({ email: 'before@dojo.example', emailVerified: false })
    const first = await signIn(db, claims)
    const again = await signIn(db, { ...claims, email: 'after@dojo.example', emailVerified: true })
    expect(again).toEqual({ memberId: first.memberId, newName: null })
    const stored = await db.row(sql`
      select u.email as "memberEmail", i.email, i.email_verified from users u join identities i on i.user_id = u.id
      where u.id = ${first.memberId}`)
    expect(stored).toEqual({
      memberEmail: 'after@dojo.example',
      email: 'after@dojo.example',
      email_verified: true,
    })
  })

  it('keeps the address and its verification if UserInfo failed', async () => {
    const claims = person({ email: 'kept@dojo.example', emailUnmarked: true, emailVerified: true })
    const stored = () =>
      db.row(sql`
      select u.email as "memberEmail", i.email, i.email_verified, i.email_trusted
      from users u join identities i on i.user_id = u.id where i.subject = ${claims.subject}`)
    await signIn(db, claims, { trustsUnmarked: true })
    const before = await stored()
    expect(before).toMatchObject({ email: 'kept@dojo.example', email_verified: true, email_trusted: true })
    const failed = { email: null, emailUnmarked: false, emailVerified: false, userInfoFailure: 'failed' }
    await signIn(db, { ...claims, ...failed }, { trustsUnmarked: true })
    expect(await stored()).toEqual(before)
    await signIn(db, { ...claims, email: null, emailVerified: false })
    expect(await stored()).toMatchObject({ memberEmail: null, email: null, email_verified: false })
  })

  it('never merges accounts by address or by subject across issuers', async () => {
    const claims = person({ email: 'shared@dojo.example' })
    const one = await signIn(db, claims)
    const sameAddress = await signIn(db, person({ email: 'shared@dojo.example' }))
    const otherIssuer = await signIn(db, { ...claims, issuer: 'https://other.example' })
    expect(new Set([one.memberId, sameAddress.memberId, otherIssuer.memberId]).size).toBe(3)
  })
})

describe('an administrator', () => {
  it.each([
    ['a configured address that is verified', 'sensei@dojo.example', true, true],
    ['the same in capitals', 'Sensei@Dojo.Example', true, true],
    ['the same address, not verified', 'sensei@dojo.example', false, false],
    ['another verified address', 'student@dojo.example', true, false],
    ['a long s in a verified address', '\u017fensei@dojo.example', true, false],
    ['no address', null, true, false],
  ])('is recognised by %s: %s, verified %s -> %s', async (_, email, emailVerified, expected) => {
    expect(await isAdmin(person({ email, emailVerified }), organisers)).toBe(expected)
  })

  it('loses the role when the provider no longer verifies the address', async () => {
    const claims = person({ email: 'sensei@dojo.example', emailVerified: true })
    expect(await isAdmin(claims, organisers)).toBe(true)
    expect(await isAdmin({ ...claims, emailVerified: false }, organisers)).toBe(false)
  })

  it('is recognised by a configured id, a row in admins, or users.is_admin', async () => {
    const [byId, byRow, byFlag] = [person(), person(), person()]
    const { memberId } = await signIn(db, byId)
    expect(await isAdmin(byId, { emails: [], userIds: [memberId] })).toBe(true)
    expect(await isAdmin(byId, noAdmins)).toBe(false)

    await db.rows(sql`insert into admins (user_id) values (${(await signIn(db, byRow)).memberId})`)
    await db.rows(sql`update users set is_admin = true where id = ${(await signIn(db, byFlag)).memberId}`)
    expect(await isAdmin(byRow, noAdmins)).toBe(true)
    expect(await isAdmin(byFlag, noAdmins)).toBe(true)
  })
})

async function isAdmin(claims: VerifiedClaims, admins: ConfiguredAdmins): Promise<boolean | undefined> {
  const { memberId } = await signIn(db, claims)
  const signedIn = await findViewer(db, await startSession(db, memberId), admins)
  return signedIn?.viewer.isAdmin
}

function person(claims: Partial<VerifiedClaims> = {}): VerifiedClaims {
  people += 1
  const defaults = { email: `ninja-${people}@dojo.example`, emailVerified: true, name: 'Some One' }
  return { issuer: 'https://provider.example', subject: `person-${people}`, ...defaults, ...claims }
}
