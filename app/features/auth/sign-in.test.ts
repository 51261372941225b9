import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import { inviteByEmail } from '#domain/people/invitations.server.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { Browser } from '#test/browser.ts'
import { makeAdmin } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { begin, returning, signInAs, whoami } from '#test/sign-in.ts'
import { openSite } from '#test/sign-in-site.ts'
import * as start from './start.tsx'

const accounts: DemoAccount[] = [
  { subject: 'newcomer', name: 'Nao', email: 'nao@dojo.example', emailVerified: true, note: 'New here' },
  { subject: 'admin', name: 'Aki', email: 'aki@dojo.example', emailVerified: true, note: 'Administrator' },
  { subject: 'invited', name: 'Iris', email: 'iris@dojo.example', emailVerified: true, note: 'Invited' },
]
const { db } = await testDatabase()
const site = await openSite({ db, accounts, adminEmails: 'aki@dojo.example, boss@dojo.example' })
afterAll(() => site.close())
const at = (path: string) => site.origin + path

describe('signing in', () => {
  it('goes through the provider back to the return path', async () => {
    await signInAs(site.origin, new Browser(), 'newcomer')
    const browser = new Browser()
    const page = await signInAs(site.origin, browser, 'newcomer', '/challenges/1?mode=voting')
    expect(page.url.href).toBe(at('/challenges/1?mode=voting'))
    expect(await whoami(site.origin, browser)).toMatchObject({
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: false,
    })
    expect(browser.cookie('session')).toMatch(/^[\w-]{43}$/)
  })

  it('gives the role of an invitation to the verified address', async () => {
    const admin = await makeAdmin(db)
    await inviteByEmail(db, admin, { email: 'Iris@dojo.example', role: 'moderator' })
    const browser = new Browser()
    await signInAs(site.origin, browser, 'invited')
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: false, isModerator: true })
  })

  it('keeps the time zone of the browser, if it is one', async () => {
    const zoneAfter = async (zone: string) => {
      const browser = new Browser()
      const page = await browser.submit(at('/login/start'), { redirect: '/', zone })
      await browser.submit(page.url, { account: 'newcomer' })
      const { id } = (await whoami(site.origin, browser)) as { id: string }
      return db.row(sql`select time_zone from users where id = ${id}`)
    }
    expect(await zoneAfter('Asia/Tokyo')).toEqual({ time_zone: 'Asia/Tokyo' })
    for (const other of ['', 'Mars/Olympus', 'x; Path=/'])
      expect(await zoneAfter(other)).toEqual({ time_zone: 'Asia/Tokyo' })
  })

  it('shows a new member the welcome sheet once, without a toast', async () => {
    const browser = new Browser()
    const account = await begin(site.origin, browser, '/challenges/1?mode=voting')
    const person = { name: 'Uma', email: 'uma@dojo.example', new: 'yes' }
    const sheet = await browser.submit(account.url, person)
    expect(sheet.url.href).toBe(at('/profile/edit?welcome=%2Fchallenges%2F1%3Fmode%3Dvoting'))
    expect(browser.cookieHeader(sheet.url)).not.toContain('toast-')
    const again = new Browser()
    const page = await again.submit((await begin(site.origin, again, '/challenges/1')).url, person)
    expect(page.url.href).toBe(at('/challenges/1'))
    expect(await whoami(site.origin, again)).toEqual(await whoami(site.origin, browser))
  })

  it('recognizes a returning member, and an administrator by verified e-mail', async () => {
    const [first, second] = [new Browser(), new Browser()]
    await signInAs(site.origin, first, 'admin')
    await signInAs(site.origin, second, 'admin')
    expect(await whoami(site.origin, first)).toMatchObject({ isAdmin: true })
    expect(await whoami(site.origin, second)).toEqual(await whoami(site.origin, first))
  })

  it('leads a member on who sends the page of the provider again', async () => {
    const browser = new Browser()
    const account = await begin(site.origin, browser, '/tools')
    await browser.submit(account.url, { account: 'newcomer' })
    const again = await browser.submit(account.url, { account: 'newcomer' })
    expect([again.url.href, again.status]).toEqual([at('/'), 200])
    await browser.submit(at('/sign-out'), {})
    expect((await browser.submit(account.url, { account: 'newcomer' })).text).toContain('has expired')
  })

  it('accepts an entered name and e-mail, which never make an administrator', async () => {
    const browser = new Browser()
    const account = await begin(site.origin, browser)
    await browser.submit(account.url, { name: 'The Boss', email: ' Boss@Dojo.Example ', new: 'yes' })
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: false })
    const again = new Browser()
    await again.submit((await begin(site.origin, again)).url, { name: 'Boss', email: 'boss@dojo.example' })
    expect(await whoami(site.origin, again)).toEqual(await whoami(site.origin, browser))
  })

  it('lets several people use the same browser in turn', async () => {
    const browser = new Browser()
    await signInAs(site.origin, browser, 'newcomer')
    const before = browser.cookie('session')
    await browser.submit(at('/sign-out'), {})
    expect(await whoami(site.origin, browser)).toBeNull()
    const { toasts } = await takeToasts(
      new Request(at('/'), { headers: { Cookie: browser.cookieHeader(new URL(at('/'))) } }),
    )
    expect(toasts).toEqual([{ text: 'You are signed out.', tone: 'good' }])
    await signInAs(site.origin, browser, 'admin')
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: true })

    const thief = new Browser()
    thief.cookies.push({ name: 'session', value: String(before), path: '/' })
    expect(await whoami(site.origin, thief)).toBeNull()
  })

  it('works in several tabs at once, in any order', async () => {
    const browser = new Browser()
    const [one, two] = [
      await begin(site.origin, browser, '/challenges/1'),
      await begin(site.origin, browser, '/challenges/2'),
    ]
    const second = await browser.submit(two.url, { account: 'newcomer' })
    expect(second.url.pathname).toBe('/challenges/2')
    const first = await browser.submit(one.url, { account: 'admin' })
    expect(first.url.pathname).toBe('/challenges/1')
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: true })
  })

  it('redirects members at once', async () => {
    const browser = new Browser()
    await signInAs(site.origin, browser, 'newcomer')
    expect((await browser.visit(at('/login?redirect=/challenges/7'))).url.pathname).toBe('/challenges/7')
    expect((await browser.visit(at('/login?redirect=//evil.example'))).url.href).toBe(at('/'))
    expect((await browser.visit(at('/auth/callback?redirect=/challenges/8'))).url.pathname).toBe(
      '/challenges/8',
    )
    const started = await browser.submit(at('/login/start'), { redirect: '/challenges/9' })
    expect(started.url.pathname).toBe('/challenges/9')
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2F%2Fevil.example',
  ])('never redirects to another site: %s', async (target) => {
    const browser = new Browser()
    const page = await signInAs(site.origin, browser, 'newcomer', target)
    expect(page.url.href).toBe(at('/'))
  })

  it('refuses an incomplete form', async () => {
    const attempts = () => db.rows(sql`select state_hash from sign_in_attempts order by state_hash`)
    const before = await attempts()
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error('the connection was lost')),
    })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const request = new Request(at('/login/start'), init)
    const context = await requestContext(db, null)
    const args = { request, context, params: {}, url: new URL(request.url), pattern: '/login/start' } as const
    await expect(start.action(args)).rejects.toMatchObject({ status: 400 })
    expect(await attempts()).toEqual(before)
  })

  it('sets cookies as HttpOnly and SameSite', async () => {
    const browser = new Browser()
    const started = await fetch(at('/login/start'), {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    expect(started.headers.get('set-cookie')).toMatch(
      /^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const back = await returning(site.origin, browser, 'newcomer')
    const answered = await fetch(back, { headers: cookieHeader(browser), redirect: 'manual' })
    expect(answered.headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

function cookieHeader(browser: Browser) {
  return { Cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
