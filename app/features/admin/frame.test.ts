import { expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as admin from './admin.tsx'

const { db } = await testDatabase()

it('links every page of the area', async () => {
  const viewer = await makeMember(db, { isAdmin: true })
  const { html } = await openPage(db, admin, '/admin', { viewer })
  const nav = html.slice(html.indexOf('aria-label="Administration"'), html.indexOf('</nav>'))
  expect([...nav.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, label]) => [label, to])).toEqual([
    ['Dashboard', '/admin'],
    ['Challenges', '/admin/challenges'],
    ['Leaderboard', '/admin/leaderboard'],
    ['Submissions', '/admin/submissions'],
    ['Site Settings', '/admin/settings'],
    ['Audit Log', '/admin/audit'],
  ])
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
