import { expect, it } from 'vitest'
import { neededRoleContext } from '#app/context.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as admin from './admin.tsx'
import * as reports from './reports/list.tsx'
import * as submissions from './submissions/list.tsx'
import * as queue from './submissions/queue/queue.tsx'

const { db } = await testDatabase()
const moderator = await makeMember(db, { isModerator: true })
const member = await makeMember(db)
const challenge = await makeChallenge(db, { title: 'Stained glass' })
await makeChallenge(db, { title: 'Not announced', status: 'draft' })
const submission = await makeSubmission(db, member, challenge)

it('sees the navigation of the own areas, with their counts', async () => {
  const { html } = await openPage(db, admin, '/admin/submissions', { viewer: moderator })
  const nav = html.slice(html.indexOf('aria-label="Administration"'), html.indexOf('</nav>'))
  expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    '#page',
    '/admin/submissions',
    '/admin/submissions/queue',
    '/admin/reports',
    '/admin/integrity',
  ])
})

it('lists submissions without exports and without drafts of challenges', async () => {
  const open = async (isAdmin: boolean) =>
    (await openPage(db, submissions, '/admin/submissions', { context: await contextOf(isAdmin) })).html
  expect(await open(true)).toMatch(/exports\/entries\.csv.*Not announced/s)
  const html = await open(false)
  expect(html).toContain('Stained glass')
  expect(html).not.toMatch(/Not announced|\/admin\/exports|\/admin\/challenges/)
  expect(html).toContain(`href="/challenges/${challenge}"`)
})

it('leaves the queue for the list of submissions', async () => {
  const path = `/admin/submissions/queue?challenge=${challenge}`
  const open = async (isAdmin: boolean) =>
    (await openPage(db, queue, path, { context: await contextOf(isAdmin) })).html
  expect(await open(true)).toContain(`href="/admin/challenges/${challenge}"`)
  expect(await open(false)).not.toContain('/admin/challenges')
})

it('sees reports on members without the suspension', async () => {
  await sendReport(db, as(await makeMember(db)), { kind: 'member', id: member.id, reason: 'spam', note: '' })
  const open = async (isAdmin: boolean) =>
    (await openPage(db, reports, '/admin/reports', { context: await contextOf(isAdmin) })).text
  expect(await open(true)).toContain('Suspend Member')
  const text = await open(false)
  expect(text).toContain('Only administrators can suspend members.')
  expect(text).not.toContain('Suspend Member')
})

it('rejects and still sees a submission, and changes no points', async () => {
  expect(await rejectSubmission(db, as(moderator), submission, '')).toMatchObject({ ok: true })
  const seenBy = async (viewer: typeof member) =>
    (await submissionDetail(db, as(viewer), challenge, submission))?.isUndoable
  expect(await seenBy(moderator)).toBe(true)
  expect(await seenBy(await makeMember(db))).toBeUndefined()
  const change = { userId: member.id, change: 5, description: '' }
  expect(await adjustPoints(db, moderator, change)).toMatchObject({ ok: false, code: 'forbidden' })
})

/** As behind the guard of an area of moderators. */
async function contextOf(isAdmin: boolean) {
  const context = await requestContext(db, { ...moderator, isAdmin })
  context.set(neededRoleContext, 'moderator')
  return context
}
