import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { loader as openNotification } from '#app/features/notifications/open.ts'
import { takeToasts } from '#app/forms/flash.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { notificationsOf } from '#domain/notifications/queries.server.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { listReports } from '#domain/reports/queries.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import * as list from './list.tsx'
import * as resolve from './resolve.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

it('names a reported member once, and says that acting does not resolve the report', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db, { displayName: 'Paper Lotus 638' })]
  await sendReport(db, as(ann), { kind: 'member', id: ben.id, reason: 'spam', note: '' })
  const { html, text } = await openPage(db, list, '/admin/reports', { viewer: admin })
  expect(html.match(/>Paper Lotus 638</g)).toHaveLength(1)
  expect(text).toContain('Resolve the report when you have acted.')
  await db.rows(sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${ben.id}`)
  const after = await openPage(db, list, '/admin/reports', { viewer: admin })
  expect(after.text).toContain('Resolve the report, and its reporter is told.')
})

it('names the outcome, and leads the reporter to what was reported', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, ben, challenge)
  for (const [outcome, message] of [
    ['dismiss', 'Report dismissed'],
    ['uphold', 'Report upheld'],
  ] as const) {
    await sendReport(db, as(ann), { kind: 'submission', id: submission, reason: 'spam', note: '' })
    const open = await listReports(db, admin, { page: 1, resolved: false })
    const id = open.find(({ subjectId }) => subjectId === submission)?.id ?? ''
    const answer = (await resolve.action({
      request: formRequest(`/admin/reports/${id}/resolve/${outcome}`, { returnTo: '/admin/reports' }),
      params: { id, outcome },
      context: await requestContext(db, admin),
    } as never)) as Response
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookies.join('; ') } })))
      .toasts
    expect(toast?.text).toBe(message)
  }
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, ann, 'after', { page: 1, unread: false })
  const opened = (await openNotification({
    request: new Request(origin),
    params: { eventId: rows[0]?.id ?? '' },
    context: await requestContext(db, ann),
  } as never)) as Response
  expect(opened.headers.get('location')).toBe(`/challenges/${challenge}/submissions/${submission}`)
})
