import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { awaitsAdministrator, newSetupCode } from '#domain/people/first-administrator.server.ts'
import { SETUP_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as setup from './setup.tsx'

const { db } = await testDatabase()
const none = { emails: [], userIds: [] }

it('asks a member for the code, keeps a wrong one, and is not found once it was used (AUTH-42)', async () => {
  const member = await makeMember(db)
  expect(await openPage(db, setup, '/setup', { viewer: member })).toMatchObject({ status: 404 })
  const code = (await newSetupCode(db, none)) ?? ''
  expect(await openPage(db, setup, '/setup', { viewer: null })).toMatchObject({
    location: '/login?redirect=%2Fsetup',
  })
  expect((await openPage(db, setup, '/setup', { viewer: member })).html).toContain('Become Administrator')
  expect(await send('')).toMatchObject({ data: { message: MESSAGES.missing }, init: { status: 422 } })
  expect(await send('K7QM-4TXD')).toMatchObject({
    data: { message: MESSAGES.wrong, code: 'K7QM-4TXD' },
    init: { status: 422 },
  })
  expect(await send(code)).toMatchObject({ status: 303 })
  expect(await awaitsAdministrator(db, none)).toBe(false)

  async function send(typed: string) {
    const context = await requestContext(db, member)
    return setup.action({ request: formRequest('/setup', { code: typed }), params: {}, context } as never)
  }
})

it('takes ten attempts of a member in ten minutes (AUTH-42)', async () => {
  await db.rows(sql`delete from admins`)
  await db.rows(sql`update users set is_admin = false, admin_badge = false`)
  await newSetupCode(db, none)
  const member = await makeMember(db)
  const statuses: (number | undefined)[] = []
  for (let attempt = 1; attempt <= 11; attempt++) {
    const context = await requestContext(db, member)
    const request = formRequest('/setup', { code: `WRONG-${attempt}` })
    const answer = (await setup.action({ request, params: {}, context } as never)) as {
      init?: { status: number }
    }
    statuses.push(answer.init?.status)
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429])
})
