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

test('no form, however strange, is answered with a fault', async ({ page, site, db, visitor }) => {
  test.setTimeout(600_000)
  const desk = await visitor()
  const admin = await signInAsAdmin(desk, db, 'rei@example.org')
  await signIn(page, 'ann@example.org')
  const house = await seedFixtures(site, { owner: await memberOf(db, 'ann@example.org'), admin })
  const [member, organiser] = [await cookieOf(page), await cookieOf(desk)]
  const { active, song, voting } = house.challenges
  const entry = `/challenges/${active}/submissions/${house.entries.mine}`
  const vote = `/challenges/${voting}/submissions/${house.entries.voting}`
  const forms = [
    ...[`/challenges/${active}/submit`, `/challenges/${song}/submit`, `${entry}/edit`, '/profile/edit'],
    ...['/profile/edit?new-name', `${vote}/vote`, `${vote}/unvote`, '/theme', '/cookies/consent'],
    ...['/login/start', '/sign-out'],
    ...['complete', 'extend', 'delete', 'edit'].map((verb) => `/admin/challenges/${active}/${verb}`),
    ...['approve', 'reject', 'delete'].map((verb) => `/admin/submissions/${house.entries.others}/${verb}`),
    ...['points', 'rank'].map((verb) => `/admin/leaderboard/${house.stranger}/${verb}`),
    '/admin/challenges/new',
  ]
  for (const path of forms) {
    await test.step(path, async () => {
      const sent = fc.asyncProperty(
        malformedForm,
        fc.boolean(),
        fc.boolean(),
        async (form, known, script) => {
          await db.rows(sql`delete from rate_limits`)
          // Once signed out, nobody would be known any more.
          const cookie = path.startsWith('/admin') ? organiser : member
          const who = known && path !== '/sign-out' ? cookie : 'session=nobody'
          const status = await send(site.origin, path, form, {
            cookie: who,
            accept: script ? 'application/json' : '*/*',
          })
          expect(status, `${form.type} ${form.body.toString('latin1')}`).toBeLessThan(500)
        },
      )
      await fc.assert(sent, { numRuns: runs })
    })
  }
  expect(await brokenInvariants(db)).toEqual([])
})

test('what is cut off on its way leaves the dojo as it was', async ({ page, site, db }) => {
  await signIn(page, 'ann@example.org')
  const [cookie] = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const head = `POST /profile/edit HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\nOrigin: ${site.origin}\r\nCookie: ${cookie}\r\n`
  const body = '--x\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nHalf'
  for (const said of [body.length + 10, 10_000_000]) {
    await cutOff(
      site.origin,
      `${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${said}\r\n\r\n${body}`,
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
    const about = {
      origin,
      'content-length': String(form.body.length),
      ...(isHeader(form.type) && { 'content-type': form.type }),
    }
    const outgoing = request(
      origin + path,
      { method: 'POST', headers: { ...about, ...headers } },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    // Refused before all of it was read.
    outgoing.on('error', (fault: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(fault.code ?? '') ? resolve(413) : reject(fault),
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
