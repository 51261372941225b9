import { createServer } from 'node:http'
import sql from 'sql-template-tag'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { takesMail } from '#domain/notifications/delivery.server.ts'
import { endTrust } from '#domain/sessions/sign-in.server.ts'
import { Browser, type Page } from '#test/browser.ts'
import { testDatabase } from '#test/database.ts'
import { openFalseProvider, strangersKey, type TokenParts } from '#test/false-provider.ts'
import { listening } from '#test/listening.ts'
import { whoami } from '#test/sign-in.ts'
import { openSite } from '#test/sign-in-site.ts'

const { db } = await testDatabase()
const provider = await openFalseProvider()
const site = await openSite({ db, accounts: [], provider })
afterAll(async () => {
  await site.close()
  await provider.close()
})
beforeEach(async () => {
  provider.forge((honest) => honest)
  await db.rows(sql`delete from sessions`)
  await db.rows(sql`delete from rate_limits`)
})

const welcome = `${site.origin}/profile/edit?welcome=%2Fchallenges%2F3`

const claiming = (claims: Record<string, unknown>) => (honest: TokenParts) => ({
  ...honest,
  claims: { ...honest.claims, ...claims },
})
const seconds = () => Math.floor(Date.now() / 1000)

describe('an ID token', () => {
  it('starts a session if all claims are valid', async () => {
    const browser = new Browser()
    const page = await signIn(browser)
    expect(page.url.href).toBe(welcome)
    expect(browser.cookie('session')).toBeDefined()
    expect(await sessions()).toBe(1)
  })

  it.each<[string, (honest: TokenParts) => TokenParts]>([
    ['with the algorithm none', (honest) => ({ ...honest, header: { alg: 'none' }, key: 'nothing' })],
    [
      'with the algorithm none in capitals',
      (honest) => ({ ...honest, header: { alg: 'NONE' }, key: 'nothing' }),
    ],
    [
      'signed with the public key as a shared one',
      (honest) => ({ ...honest, header: { alg: 'HS256' }, key: 'hmac' }),
    ],
    ['without its signature', (honest) => ({ ...honest, key: 'nothing' })],
    ['signed by a stranger', (honest) => ({ ...honest, key: strangersKey })],
    [
      'signed by a stranger who brings a key',
      (honest) => ({
        ...honest,
        header: { ...honest.header, jwk: strangersKey.export({ format: 'jwk' }) },
        key: strangersKey,
      }),
    ],
    ['with an unknown key', (honest) => ({ ...honest, header: { alg: 'RS256', kid: 'two' } })],
    ['changed after signing', (honest) => ({ ...honest, tamper: promoted })],
    ['for another client', claiming({ aud: 'someone-else' })],
    ['for no client', claiming({ aud: undefined })],
    ['for several clients, another of them authorized', claiming({ aud: ['dojo', 'other'], azp: 'other' })],
    ['of another issuer', claiming({ iss: 'https://evil.example' })],
    ['without a subject', claiming({ sub: undefined })],
    ['with an empty subject', claiming({ sub: '' })],
    ['with a subject that is a number', claiming({ sub: 7 })],
    ['with NUL in its subject', claiming({ sub: 'some\u0000one' })],
    ['with half a character in its subject', claiming({ sub: 'some\ud800one' })],
    ['with a subject of 256 characters', claiming({ sub: 'x'.repeat(256) })],
    ['with another nonce', claiming({ nonce: 'another' })],
    ['without a nonce', claiming({ nonce: undefined })],
    ['that ran out a minute ago', claiming({ exp: seconds() - 60 })],
    ['that never runs out', claiming({ exp: undefined })],
    ['that is not valid yet', claiming({ nbf: seconds() + 600 })],
    ['that is no token', (honest) => ({ ...honest, tamper: () => 'not-a-token' })],
  ])('%s is refused', async (_, forged) => {
    provider.forge(forged)
    const browser = new Browser()
    const page = await signIn(browser)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Failed to complete authentication')
    expect(browser.cookie('session')).toBeUndefined()
    expect(await sessions()).toBe(0)
    expect(site.log.join('\n')).not.toMatch(/eyJ|someone@|a-code/)
  })

  it.each<[string, Record<string, unknown>]>([
    ['NUL', { email: 'ann\u0000@dojo.example', name: 'Ann\u0000', picture: 'https://a.example/\u0000' }],
    ['half characters', { email: '\udc00@dojo.example', name: '\ud800', picture: '\ud800' }],
    ['a megabyte', { email: 'x'.repeat(1e6), name: 'x'.repeat(1e6), picture: 'x'.repeat(1e6) }],
    ['other types', { email: ['ann@dojo.example'], name: { first: 'Ann' }, picture: 7 }],
  ])('with %s in its other claims signs in without them', async (kind, claims) => {
    provider.forge(claiming({ sub: `cleaned ${kind}`, ...claims }))
    const browser = new Browser()
    expect((await signIn(browser)).url.href).toBe(welcome)
    expect(browser.cookie('session')).toBeDefined()
    const stored = await db.row(sql`
      select i.email, i.email_verified, u.email as "memberEmail" from identities i join users u on u.id = i.user_id
      where i.subject = ${`cleaned ${kind}`}`)
    expect(stored).toEqual({ email: null, email_verified: false, memberEmail: null })
  })

  it.each([
    ['unless the claim is true', { sub: 'text', email_verified: '1' }],
    ['with white space around it', { sub: 'space', email: '\u{A0}admin@dojo.example' }],
  ])('does not treat an e-mail address as verified %s', async (_, claims) => {
    provider.forge(claiming(claims))
    await signIn(new Browser())
    const stored = await db.row(sql`select email_verified from identities where subject = ${claims.sub}`)
    expect(stored).toEqual({ email_verified: false })
  })
})

describe('a provider that does not respond', () => {
  it('is reported on the login page, and tried again at the next sign-in', async () => {
    const silent = createServer()
    const issuer = await listening(silent)
    await new Promise((resolve) => silent.close(resolve))
    const alone = await openSite({ db, accounts: [], provider: { issuer, clientId: 'dojo' } })

    const page = await new Browser().submit(`${alone.origin}/login/start`, { redirect: '/challenges/3' })
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('30')
    expect(page.text).toContain('"problem":"unanswered"')
    expect(page.text).toContain('"returnTo":"/challenges/3"')
    expect(alone.log.join('\n')).toContain('ECONNREFUSED')

    const woken = createServer((_, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` }))
    })
    await new Promise<void>((resolve) => woken.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
    const started = await new Browser().submit(`${alone.origin}/login/start`, {}, '/authorize')
    expect(started.url.searchParams.get('code_challenge_method')).toBe('S256')
    await new Promise((resolve) => woken.close(resolve))
    await alone.close()
  })

  it('fails with 503 when it stops during a sign-in', async () => {
    provider.answer('/token', (_, res) => res.destroy())
    const page = await signIn(new Browser())
    provider.answer('/token', () => false)
    expect(page.status).toBe(503)
    expect(page.text).toContain('"unreachable":true')
    expectReferenceInLog(page, { kind: 'unreachable', reason: 'UND_ERR_SOCKET' })
  })
})

describe('an administrator by address, which only UserInfo tells', () => {
  it('keeps the role when UserInfo fails at a sign-in and at a confirmation', async () => {
    const site = await openSite({ db, accounts: [], provider, adminEmails: 'chief@dojo.example' })
    const sub = 'chief'
    provider.forge(claiming({ sub, email: undefined, email_verified: undefined }))
    const person = { sub, email: 'chief@dojo.example', email_verified: true }
    provider.answer('/userinfo', (_, res) =>
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(person)),
    )
    const browser = new Browser()
    await browser.submit(`${site.origin}/login/start`, {})
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: true })

    provider.answer('/userinfo', (_, res) => res.writeHead(500).end())
    await browser.submit(`${site.origin}/profile/account/confirm`, {})
    expect(await whoami(site.origin, browser)).toMatchObject({ isAdmin: true })
    const confirmed = await db.row(sql`
      select confirmed_at is not null as confirmed from sessions s join identities i using (user_id)
      where i.subject = ${sub}`)
    expect(confirmed).toEqual({ confirmed: true })
    const another = new Browser()
    await another.submit(`${site.origin}/login/start`, {})
    expect(await whoami(site.origin, another)).toMatchObject({ isAdmin: true })
    provider.answer('/userinfo', () => false)
    await site.close()
  })
})

describe('a failed sign-in shows a reference that is in the log with its cause', () => {
  it.each([
    ['nonce', claiming({ nonce: 'another' }), { reason: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }],
    ['key', (honest: TokenParts) => ({ ...honest, key: strangersKey }), { reason: 'OAUTH_INVALID_RESPONSE' }],
  ])('of a wrong %s', async (_, forged, cause) => {
    provider.forge(forged)
    const pages = await Promise.all([signIn(new Browser()), signIn(new Browser())])
    for (const page of pages) expectReferenceInLog(page, { kind: 'refused', ...cause, detail: anyText })
  })

  it('of an error that the provider answered', async () => {
    const browser = new Browser()
    const asked = await browser.submit(`${site.origin}/login/start`, {}, '/authorize')
    const query = new URLSearchParams({
      error: 'access_denied',
      state: asked.url.searchParams.get('state') ?? '',
    })
    const page = await browser.visit(`${site.origin}/auth/callback?${query}`)
    expectReferenceInLog(page, { reason: 'access_denied' })
  })

  it('and shows no text of a link as a reference', async () => {
    const page = await new Browser().visit(
      `${site.origin}/auth/callback?failed=refused&reference=Call-us-now`,
    )
    expect(page.text).not.toContain('Call-us-now')
  })
})

describe('the name of a new member', () => {
  it.each([
    ['provider', 'Nguyễn Thị Hương', 'Nguyễn Thị Hương'],
    ['provider', 'Nguyễn Thị Hương', expect.stringMatching(/^Nguyễn Thị Hương \d+$/)],
    ['provider', 'Administrator', expect.stringMatching(/^\w+ \w+ \d+$/)],
    ['provider', undefined, expect.stringMatching(/^\w+ \w+ \d+$/)],
    ['random', 'Zoë', expect.stringMatching(/^\w+ \w+ \d+$/)],
  ])('with MEMBER_NAMES=%s and the claim %s is %s', async (setting, name, expected) => {
    const named = await openSite({ db, accounts: [], provider, env: { MEMBER_NAMES: setting } })
    const sub = crypto.randomUUID()
    provider.forge(claiming({ sub, name }))
    await new Browser().submit(`${named.origin}/login/start`, {})
    const member = await db.row(sql`
      select display_name as name from users u join identities i on i.user_id = u.id where i.subject = ${sub}`)
    expect(member).toEqual({ name: expected })
    await named.close()
  })
})

describe('a provider that marks no address', () => {
  it.each([
    ['on', undefined, true],
    ['on', false, false],
    ['off', undefined, false],
  ])(
    'with OIDC_EMAIL_TRUSTED=%s and the claim %s gets mails: %s',
    async (setting, email_verified, mailed) => {
      await db.rows(sql`update identities set email_verified = false`)
      const env = { OIDC_EMAIL_TRUSTED: setting, ADMIN_EMAILS: 'someone@dojo.example' }
      const unmarked = await openSite({ db, accounts: [], provider, env })
      const sub = crypto.randomUUID()
      provider.forge(claiming({ sub, email_verified }))
      const browser = new Browser()
      await browser.submit(`${unmarked.origin}/login/start`, {})
      await browser.submit(`${unmarked.origin}/login/start`, {})
      expect(await whoami(unmarked.origin, browser)).toMatchObject({ isAdmin: false })
      const identity = await db.row(sql`
      select i.email_verified as verified, ${takesMail} as mailed from identities i where i.subject = ${sub}`)
      expect(identity).toEqual({ verified: false, mailed })
      const notices = unmarked.log.filter((line) => line.includes('marks no e-mail address as verified'))
      expect(notices).toHaveLength(1)
      await unmarked.close()
      await endTrust(db)
      expect(await db.rows(sql`select from identities i where i.subject = ${sub} and ${takesMail}`)).toEqual(
        [],
      )
    },
  )
})

it('refuses the 31st sign-in of a member within ten minutes, and counts it for the address', async () => {
  for (let count = 0; count < 30; count++) expect((await signIn(new Browser())).status).toBe(200)
  const browser = new Browser()
  const page = await signIn(browser)
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '600'])
  expect(page.text).toContain('Too many attempts. Please try again later.')
  expect(browser.cookie('session')).toBeUndefined()
  expect(await addressUses()).toEqual([{ points: 1 }])
  provider.forge(claiming({ sub: 'another' }))
  expect((await signIn(new Browser())).status).toBe(200)
})

function addressUses() {
  return db.rows(sql`select points from rate_limits where key like 'sign-in:%'`)
}

describe('the limit of one address', () => {
  it('lets 300 people sign in at once', async () => {
    let people = 0
    provider.forge((honest) => claiming({ sub: `person ${++people}` })(honest))
    const pages = await Promise.all(Array.from({ length: 300 }, () => signIn(new Browser())))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await addressUses()).toEqual([{ points: 0 }])
  }, 60_000)

  it('counts failed sign-ins and unanswered starts, not finished ones', async () => {
    const env = { SIGN_IN_LIMIT: '3' }
    const small = await openSite({ db, accounts: [], provider, env })
    const start = (until?: string) => new Browser().submit(`${small.origin}/login/start`, {}, until)
    for (let count = 0; count < 5; count++) expect((await start()).status).toBe(200)
    expect((await start('/authorize')).status).toBe(303)
    provider.forge(claiming({ nonce: 'another' }))
    for (let count = 0; count < 2; count++) expect((await start()).status).toBe(400)
    const page = await start()
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page.text).toContain('"problem":"often"')
    await small.close()
  })
})

it('counts sign-ins of an IPv6 address by its /64 network', async () => {
  const start = async (network: string) => {
    const headers = { Origin: site.origin, 'X-Client-Address': network }
    const body = new URLSearchParams({ redirect: '/' })
    const url = `${site.origin}/login/start`
    return (await fetch(url, { method: 'POST', redirect: 'manual', headers, body })).status
  }
  await db.rows(sql`delete from rate_limits`)
  expect(await start('2001:db8:1:1::/64')).toBe(303)
  await db.rows(sql`update rate_limits set points = 1000000`)
  expect(await start('2001:db8:1:1::/64')).toBe(429)
  expect(await start('2001:db8:1:2::/64')).toBe(303)
})

const anyText = expect.stringMatching(/^[\w" ()/-]+/)

/** The reference of a page is a request's id, of which the log has a line with these fields. */
function expectReferenceInLog({ text }: Page, fields: Record<string, unknown>): void {
  const [, reference] = /"reference":"([\w-]+)"/.exec(text) ?? []
  const lines = site.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ request }) => request === reference)).toMatchObject(fields)
}

function signIn(browser: Browser) {
  return browser.submit(`${site.origin}/login/start`, { redirect: '/challenges/3' })
}

async function sessions(): Promise<number | undefined> {
  return (await db.row<{ count: number }>(sql`select count(*) from sessions`))?.count
}

function promoted(token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), email: 'boss@dojo.example' }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}
