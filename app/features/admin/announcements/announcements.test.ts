import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Services, servicesContext } from '#app/context.ts'
import * as announcement from '#app/features/notifications/announcement.tsx'
import { ANNOUNCEMENT_MESSAGES as MESSAGES } from '#domain/announcements/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as list from './list.tsx'
import * as create from './new-announcement.tsx'
import type { AnnouncementAnswer } from './receive-announcement.server.ts'
import * as withdraw from './withdraw.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const values = { title: 'A new season', text: 'It begins in March.', link: '/challenges', audience: 'all' }

async function send(fields: Record<string, string>, { mailer = null }: { mailer?: Services['mailer'] } = {}) {
  const request = formRequest('/admin/announcements/new', fields)
  const context = await requestContext(db, admin)
  context.set(servicesContext, { ...context.get(servicesContext), mailer })
  const answer = (await create.action({ request, params: {}, context } as never)) as
    | Response
    | { data: AnnouncementAnswer; init: ResponseInit }
  return answer instanceof Response
    ? { status: answer.status, to: answer.headers.get('location') }
    : { status: answer.init.status, ...answer.data }
}

it('is confirmed before it is sent, and sent once', async () => {
  const form = await openPage(db, create, '/admin/announcements/new', { viewer: admin })
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(form.html) ?? []
  const asked = await send({ key, ...values })
  expect(asked).toMatchObject({ status: 200, values: { key, ...values } })
  expect(asked).toMatchObject({
    confirmation: { label: 'Send Announcement', hiddenFields: { key, ...values, confirmed: 'yes' } },
  })
  expect(await db.rows(sql`select 1 as found from announcements`)).toEqual([])
  const confirmed = { key, ...values, confirmed: 'yes' }
  for (const answer of await Promise.all([send(confirmed), send(confirmed)]))
    expect(answer).toEqual({ status: 303, to: '/admin/announcements' })
  expect(await db.rows(sql`select title from announcements`)).toEqual([{ title: values.title }])
  const { text } = await openPage(db, list, '/admin/announcements', { viewer: admin })
  expect(text).toContain('A new season It begins in March. Leads to /challenges')
  expect(text).toContain('Being sent')
})

it('is confirmed with whom it is for, and with mails only where they are sent', async () => {
  const consequences = async (options?: Parameters<typeof send>[1]) => {
    const asked = await send({ key: newId(), ...values }, options)
    return 'confirmation' in asked ? asked.confirmation?.consequences : undefined
  }
  expect(await consequences()).toEqual([
    'Up to 1 member is told; those who turned announcements off are not.',
    'They find it in their notifications.',
    'It opens /challenges.',
    'It cannot be changed afterwards. It can be withdrawn.',
  ])
  const mailer = { send: async () => undefined, close: () => undefined }
  expect((await consequences({ mailer }))?.[1]).toBe(
    'They find it in their notifications, and by mail if they chose so.',
  )
})

it('returns to the form with its values to change it, and after a refusal', async () => {
  const key = newId()
  expect(await send({ key, ...values, confirmed: 'yes', change: 'yes' })).toEqual({
    status: 200,
    values: { key, ...values },
  })
  expect(await send({ key, ...values, title: '', audience: 'x' })).toMatchObject({
    status: 422,
    errors: { title: MESSAGES.title, audience: MESSAGES.audience },
  })
  const draft = await makeChallenge(db, { status: 'draft' })
  expect(await send({ key, ...values, audience: draft })).toMatchObject({
    status: 409,
    errors: { audience: MESSAGES.notPublic },
  })
  expect(await send({ key: 'x', ...values, confirmed: 'yes' })).toMatchObject({ status: 422 })
  expect(await send({ key, ...values, userId: newId() })).toMatchObject({ status: 400 })
})

it('shows an empty list, and asks before an announcement is withdrawn', async () => {
  const { text } = await openPage(db, list, '/admin/announcements?page=7', { viewer: admin })
  expect(text).toBe('')
  const sent = await db.row<{ id: string }>(sql`select id from announcements`)
  const params = { id: sent?.id ?? '' }
  const path = `/admin/announcements/${params.id}/withdraw`
  const asked = await openPage(db, withdraw, path, { viewer: admin, params })
  expect(asked.text).toContain('It disappears from the notifications of 0 members.')
  const request = formRequest(path, { returnTo: '/admin/announcements' })
  const done = (await withdraw.action({
    request,
    params,
    context: await requestContext(db, admin),
  } as never)) as Response
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/announcements'])
  const left = await openPage(db, list, '/admin/announcements', { viewer: admin })
  expect(left.text).toContain('0 members were told. Withdrawn by')
  expect([left.text, asked.text].join()).not.toMatch(/\bmail/i)
  expect((await openPage(db, withdraw, path, { viewer: admin, params })).text).toContain(
    MESSAGES.withdrawnAlready,
  )
  expect((await openPage(db, withdraw, path, { viewer: admin, params: { id: newId() } })).status).toBe(404)

  for (const [id, status] of [
    [params.id, 410],
    [newId(), 404],
    ['x', 404],
  ] as const) {
    const visit = { viewer: admin, params: { announcementId: id } }
    const page = await openPage(db, announcement, `/announcements/${id}`, visit)
    expect(page.status).toBe(status)
    expect(page.text.includes('This announcement was withdrawn.')).toBe(status === 410)
  }
})

it('sends another announcement of the same form as a second one when it is confirmed again', async () => {
  const key = newId()
  expect(await send({ key, ...values, confirmed: 'yes' })).toMatchObject({ status: 303 })
  const other = { ...values, text: 'Something else' }
  const answer = await send({ key, ...other, confirmed: 'yes' })
  expect(answer).toMatchObject({ status: 409, message: MESSAGES.sentAlready, values: other })
  const hiddenFields = 'confirmation' in answer ? answer.confirmation?.hiddenFields : undefined
  expect(hiddenFields?.key).not.toBe(key)
  expect(await send({ ...hiddenFields })).toMatchObject({ status: 303 })
  const sent = await db.rows<{ text: string }>(
    sql`select text from announcements order by sent_at desc limit 2`,
  )
  expect(sent.map(({ text }) => text)).toEqual(['Something else', values.text])
})

describe('the announcements of a challenge', () => {
  const section = (id: string) =>
    openPage(db, list, `/admin/challenges/${id}/announcements`, { viewer: admin, params: { id } })

  it('are those to its members only, and the form begins with them', async () => {
    const [id, other] = [await makeChallenge(db), await makeChallenge(db)]
    await makeSubmission(db, await makeMember(db), id)
    for (const [challenge, title] of [
      [id, 'Two days left'],
      [other, 'Elsewhere'],
    ] as const) {
      const fields = { key: newId(), ...values, title, audience: challenge, confirmed: 'yes' }
      expect(await send(fields)).toEqual({ status: 303, to: `/admin/challenges/${challenge}/announcements` })
    }
    const { text, html } = await section(id)
    expect(text).toContain('Reaches 1 member: those who follow, have entered or voted in it.')
    expect(text).toContain('Two days left')
    expect(text).not.toContain('Elsewhere')
    const [, form = ''] = /href="([^"]+)"[^>]*>New Announcement/.exec(html) ?? []
    expect(form).toBe(`/admin/announcements/new?challenge=${id}`)
    expect((await openPage(db, create, form, { viewer: admin })).html).toContain(
      `<option value="${id}" selected="">`,
    )
  })

  it('are not written where no one can be told', async () => {
    const { text } = await section(await makeChallenge(db, { status: 'draft' }))
    expect(text).toContain('Members are told once it is published.')
    expect(text).not.toContain('New Announcement')
  })
})
