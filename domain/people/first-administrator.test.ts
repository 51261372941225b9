import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { SETUP_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { setRole } from './administrators.server.ts'
import {
  awaitsAdministrator,
  becomeFirstAdministrator,
  hasAdministrator,
  newSetupCode,
} from './first-administrator.server.ts'

const { db, another } = await testDatabase()
const none = { emails: [], userIds: [] }

beforeEach(async () => {
  await db.rows(sql`delete from setup_codes`)
  await db.rows(sql`delete from admins`)
  await db.rows(sql`update users set is_admin = false, admin_badge = false`)
})

describe('the code of a site without an administrator (AUTH-42)', () => {
  it('makes who enters it administrator, in any case and spelling, once, and is recorded', async () => {
    const member = await makeMember(db)
    const code = await newCode()
    expect(await enter(member, ` ${code.toLowerCase().replace('-', ' ')}`)).toEqual({ ok: true, value: null })
    const row = await db.row(sql`
      select u.is_admin, u.admin_badge, a.role from users u join admins a on a.user_id = u.id where u.id = ${member.id}`)
    expect(row).toEqual({ is_admin: true, admin_badge: true, role: 'administrator' })
    expect(await db.row(sql`select action, admin_id from audit_log where subject_id = ${member.id}`)).toEqual(
      {
        action: 'admin_granted',
        admin_id: member.id,
      },
    )
    await setRole(db, member.id, null)
    expect(await enter(await makeMember(db), code)).toMatchObject({ message: MESSAGES.wrong })
  })

  it('gives nothing for another code, one that was replaced, or one of more than an hour ago', async () => {
    const member = await makeMember(db)
    const former = await newCode()
    const code = await newCode()
    for (const wrong of ['', 'K7QM-4TXD', former])
      expect(await enter(member, wrong)).toMatchObject({ code: 'invalid', message: MESSAGES.wrong })
    await db.rows(sql`update setup_codes set expires_at = app_now()`)
    expect(await awaitsAdministrator(db, none)).toBe(false)
    expect(await enter(member, code)).toMatchObject({ code: 'invalid', message: MESSAGES.wrong })
    expect(await hasAdministrator(db, none)).toBe(false)
  })

  it('is void, and none is made, once there is an administrator by role or by the settings', async () => {
    const member = await makeMember(db)
    const code = await newCode()
    const named = { emails: ['iris@dojo.example'], userIds: [] }
    expect(await newSetupCode(db, named)).toBeUndefined()
    expect(await becomeFirstAdministrator(db, member, code, named)).toMatchObject({ code: 'conflict' })
    expect(await awaitsAdministrator(db, none)).toBe(true)
    await makeAdmin(db)
    expect(await awaitsAdministrator(db, none)).toBe(false)
    expect(await newSetupCode(db, none)).toBeUndefined()
    expect(await enter(member, code)).toMatchObject({ code: 'conflict', message: MESSAGES.exists })
  })

  it('stays in force when it was entered by a suspended member', async () => {
    const member = await makeMember(db)
    await db.rows(sql`
      update users set suspended_at = app_now(), suspended_reason = 'x', suspended_by = id where id = ${member.id}`)
    const code = await newCode()
    expect(await enter(member, code)).toMatchObject({ code: 'forbidden' })
    expect(await enter(await makeMember(db), code)).toMatchObject({ ok: true })
  })

  it('makes one of two people who enter it at once administrator', async () => {
    const people = [await makeMember(db), await makeMember(db)]
    const code = await newCode()
    const outcomes = await Promise.all(people.map((person, index) => enter(person, code, another(index + 1))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.rows(sql`select from users where is_admin`)).toHaveLength(1)
  })
})

async function newCode(): Promise<string> {
  const code = await newSetupCode(db, none)
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  return code ?? ''
}

function enter(member: Parameters<typeof becomeFirstAdministrator>[1], code: string, pool = db) {
  return becomeFirstAdministrator(pool, member, code, none)
}
