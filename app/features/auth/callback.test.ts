import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { newSecret } from '#platform/secret.server.ts'
import { Browser } from '#test/browser.ts'
import { testDatabase } from '#test/database.ts'
import { begin, returning, whoami } from '#test/sign-in.ts'
import { openSite } from '#test/sign-in-site.ts'

const accounts: DemoAccount[] = [
  { subject: 'newcomer', name: 'Nao', email: 'nao@dojo.example', emailVerified: true, note: 'New here' },
]
const { db } = await testDatabase()
const site = await openSite({ db, accounts })
afterAll(() => site.close())
const at = (path: string) => site.origin + path

describe('a callback is refused', () => {
  it('without a state', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
    back.searchParams.delete('state')
    await expectRefused(browser, back)
  })

  it('with an unknown state', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
    back.searchParams.set('state', newSecret())
    await expectRefused(browser, back)
  })

  it("with another browser's state, which that browser can still use", async () => {
    const [victim, attacker] = [new Browser(), new Browser()]
    await begin(site.origin, victim)
    const back = await returning(site.origin, attacker, 'newcomer')
    await expectRefused(victim, back)
    await expectRefused(new Browser(), back)
    await attacker.visit(back)
    expect(await whoami(site.origin, attacker)).not.toBeNull()
  })

  it('the second time', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
    await browser.visit(back)
    await browser.submit(at('/sign-out'), {})
    await expectRefused(browser, back)
  })

  it("with another attempt's code", async () => {
    const browser = new Browser()
    const [one, two] = [
      await returning(site.origin, browser, 'newcomer'),
      await returning(site.origin, browser, 'newcomer'),
    ]
    one.searchParams.set('code', two.searchParams.get('code') ?? '')
    await expectRefused(browser, one)
  })

  it('after ten minutes', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
    await db.rows(sql`update sign_in_attempts set expires_at = app_now()`)
    await expectRefused(browser, back)
  })

  it('when it claims to come from another issuer', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
    back.searchParams.set('iss', 'https://evil.example')
    await expectRefused(browser, back)
  })
})

describe('an error in the callback', () => {
  const errors: [query: string, message: string, code: string][] = [
    ['error=access_denied&error_description=Not today', 'access_denied: Not today', 'access_denied'],
    ['error=server_error', 'server_error: Unknown error', 'server_error'],
    ['error=login_required&error_description=%0d%0ac%1b[31m', 'login_required: c[31m', 'login_required'],
    ['error_description=Only this', 'Unknown error', 'Unknown error'],
    ['error=call_0800_HACKED&error_description=Now', 'Unknown error', 'Unknown error'],
  ]

  it.each(errors)('%s is shown to the browser that began the sign-in', async (query, message, code) => {
    const browser = new Browser()
    const state = (await returning(site.origin, browser, 'newcomer')).searchParams.get('state') ?? ''
    const page = await browser.visit(at(`/auth/callback?${query}&state=${state}`))
    expect(page.status).toBe(400)
    expect(page.text).toContain(JSON.stringify(message))
    const again = await browser.visit(at(`/auth/callback?${query}&state=${state}`))
    expect(again.text).toContain(`"failure":"${code}"`)
  })

  it.each(errors)('%s is reported by its code alone to other browsers', async (query, message, code) => {
    const state = (await returning(site.origin, new Browser(), 'newcomer')).searchParams.get('state') ?? ''
    for (const link of [query, `${query}&state=${state}`, `${query}&state=${newSecret()}`]) {
      const page = await new Browser().visit(at(`/auth/callback?${link}`))
      expect(page.status).toBe(400)
      expect(page.text).toContain(`"failure":"${code}"`)
      if (message !== code) expect(page.text).not.toContain(message)
    }
  })

  it('uses up the attempt', async () => {
    const browser = new Browser()
    const account = await begin(site.origin, browser)
    const failed = await browser.submit(account.url, { cancel: 'yes' })
    expect(failed.text).toContain('access_denied: The sign-in was canceled')
    const state = failed.url.searchParams.get('state') ?? ''
    await expectRefused(browser, new URL(at(`/auth/callback?code=x&state=${state}`)))
  })
})

describe('the log', () => {
  it('holds no code, state, token or address', async () => {
    const browser = new Browser()
    const back = await returning(site.origin, browser, 'newcomer')
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

async function expectRefused(browser: Browser, back: URL): Promise<void> {
  const before = browser.cookie('session')
  const page = await browser.visit(back)
  expect(page.status).toBe(400)
  expect(page.text).toContain('Failed to complete authentication')
  expect(page.url.searchParams.get('failed')).toBe('refused')
  expect(browser.cookie('session')).toBe(before)
  expect(await whoami(site.origin, browser)).toBeNull()
}
