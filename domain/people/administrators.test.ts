import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ConfiguredAdmins } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { administratorsNamed, membersByEmail, setRole, updateAdminBadges } from './administrators.server.ts'

const { db, another } = await testDatabase()

describe('setRole', () => {
  it('grants and revokes the role, and records both', async () => {
    const { id, displayName } = await makeMember(db)
    expect(await setRole(db, id, 'administrator')).toBe(true)
    expect(await isAdmin(id)).toBe(true)
    expect(await setRole(db, id, null)).toBe(true)
    expect(await isAdmin(id)).toBe(false)
    const kept = { admin_id: null, admin_name: 'command line', subject_name: displayName }
    expect(await recorded(id)).toMatchObject([
      { ...kept, action: 'admin_granted', before: { role: null }, after: { role: 'administrator' } },
      { ...kept, action: 'admin_revoked', before: { role: 'administrator' }, after: { role: null } },
    ])
  })

  it('changes a role, and records both', async () => {
    const { id } = await makeMember(db)
    await setRole(db, id, 'moderator')
    expect(await isAdmin(id)).toBe(false)
    expect(await hasBadge(id)).toBe(false)
    await setRole(db, id, 'administrator')
    expect([await isAdmin(id), await hasBadge(id)]).toEqual([true, true])
    await setRole(db, id, 'moderator')
    expect([await isAdmin(id), await hasBadge(id)]).toEqual([false, false])
    expect(await recorded(id)).toMatchObject([
      { action: 'admin_granted', before: { role: null }, after: { role: 'moderator' } },
      { action: 'admin_granted', before: { role: 'moderator' }, after: { role: 'administrator' } },
      { action: 'admin_granted', before: { role: 'administrator' }, after: { role: 'moderator' } },
    ])
  })

  it('removes a row of admins as well', async () => {
    const { id } = await makeMember(db)
    await db.rows(sql`insert into admins (user_id) values (${id})`)
    expect(await setRole(db, id, 'administrator')).toBe(false)
    expect(await setRole(db, id, null)).toBe(true)
    expect(await isAdmin(id)).toBe(false)
  })

  it('changes nothing on a repeat, concurrently or for an unknown id', async () => {
    const { id } = await makeMember(db)
    const second = another()
    const outcomes = await Promise.all([db, second, db, second].map((on) => setRole(on, id, 'administrator')))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await recorded(id)).toHaveLength(1)
    expect(await setRole(db, newId(), 'administrator')).toBe(false)
  })
})

describe('membersByEmail', () => {
  it('finds only members with this verified address, in any case', async () => {
    const [ann, bob] = [await makeMember(db), await makeMember(db)]
    await signsIn(ann.id, 'Ann@Example.org', true)
    await signsIn(bob.id, 'bob@example.org', false)
    const { id, displayName } = ann
    expect(await membersByEmail(db, 'ann@example.ORG')).toEqual([{ id, displayName }])
    expect(await membersByEmail(db, 'bob@example.org')).toEqual([])
    expect(await membersByEmail(db, '%')).toEqual([])
  })
})

describe('administratorsNamed', () => {
  it('lists the settings that name the member, by id or by a verified address', async () => {
    const { id } = await makeMember(db)
    await signsIn(id, 'Cleo@example.org', true)
    const emails = ['cleo@EXAMPLE.org', 'dora@example.org']
    expect(await administratorsNamed(db, id, { emails, userIds: [newId(), id.toUpperCase()] })).toEqual([
      { setting: 'ADMIN_EMAILS', value: 'cleo@EXAMPLE.org' },
      { setting: 'ADMIN_USER_IDS', value: id.toUpperCase() },
    ])
    const other = await makeMember(db)
    await signsIn(other.id, 'dora@example.org', false)
    expect(await administratorsNamed(db, other.id, { emails, userIds: [] })).toEqual([])
  })
})

async function isAdmin(id: string): Promise<boolean> {
  const found = await db.row<{ is: boolean }>(sql`
    select is_admin or exists (select from admins where user_id = ${id} and role = 'administrator') as is
    from users where id = ${id}`)
  return found?.is ?? false
}

function recorded(id: string) {
  return db.rows(sql`select * from audit_log where subject_id = ${id} order by created_at, id`)
}

function signsIn(userId: string, email: string, verified: boolean) {
  return db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://issuer.example', ${userId}, ${userId}, ${email}, ${verified})`)
}

describe('the administrator badge', () => {
  const noAdmins: ConfiguredAdmins = { emails: [], userIds: [] }

  it('stays with a member whom the configuration still names, who goes on to administer', async () => {
    const { id } = await makeMember(db)
    const admins = { emails: [], userIds: [id] }
    await setRole(db, id, 'administrator', admins)
    await setRole(db, id, null, admins)
    expect(await hasBadge(id)).toBe(true)
    await setRole(db, id, 'administrator')
    await setRole(db, id, null)
    expect(await hasBadge(id)).toBe(false)
  })

  it('follows setRole', async () => {
    const { id } = await makeMember(db)
    await setRole(db, id, 'administrator')
    expect(await hasBadge(id)).toBe(true)
    await setRole(db, id, null)
    expect(await hasBadge(id)).toBe(false)
  })

  it.each([
    ['a configured id', async (id: string) => ({ emails: [], userIds: [id] })],
    [
      'a configured address that is verified',
      async (id: string) => {
        await addIdentity(id, 'Badge@dojo.example', true)
        return { emails: ['badge@dojo.example'], userIds: [] }
      },
    ],
    [
      'a row of admins',
      async (id: string) => {
        await db.rows(sql`insert into admins (user_id) values (${id})`)
        return noAdmins
      },
    ],
    [
      'the flag',
      async (id: string) => {
        await db.rows(sql`update users set is_admin = true where id = ${id}`)
        return noAdmins
      },
    ],
  ])('follows %s at start and at sign-in', async (_, name) => {
    for (const one of [true, false]) {
      const { id } = await makeMember(db)
      const update = (admins: ConfiguredAdmins) => updateAdminBadges(db, admins, one ? id : undefined)
      await update(await name(id))
      expect(await hasBadge(id)).toBe(true)
      await db.rows(sql`delete from admins`)
      await db.rows(sql`update users set is_admin = false where id = ${id}`)
      await update(noAdmins)
      expect(await hasBadge(id)).toBe(false)
      await db.rows(sql`delete from identities`)
    }
  })

  it('is not given for an address that is not verified', async () => {
    const { id } = await makeMember(db)
    await addIdentity(id, 'unverified@dojo.example', false)
    await updateAdminBadges(db, { emails: ['unverified@dojo.example'], userIds: [] })
    expect(await hasBadge(id)).toBe(false)
  })
})

async function hasBadge(id: string): Promise<boolean | undefined> {
  return (await db.row<{ badge: boolean }>(sql`select admin_badge as badge from users where id = ${id}`))
    ?.badge
}

function addIdentity(userId: string, email: string, verified: boolean): Promise<unknown[]> {
  return db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://provider.example', ${email}, ${userId}, ${email}, ${verified})`)
}
