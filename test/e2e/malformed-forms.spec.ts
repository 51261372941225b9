import { request } from 'node:http'
import { connect } from 'node:net'
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import { type MalformedForm, malformedForm } from './malformed-forms.ts'
import { seedFixtures } from './seed-fixtures.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const runs = 40

test('no malformed form causes a server error', async ({ page, site, db, visitor }) => {
  test.setTimeout(600_000)
  const adminPage = await visitor()
  const admin = await signInAsAdmin(adminPage, db, 'rei@example.org')
  await signIn(page, 'ann@example.org')
  const fixtures = await seedFixtures(site, { owner: await memberOf(db, 'ann@example.org'), admin })
  const [memberCookie, adminCookie] = [await cookieOf(page), await cookieOf(adminPage)]
  const { active, song, voting } = fixtures.challenges
  const submission = `/challenges/${active}/submissions/${fixtures.submissions.mine}`
  const vote = `/challenges/${voting}/submissions/${fixtures.submissions.voting}`
  const forms = [
    ...[`/challenges/${active}/submit`, `/challenges/${song}/submit`, `${submission}/edit`, '/profile/edit'],
    ...[
      '/profile/edit?new-name',
      `${vote}/vote`,
      `${vote}/unvote`,
      `${vote}/move-vote`,
      `${vote}/shortlist`,
      `${vote}/unshortlist`,
      `/challenges/${voting}/seen`,
      ...['draft', 'draft/delete'].map((verb) => `/challenges/${song}/${verb}`),
      `/challenges/${active}/follow`,
      `/challenges/${active}/unfollow`,
      `${vote}/comments`,
      ...['edit', 'delete'].map((verb) => `/comments/${fixtures.comments.mine}/${verb}`),
      `/report/comment/${fixtures.comments.stranger}`,
      '/notifications/read',
      '/profile/notifications',
      '/profile/calendar',
      '/profile/calendar/end',
      `/unsubscribe/${fixtures.notifications.unsubscribe}`,
      '/theme',
      '/cookies/consent',
    ],
    ...['/login/start', '/sign-out'],
    ...['complete', 'extend', 'delete', 'edit'].map((verb) => `/admin/challenges/${active}/${verb}`),
    ...['approve', 'reject', 'undo', 'delete'].map(
      (verb) => `/admin/submissions/${fixtures.submissions.others}/${verb}`,
    ),
    ...['/admin/submissions/approve', '/admin/submissions/reject'],
    ...['points', 'rank'].map((verb) => `/admin/leaderboard/${fixtures.stranger}/${verb}`),
    ...['hide', 'restore'].map((verb) => `/admin/comments/${fixtures.comments.stranger}/${verb}`),
    `/admin/reports/${fixtures.report}/resolve/hide`,
    '/admin/announcements/new',
    `/admin/announcements/${fixtures.announcement.other}/withdraw`,
    '/admin/challenges/new',
  ]
  for (const path of forms) {
    await test.step(path, async () => {
      const property = fc.asyncProperty(
        malformedForm,
        fc.boolean(),
        fc.boolean(),
        async (form, known, acceptsJson) => {
          await db.rows(sql`delete from rate_limits`)
          // /sign-out would end the session.
          const cookie = path.startsWith('/admin') ? adminCookie : memberCookie
          const sentCookie = known && path !== '/sign-out' ? cookie : 'session=unknown'
          const status = await send(site.origin, path, form, {
            cookie: sentCookie,
            accept: acceptsJson ? 'application/json' : '*/*',
          })
          if (status >= 500) throw new Error(`${status}: ${form.type} ${form.body.toString('latin1')}`)
        },
      )
      await fc.assert(property, { numRuns: runs })
    })
  }
  expect(await brokenInvariants(db)).toEqual([])
})

test('an interrupted request changes nothing', async ({ page, site, db }) => {
  await signIn(page, 'ann@example.org')
  const cookie = await cookieOf(page)
  const head = `POST /profile/edit HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\nOrigin: ${site.origin}\r\nCookie: ${cookie}\r\n`
  const body = '--x\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nHalf'
  for (const contentLength of [body.length + 10, 10_000_000]) {
    await cutOff(
      site.origin,
      `${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${contentLength}\r\n\r\n${body}`,
    )
  }
  expect((await page.goto('/profile/edit'))?.status()).toBe(200)
  expect((await memberOf(db, 'ann@example.org')).displayName).not.toContain('Half')
})

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

function send(
  origin: string,
  path: string,
  form: MalformedForm,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const formHeaders = {
      origin,
      'content-length': String(form.body.length),
      ...(isHeader(form.type) && { 'content-type': form.type }),
    }
    const outgoing = request(
      origin + path,
      { method: 'POST', headers: { ...formHeaders, ...headers } },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    // The server may refuse before it has read the whole body.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve(413) : reject(error),
    )
    outgoing.end(form.body)
  })
}

function isHeader(type: string): boolean {
  return type !== '' && /^[\t\x20-\x7e]*$/.test(type)
}

function cutOff(origin: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), 'localhost', () => {
      socket.write(text, () => setTimeout(() => socket.destroy(), 50))
    })
    socket.on('close', () => resolve())
  })
}
