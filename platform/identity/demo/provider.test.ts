import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { Browser, type Page } from '#test/browser.ts'
import { testDatabase } from '#test/database.ts'
import { listening } from '#test/listening.ts'
import { createDemoProvider } from './provider.server.ts'

const accounts = [
  { subject: 'one', name: 'Nao <b>', email: 'nao@dojo.example', emailVerified: true, note: '"New"' },
]
const { db } = await testDatabase()
const server = createServer()
const publicUrl = await listening(server)
const errors: unknown[] = []
const options = {
  db,
  publicUrl,
  siteName: () => 'The Site',
  accounts,
  onError: (error: unknown) => errors.push(error),
}
const demo = createDemoProvider(options)
server.on('request', (req, res) => demo.handle(req, res))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const challenge = 'x'.repeat(43)
const request = {
  client_id: demo.clientId,
  redirect_uri: `${publicUrl}/auth/callback`,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'a-state',
  nonce: 'a-nonce',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

describe('the demo provider', () => {
  it('offers the code flow with S256 and signed tokens, and nothing else', async () => {
    const { text } = await new Browser().visit(`${demo.issuer}/.well-known/openid-configuration`)
    expect(JSON.parse(text)).toMatchObject({
      issuer: demo.issuer,
      authorization_endpoint: `${demo.issuer}/auth`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
    })
    expect(text).not.toMatch(/registration_endpoint|end_session_endpoint|device_authorization|pushed_auth/)
  })

  it.each([
    ['another redirect address', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['a longer redirect address', { redirect_uri: `${publicUrl}/auth/callback/more` }],
    ['another client', { client_id: 'other' }],
  ])('answers %s with a page, and does not redirect', async (_, change) => {
    const page = await ask(new Browser(), change)
    expect(page.status).toBe(400)
    expect(page.headers.get('location')).toBeNull()
    expect(page.text).toContain('This sign-in has expired')
  })

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['the implicit flow', { response_type: 'id_token' }],
    ['no interaction', { prompt: 'none' }],
  ])('refuses %s', async (_, change) => {
    const page = await ask(new Browser(), change, '/auth/callback')
    expect(page.url.href).toMatch(/[?&#]error=/)
    expect(page.url.href).not.toMatch(/[?&#](code|id_token)=/)
  })

  it('shows its accounts as text, under a policy without scripts', async () => {
    const page = await ask(new Browser())
    expect(page.status).toBe(200)
    expect(page.text).toContain('Nao &lt;b&gt;')
    expect(page.text).toContain('&quot;New&quot;')
    expect(page.text).toContain('The Site gives new members a random name')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.text).not.toMatch(/<script| style=|onload=/)
  })

  it.each([
    [{ name: '', email: '' }, 'Enter a name.', 'Enter an e-mail address.'],
    [{ name: ' \u200b ', email: 'no-address' }, 'Enter a name.', 'Enter an address such as'],
    [{ name: '\0', email: 'a\0b' }, 'Enter a name.', 'Enter an address such as'],
    [{ name: 'x'.repeat(81), email: 'a@b@c' }, 'at most 80 characters', 'Enter an address such as'],
    [{ name: 'Me', email: 'NAO@dojo.example' }, 'belongs to one of the accounts', 'NAO@dojo.example'],
    [{ name: '"><svg onload=alert(1)>', email: 'x' }, '&quot;&gt;&lt;svg onload=alert(1)&gt;', 'value="x"'],
  ])('keeps the input and shows the error: %j', async (typed, ...expected) => {
    const browser = new Browser()
    const page = await browser.submit((await ask(browser)).url, typed)
    expect(page.status).toBe(422)
    for (const text of expected) expect(page.text).toContain(text)
    expect(page.text).not.toContain('<svg onload')
  })

  it('refuses a form of another site and an expired page', async () => {
    const browser = new Browser()
    const page = await ask(browser)
    const headers = { Cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const body = new URLSearchParams({ account: 'one' })
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const sent = { ...headers, ...(origin && { Origin: origin }) }
      const answer = await fetch(page.url, { method: 'POST', body, headers: sent, redirect: 'manual' })
      expect(answer.status).toBe(403)
    }
    expect((await new Browser().visit(page.url)).status).toBe(400)
  })

  it('sends Back after a sign-in to the login page that began it, and to no other page', async () => {
    const { url } = await ask(new Browser())
    const from = async (referer: string) => {
      const answer = await fetch(url, { headers: { Referer: referer }, redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    const login = `${publicUrl}/login?redirect=%2Ftools`
    expect(await from(login)).toEqual([303, login])
    expect(await from(`${publicUrl}/login`)).toEqual([303, `${publicUrl}/login`])
    expect(await from(url.href)).toEqual([303, `${publicUrl}/login`])
    for (const other of [
      `${publicUrl}/logins`,
      'https://evil.example/login',
      `${publicUrl}.evil.example/login`,
    ])
      expect(await from(other)).toEqual([400, null])
  })

  it.each([
    ['a text', 'account=one', { 'Content-Type': 'text/plain' }],
    ['8 KB', `account=one&${'x'.repeat(8_192)}`, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('refuses a form of %s', async (_, body, type) => {
    const browser = new Browser()
    const page = await ask(browser)
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { ...type, Cookie: cookie, Origin: publicUrl }
    expect((await fetch(page.url, { method: 'POST', body, headers })).status).toBe(400)
  })

  it('keeps its keys and open pages over a restart', async () => {
    const browser = new Browser()
    const page = await ask(browser)
    const secret = await demo.clientSecret()
    const restarted = createDemoProvider(options)
    expect(await restarted.clientSecret()).toBe(secret)
    server.removeAllListeners('request').on('request', (req, res) => restarted.handle(req, res))
    const back = await browser.submit(page.url, { account: 'one' }, '/auth/callback')
    expect(back.url.searchParams.get('code')).toBeTruthy()
    expect(back.url.searchParams.get('state')).toBe('a-state')
  })

  it('denies access to an account that is deleted during the sign-in', async () => {
    const browser = new Browser()
    const typed = { name: 'Short Stay', email: 'short@stay.example' }
    const chosen = await browser.submit((await ask(browser)).url, typed, '/demo-identity/auth/')
    await db.rows(sql`delete from demo_identity_records where kind = 'Person'`)
    const back = await browser.visit(chosen.url, '/auth/callback')
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    expect(back.url.searchParams.get('state')).toBe('a-state')
    expect(errors).toEqual([])
  })

  it('deletes expired records', async () => {
    await ask(new Browser())
    await db.rows(
      sql`update demo_identity_records set expires_at = clock_timestamp() where expires_at is not null`,
    )
    await ask(new Browser())
    const kinds = await db.rows<{ kind: string }>(
      sql`select distinct kind from demo_identity_records order by kind`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['Interaction'])
    expect(errors).toEqual([])
  })

  it('does not report a client that disconnects', async () => {
    const { host, hostname, port } = new URL(publicUrl)
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const head = `POST /demo-identity/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n`
      const begun = once(server, 'request')
      const socket = connect(Number(port), hostname)
      socket.write(`${head}Content-Type: application/x-www-form-urlencoded\r\n\r\ngrant_type=`)
      const [incoming] = (await begun) as [IncomingMessage]
      await expect.poll(() => incoming.readableFlowing).not.toBeNull()
      const closed = new Promise((resolve) => incoming.socket.once('close', resolve))
      socket[end]()
      await closed
    }
    await ask(new Browser())
    expect(errors).toEqual([])
  })
})

function ask(
  browser: Browser,
  change: Record<string, string | undefined> = {},
  until?: string,
): Promise<Page> {
  const parameters = Object.entries({ ...request, ...change }).filter(
    (pair): pair is [string, string] => !!pair[1],
  )
  return browser.visit(`${demo.issuer}/auth?${new URLSearchParams(parameters)}`, until)
}
