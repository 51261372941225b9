import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { INVITATION_DAYS } from '#domain/roles/rules.ts'
import { makeAdmin, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { firstSteps } from './first-steps.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const facts = { locked: {}, sendsMail: false }

it('names what a new site lacks, until a challenge is published (ADM-119)', async () => {
  const none = { name: false, contact: false, look: false, challenge: false, invite: false, mail: false }
  expect(await firstSteps(db, admin, facts)).toEqual(none)
  const locked = { productName: 'A dojo', contactEmail: 'iris@dojo.example' }
  expect(await firstSteps(db, admin, { locked, sendsMail: true })).toEqual({
    ...none,
    name: true,
    contact: true,
    mail: true,
  })
  await db.rows(
    sql`insert into site_settings (name, value, changed_by) values ('accent', '"#1f5fa8"', ${admin.id})`,
  )
  await db.rows(sql`
    insert into role_invitations (id, email, role, invited_by, expires_at)
    values (gen_random_uuid(), 'iris@dojo.example', 'moderator', ${admin.id}, now() + make_interval(days => ${INVITATION_DAYS}))`)
  const id = await makeChallenge(db, { status: 'draft' })
  expect(await firstSteps(db, admin, facts)).toEqual({ ...none, look: true, invite: true, challenge: true })
  await db.rows(sql`update challenges set status = 'active' where id = ${id}`)
  expect(await firstSteps(db, admin, facts)).toBeUndefined()
})
