import { request } from 'node:http'
import { connect } from 'node:net'
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import { patternsWith } from '#test/routes.ts'
import { type MalformedForm, malformedForm } from './malformed-forms.ts'
import { withSteps } from './malformed-responses.ts'
import { type Fixtures, seedFixtures } from './seed-fixtures.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const runs = 40
const removes = /\/(delete|complete|withdraw)$/
const endsSession = /^\/sign-out$|\/end-all$/

test('no malformed form causes a server error', async ({ page, site, db, visitor }) => {
  test.setTimeout(600_000)
  const adminPage = await visitor()
  const admin = await signInAsAdmin(adminPage, db, 'rei@example.org')
  await signIn(page, 'ann@example.org')
  const fixtures = await seedFixtures(site, { owner: await memberOf(db, 'ann@example.org'), admin })
  const [memberCookie, adminCookie] = [await cookieOf(page), await cookieOf(adminPage)]
  const forms = patternsWith('hasAction')
    .flatMap(withSteps)
    .map((pattern) => addressOf(pattern, fixtures))
  // Last what may remove the subjects of other forms.
  for (const path of [
    ...forms.filter((path) => !removes.test(path)),
    ...forms.filter((path) => removes.test(path)),
  ]) {
    await test.step(path, async () => {
      const property = fc.asyncProperty(
        malformedForm(path),
        fc.boolean(),
        fc.boolean(),
        async (form, known, acceptsJson) => {
          await db.rows(sql`delete from rate_limits`)
          const cookie = path.startsWith('/admin') ? adminCookie : memberCookie
          const sentCookie = known && !endsSession.test(path) ? cookie : 'session=unknown'
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

/** The address of a form of a member's or an administrator's, with ids of the fixtures. */
function addressOf(pattern: string, { challenges, submissions, comments, ...fixtures }: Fixtures): string {
  if (pattern.startsWith('/unsubscribe')) return `/unsubscribe/${fixtures.notifications.unsubscribe}`
  const isAboutVotes = /\/(seen|(un|move-)?vote|(un)?shortlist|comments)$|integrity/.test(pattern)
  const subjects: [RegExp, string][] = [
    [/^\/admin\/submissions/, submissions.others],
    [/^\/admin\/comments/, comments.stranger],
    [/^\/admin\/reports/, fixtures.report],
    [/^\/admin\/announcements/, fixtures.announcement.other],
    [/^\/admin\/people/, fixtures.invitation],
    [/^\/admin\/settings/, fixtures.settingsChange],
    [/suggest/, fixtures.suggestion],
    [/templates/, fixtures.template],
    [/^\/admin\/series/, fixtures.series.id],
    [/^\/admin\/webhooks/, fixtures.webhook.id],
    [/\/draft/, challenges.song],
    [/\/move$/, challenges.upcoming],
  ]
  const params: Record<string, string> = {
    id:
      subjects.find(([about]) => about.test(pattern))?.[1] ??
      (isAboutVotes ? challenges.voting : challenges.active),
    submissionId: isAboutVotes ? submissions.voting : submissions.mine,
    commentId: comments.mine,
    kind: 'comment',
    subjectId: comments.stranger,
    outcome: 'hide',
    step: pattern.includes('webhooks') ? 'secret' : 'close-entries',
    deliveryId: fixtures.webhook.delivery,
    role: 'moderator',
    promptId: fixtures.series.prompts[0] ?? '',
    page: 'terms',
  }
  return pattern.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? fixtures.stranger)
}

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
