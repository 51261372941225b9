import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Admin } from '#domain/members/rules.ts'
import { ROLE_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { updateAdminBadges } from './administrators.server.ts'
import { giveRole, peopleWithRoles, personToChange } from './people.server.ts'

const { db, another } = await testDatabase()
const none = { emails: [], userIds: [] }
let admin: Admin

beforeEach(async () => {
  await db.rows(sql`delete from admins`)
  await db.rows(sql`update users set is_admin = false, admin_badge = false`)
  admin = await makeAdmin(db, { displayName: `Organiser ${Math.random()}` })
})

describe('giveRole (AUTH-39)', () => {
  it('gives, changes and takes roles, and records who did so', async () => {
    const { id } = await makeMember(db)
    expect(await giveRole(db, admin, { userId: id, role: 'moderator' }, none)).toMatchObject({ ok: true })
    expect(await listed(id)).toMatchObject({ role: 'moderator', by: admin.displayName, settings: [] })
    expect(await giveRole(db, admin, { userId: id, role: 'moderator' }, none)).toMatchObject({
      message: MESSAGES.sameRole,
    })
    expect(await giveRole(db, admin, { userId: id, role: 'administrator' }, none)).toMatchObject({ ok: true })
    expect(await listed(id)).toMatchObject({ role: 'administrator', since: expect.any(Date) })
    expect(await giveRole(db, admin, { userId: id, role: null }, none)).toMatchObject({ ok: true })
    expect(await listed(id)).toBeUndefined()
    expect(await giveRole(db, admin, { userId: id, role: null }, none)).toMatchObject({
      message: MESSAGES.noRole,
    })
    const actions = await db.rows(sql`
      select action, admin_id from audit_log where subject_id = ${id} order by created_at, id`)
    expect(actions).toEqual(
      ['admin_granted', 'admin_granted', 'admin_revoked'].map((action) => ({ action, admin_id: admin.id })),
    )
  })

  it('is refused for a moderator, a former administrator, a suspended and an unknown member', async () => {
    const { id } = await makeMember(db)
    const moderator = await makeMember(db, { isModerator: true })
    const change = { userId: id, role: 'moderator' } as const
    expect(await giveRole(db, moderator, change, none)).toMatchObject({ code: 'forbidden' })
    expect(await giveRole(db, { ...moderator, isAdmin: true }, change, none)).toMatchObject({
      code: 'forbidden',
    })
    await db.rows(sql`update users set suspended_at = now(), suspended_reason = 'x' where id = ${id}`)
    expect(await giveRole(db, admin, change, none)).toMatchObject({ message: MESSAGES.suspended })
    expect(await giveRole(db, admin, { ...change, userId: newId() }, none)).toMatchObject({
      code: 'not-found',
    })
  })

  it('leaves the last administrator, also for themselves', async () => {
    for (const role of [null, 'moderator'] as const) {
      const own = { userId: admin.id, role }
      expect(await giveRole(db, admin, own, none)).toMatchObject({ message: MESSAGES.last })
      expect(await personToChange(db, admin, admin.id, role, none)).toMatchObject({ refusal: MESSAGES.last })
    }
    const other = await makeAdmin(db)
    expect(await giveRole(db, admin, { userId: admin.id, role: 'moderator' }, none)).toMatchObject({
      ok: true,
    })
    expect(await giveRole(db, other, { userId: other.id, role: null }, none)).toMatchObject({
      message: MESSAGES.last,
    })
  })

  it('leaves one of two administrators who remove each other, or themselves, at once', async () => {
    for (const crossed of [true, false]) {
      const other = await makeAdmin(db)
      const outcomes = await Promise.all([
        giveRole(another(1), admin, { userId: crossed ? other.id : admin.id, role: null }, none),
        giveRole(another(2), other, { userId: crossed ? admin.id : other.id, role: null }, none),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const left = await db.rows<{ id: string }>(sql`select id from users where is_admin`)
      expect(left).toHaveLength(1)
      admin = left[0]?.id === admin.id ? admin : other
    }
  })

  it('leaves those whom the settings name', async () => {
    const named = await makeMember(db)
    const admins = { emails: [], userIds: [named.id] }
    await updateAdminBadges(db, admins)
    expect(await giveRole(db, admin, { userId: named.id, role: null }, admins)).toMatchObject({
      message: MESSAGES.configured,
    })
    expect(await listed(named.id, admins)).toMatchObject({
      role: 'administrator',
      settings: ['ADMIN_USER_IDS'],
      since: null,
    })
    // They count as the other administrator.
    expect(await giveRole(db, admin, { userId: admin.id, role: null }, admins)).toMatchObject({ ok: true })
  })
})

it('lists who is named by a verified address, and not who is named by another', async () => {
  for (const verified of [true, false]) {
    const { id } = await makeMember(db)
    const email = `${id}@dojo.example`
    await db.rows(sql`
      insert into identities (issuer, subject, user_id, email, email_verified)
      values ('https://id.example', ${id}, ${id}, ${email}, ${verified})`)
    const admins = { emails: [email], userIds: [] }
    await updateAdminBadges(db, admins)
    const found = await listed(id, admins)
    if (verified) expect(found).toMatchObject({ settings: ['ADMIN_EMAILS'] })
    else expect(found).toBeUndefined()
  }
})

async function listed(id: string, admins: Parameters<typeof peopleWithRoles>[2] = none) {
  return (await peopleWithRoles(db, admin, admins)).find((person) => person.id === id)
}
