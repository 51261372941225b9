import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { INVITATION_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { accepted, makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { setRole } from './administrators.server.ts'
import {
  acceptInvitation,
  endInvitation,
  inviteByEmail,
  openInvitations,
  sweepInvitations,
} from './invitations.server.ts'

const { db, another } = await testDatabase()
const none = { emails: [], userIds: [] }
const admin = await makeAdmin(db)
let serial = 0
let email: string

beforeEach(async () => {
  await db.rows(sql`delete from role_invitations`)
  email = `iris.${++serial}@dojo.example`
})

describe('an invitation (AUTH-41)', () => {
  it('gives its role at the first sign-in with the verified address, in any case, and once', async () => {
    await invite('moderator')
    const { id } = await enter(email.toUpperCase(), true)
    expect(await roleOf(id)).toEqual({ role: 'moderator', granted_by: admin.id })
    expect(await openInvitations(db, admin)).toEqual([])
    await setRole(db, id, null)
    await accept(id, email, true)
    expect(await roleOf(id)).toBeUndefined()
  })

  it('gives nothing for an address that is not verified, or another one', async () => {
    await invite('administrator')
    for (const [address, verified] of [
      [email, false],
      [`x${email}`, true],
      [email.replace('i', 'ı'), true],
    ] as const)
      expect(await roleOf((await enter(address, verified)).id)).toBeUndefined()
    expect(await openInvitations(db, admin)).toHaveLength(1)
  })

  it('is used by one of two people with the address who sign in at once', async () => {
    await invite('moderator')
    const people = [await makeMember(db), await makeMember(db)]
    await Promise.all(people.map(({ id }, index) => accept(id, email, true, another(index + 1))))
    const roles = await Promise.all(people.map(({ id }) => roleOf(id)))
    expect(roles.filter(Boolean)).toHaveLength(1)
  })

  it('ends after 14 days, by an administrator, and with the role of who sent it', async () => {
    const ends = [
      async () => void (await db.rows(sql`update role_invitations set expires_at = app_now()`)),
      async (id: string) => void (await endInvitation(db, admin, id)),
    ]
    for (const end of ends) {
      const id = await invite('moderator')
      const [open] = await openInvitations(db, admin)
      expect(open).toMatchObject({ email, role: 'moderator', by: admin.displayName })
      expect(Number(open?.expiresAt) - Number(open?.at)).toBe(14 * 24 * 60 * 60_000)
      await end(id)
      expect(await openInvitations(db, admin)).toEqual([])
      const { id: member } = await enter(email, true)
      expect(await roleOf(member)).toBeUndefined()
      expect(await endInvitation(db, admin, id)).toMatchObject({ message: MESSAGES.missing })
      email = `again.${email}`
    }
    const former = await makeAdmin(db)
    await inviteByEmail(db, former, { email, role: 'administrator' })
    await setRole(db, former.id, 'moderator')
    expect(await roleOf((await enter(email, true)).id)).toBeUndefined()
  })

  it('is swept with its address when it has expired', async () => {
    await invite('moderator')
    expect(await sweepInvitations(db)).toBe(0)
    await db.rows(sql`update role_invitations set expires_at = app_now()`)
    expect(await sweepInvitations(db)).toBe(1)
  })

  it('replaces the one before it, and takes nothing from an administrator', async () => {
    await invite('administrator')
    await invite('moderator')
    expect(await openInvitations(db, admin)).toMatchObject([{ role: 'moderator' }])
    const other = await makeAdmin(db)
    await accept(other.id, email, true)
    expect(await db.row(sql`select is_admin from users where id = ${other.id}`)).toEqual({ is_admin: true })
  })

  it('is refused for a member, an invalid address, and by others than administrators', async () => {
    const { id, name } = await enter(email, true)
    expect(await inviteByEmail(db, admin, { email, role: 'moderator' })).toMatchObject({
      message: expect.stringContaining(name),
    })
    await setRole(db, id, 'moderator')
    for (const invalid of ['', 'x', 'a@b@c', 'a b@c.d', `${'x'.repeat(250)}@dojo.example`])
      expect(await inviteByEmail(db, admin, { email: invalid, role: 'moderator' })).toMatchObject({
        message: MESSAGES.address,
      })
    const moderator = await makeMember(db, { isModerator: true })
    expect(await inviteByEmail(db, moderator, { email: 'a@b.example', role: 'moderator' })).toMatchObject({
      code: 'forbidden',
    })
    expect(await endInvitation(db, moderator, id)).toMatchObject({ code: 'forbidden' })
  })

  it('is in the audit log without the whole address', async () => {
    const id = await invite('moderator')
    await endInvitation(db, admin, id)
    const entries = await db.rows(sql`
      select action, subject_name, admin_id from audit_log where subject_id = ${id} order by created_at, id`)
    const entry = { subject_name: 'i…@dojo.example', admin_id: admin.id }
    expect(entries).toEqual([
      { ...entry, action: 'admin_invited' },
      { ...entry, action: 'admin_invitation_ended' },
    ])
  })
})

async function invite(role: 'administrator' | 'moderator'): Promise<string> {
  return accepted(await inviteByEmail(db, admin, { email, role })).id
}

/** Signs in for the first time, as a browser does. */
async function enter(address: string, verified: boolean) {
  const claims = { issuer: 'https://id.example', subject: `${address} ${++serial}`, name: null }
  const { memberId, newName } = await signIn(db, { ...claims, email: address, emailVerified: verified })
  await accept(memberId, address, verified)
  return { id: memberId, name: newName ?? '' }
}

function accept(id: string, address: string, verified: boolean, on = db) {
  return acceptInvitation(on, id, { email: address, emailVerified: verified }, none)
}

function roleOf(id: string) {
  return db.row(sql`select role, granted_by from admins where user_id = ${id}`)
}
