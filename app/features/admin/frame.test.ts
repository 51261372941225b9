import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { createLoadContext } from '#app/entry.server.tsx'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { origin, requestContext } from '#test/request-context.ts'
import * as admin from './admin.tsx'

const { db } = await testDatabase()

it('links every page of the area', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  const { html } = await openPage(db, admin, '/admin', { viewer })
  const nav = html.slice(html.indexOf('aria-label="Administration"'), html.indexOf('</nav>'))
  expect([...nav.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, label]) => [label, to])).toEqual([
    ['Skip the menu', '#page'],
    ['Dashboard', '/admin'],
    ['Challenges', '/admin/challenges'],
    ['Leaderboard', '/admin/leaderboard'],
    ['Submissions', '/admin/submissions'],
    ['Reports', '/admin/reports'],
    ['Announcements', '/admin/announcements'],
    ['Integrity', '/admin/integrity'],
    ['Suggestions', '/admin/suggestions'],
    ['People', '/admin/people'],
    ['Site Settings', '/admin/settings'],
    ['Audit Log', '/admin/audit'],
    ['Webhooks', '/admin/webhooks'],
  ])
})

it('shows how many submissions are pending, with a link to them', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  const open = async () => (await openPage(db, admin, '/admin', { viewer })).html
  expect(await open()).not.toContain('pending')
  const challenge = await makeChallenge(db)
  for (const author of await makeMembers(db, 2)) await makeSubmission(db, author, challenge)
  const judged = await makeSubmission(db, await makeMember(db), challenge)
  await approveSubmission(db, as(viewer), judged)
  expect(await open()).toMatch(
    /<a aria-label="2 pending submissions"[^>]*href="\/admin\/submissions\/queue"[^>]*>2<\/a>/,
  )
})

it('shows how many reports are open, with a link to them', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  const open = async () => (await openPage(db, admin, '/admin', { viewer })).html
  expect(await open()).not.toContain('open report')
  const report = { kind: 'member', id: viewer.id, reason: 'spam', note: '' } as const
  await sendReport(db, as(await makeMember(db)), report)
  expect(await open()).toMatch(/<a aria-label="1 open report"[^>]*href="\/admin\/reports"[^>]*>1<\/a>/)
})

it('shows its pages without the number if that fails', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  const { status, html, text } = await openPage(watched(db, /status = 'pending'/).db, admin, '/admin', {
    viewer,
  })
  expect([status, html.includes('pending submission')]).toEqual([200, false])
  expect(text).toContain('Version')
})

it('shows the version', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  expect((await openPage(db, admin, '/admin', { viewer })).text).toContain('Version 0.0.0, commit abc1234')
})

it('shows Access Denied to members, with a link home', async () => {
  const { status, html, text } = await openPage(db, admin, '/admin', { viewer: await makeMember(db) })
  expect(status).toBe(403)
  expect(text).toContain('Access Denied')
  expect(html).toMatch(/href="\/"[^>]*>Return to Home/)
  expect(html).not.toContain('aria-label="Administration"')
})

it.each([
  [500, {}],
  [503, { code: 'ECONNREFUSED' }],
])('shows its frame and a retry link if the role cannot be checked (%i)', async (expected, details) => {
  const fail = () => Promise.reject(Object.assign(new Error('no session'), details))
  const { db: _, ...others } = (await requestContext(db, null)).get(servicesContext)
  const services = { ...others, db: { ...db, row: fail, rows: fail } }
  const cookies = { Cookie: `session=${'x'.repeat(43)}` }
  const load = (path: string) =>
    createLoadContext(services, new Request(origin + path, { headers: cookies }), '')
  await expect(load('/leaderboard')).rejects.toThrow('no session')

  const path = '/admin/challenges?page=2'
  const { status, html, text } = await openPage(db, admin, path, { context: await load(path) })
  expect(status).toBe(expected)
  expect(text).toContain('Error checking admin access Failed to verify admin status')
  expect(html).toContain('aria-label="Administration"')
  expect(html).toMatch(/href="\/admin\/challenges\?page=2"[^>]*>Retry/)
})
