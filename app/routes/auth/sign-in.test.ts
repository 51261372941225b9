import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { newSecret } from '#platform/secret.server.ts'
import { Browser, type Page } from '#test/browser.ts'
import { testDatabase } from '#test/database.ts'
import { openSite } from '#test/sign-in-site.ts'

const accounts: DemoAccount[] = [
  { subject: 'newcomer', name: 'Nao', email: 'nao@dojo.example', emailVerified: true, note: 'New here' },
  { subject: 'admin', name: 'Aki', email: 'aki@dojo.example', emailVerified: true, note: 'Administrator' },
]
const { db } = await testDatabase()
const site = await openSite({ db, accounts, adminEmails: 'aki@dojo.example, boss@dojo.example' })
afterAll(() => site.close())
const at = (path: string) => site.origin + path

describe('signing in', () => {
  it('leads through the provider back to where one was going', async () => {
    const browser = new Browser()
    const page = await signInAs(browser, 'newcomer', '/challenges/1?mode=voting')
    expect(page.url.href).toBe(at('/challenges/1?mode=voting'))
    expect(await whoami(browser)).toMatchObject({ rank: 'Novice Ninja', points: 0, isAdmin: false })
    expect(browser.cookie('session')).toMatch(/^[\w-]{43}$/)
  })

  it('knows the same person again, and the administrator by the verified address', async () => {
    const [first, second] = [new Browser(), new Browser()]
    await signInAs(first, 'admin')
    await signInAs(second, 'admin')
    expect(await whoami(first)).toMatchObject({ isAdmin: true })
    expect(await whoami(second)).toEqual(await whoami(first))
  })

  it('takes a typed name and address, which never make an administrator', async () => {
    const browser = new Browser()
    const account = await begin(browser)
    await browser.submit(account.url, { name: 'The Boss', email: ' Boss@Dojo.Example ', new: 'yes' })
    expect(await whoami(browser)).toMatchObject({ isAdmin: false })
    const again = new Browser()
    await again.submit((await begin(again)).url, { name: 'Boss', email: 'boss@dojo.example' })
    expect(await whoami(again)).toEqual(await whoami(browser))
  })

  it('lets one person after another use the same browser', async () => {
    const browser = new Browser()
    await signInAs(browser, 'newcomer')
    const before = browser.cookie('session')
    await browser.submit(at('/sign-out'), {})
    expect(await whoami(browser)).toBeNull()
    await signInAs(browser, 'admin')
    expect(await whoami(browser)).toMatchObject({ isAdmin: true })

    const thief = new Browser()
    thief.cookies.push({ name: 'session', value: String(before), path: '/' })
    expect(await whoami(thief)).toBeNull()
  })

  it('works in several tabs at once, in any order', async () => {
    const browser = new Browser()
    const [one, two] = [await begin(browser, '/challenges/1'), await begin(browser, '/challenges/2')]
    const second = await browser.submit(two.url, { account: 'newcomer' })
    expect(second.url.pathname).toBe('/challenges/2')
    const first = await browser.submit(one.url, { account: 'admin' })
    expect(first.url.pathname).toBe('/challenges/1')
    expect(await whoami(browser)).toMatchObject({ isAdmin: true })
  })

  it('sends someone who is signed in straight on', async () => {
    const browser = new Browser()
    await signInAs(browser, 'newcomer')
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
  ])('never leads off this site: %s', async (target) => {
    const browser = new Browser()
    const page = await signInAs(browser, 'newcomer', target)
    expect(page.url.href).toBe(at('/'))
  })

  it('sends cookies that scripts and other sites do not get', async () => {
    const browser = new Browser()
    const started = await fetch(at('/login/start'), {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    expect(started.headers.get('set-cookie')).toMatch(
      /^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const back = await returning(browser, 'newcomer')
    const answered = await fetch(back, { headers: cookieHeader(browser), redirect: 'manual' })
    expect(answered.headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('a callback is refused', () => {
  it('without a state', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    back.searchParams.delete('state')
    await expectRefused(browser, back)
  })

  it('with a state that nobody began', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    back.searchParams.set('state', newSecret())
    await expectRefused(browser, back)
  })

  it("with another browser's state, and leaves that browser able to finish", async () => {
    const [victim, attacker] = [new Browser(), new Browser()]
    await begin(victim)
    const back = await returning(attacker, 'newcomer')
    await expectRefused(victim, back)
    await expectRefused(new Browser(), back)
    await attacker.visit(back)
    expect(await whoami(attacker)).not.toBeNull()
  })

  it('the second time', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    await browser.visit(back)
    await browser.submit(at('/sign-out'), {})
    await expectRefused(browser, back)
  })

  it("with another attempt's code", async () => {
    const browser = new Browser()
    const [one, two] = [await returning(browser, 'newcomer'), await returning(browser, 'newcomer')]
    one.searchParams.set('code', two.searchParams.get('code') ?? '')
    await expectRefused(browser, one)
  })

  it('after ten minutes', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    await db.rows(sql`update sign_in_attempts set expires_at = dojo_now()`)
    await expectRefused(browser, back)
  })

  it('when it claims to come from another issuer', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    back.searchParams.set('iss', 'https://evil.example')
    await expectRefused(browser, back)
  })
})

describe('what the provider reports', () => {
  it.each([
    ['?error=access_denied&error_description=Not today', 'access_denied: Not today'],
    ['?error=server_error', 'server_error: Unknown error'],
    ['?error_description=Only this', 'Unknown error'],
  ])('%s is said as it is', async (query, message) => {
    const page = await new Browser().visit(at(`/auth/callback${query}`))
    expect(page.status).toBe(400)
    expect(page.text).toContain(JSON.stringify(message))
  })

  it('uses up the attempt', async () => {
    const browser = new Browser()
    const account = await begin(browser)
    const failed = await browser.submit(account.url, { cancel: 'yes' })
    expect(failed.text).toContain('access_denied: The sign-in was canceled')
    const state = failed.url.searchParams.get('state') ?? ''
    await expectRefused(browser, new URL(at(`/auth/callback?code=x&state=${state}`)))
  })
})

describe('the log', () => {
  it('holds no code, state, token or address', async () => {
    const browser = new Browser()
    const back = await returning(browser, 'newcomer')
    await browser.visit(back)
    const token = browser.cookie('session')
    await browser.submit(at('/sign-out'), {})
    await expectRefused(browser, back)
    const sent = [back.searchParams.get('code'), back.searchParams.get('state')]
    const secrets = [...sent, browser.cookie('sign-in'), token]
    const log = site.log.join('\n')
    expect(log).toContain('unknown-attempt')
    for (const secret of [...secrets, '@dojo.example']) expect(log).not.toContain(secret)
    expect(log).not.toMatch(/demo provider/)
  })
})

async function begin(browser: Browser, redirect = '/'): Promise<Page> {
  return browser.submit(at('/login/start'), { redirect })
}

async function signInAs(browser: Browser, account: string, redirect = '/'): Promise<Page> {
  const choice = await begin(browser, redirect)
  return browser.submit(choice.url, { account })
}

/** The address that the provider sends the browser back to, not yet visited. */
async function returning(browser: Browser, account: string): Promise<URL> {
  const choice = await begin(browser)
  return (await browser.submit(choice.url, { account }, '/auth/callback')).url
}

async function whoami(browser: Browser): Promise<unknown> {
  const { loaderData } = JSON.parse((await browser.visit(at('/whoami'))).text)
  return Object.values(loaderData)[0]
}

async function expectRefused(browser: Browser, back: URL): Promise<void> {
  const before = browser.cookie('session')
  const page = await browser.visit(back)
  expect(page.status).toBe(400)
  expect(page.text).toContain('Failed to complete authentication')
  expect(page.url.search).toBe('?failed=yes')
  expect(browser.cookie('session')).toBe(before)
  expect(await whoami(browser)).toBeNull()
}

function cookieHeader(browser: Browser) {
  return { Cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
