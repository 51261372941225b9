import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityClient, type IdentityClientOptions } from '#platform/identity/client.server.ts'
import { type FalseProvider, openFalseProvider } from '#test/false-provider.ts'

let provider: FalseProvider
beforeEach(async () => {
  provider = await openFalseProvider()
})
afterEach(() => provider.close())

const secret = "Za8Q~-_.x+/=: '(é)"

describe('the claim email_verified', () => {
  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    ['TRUE', false],
    ['1', false],
    [1, false],
    ['false', false],
    [false, false],
    [null, false],
    [['true'], false],
    [undefined, false],
  ])('%j counts as %s', async (mark, emailVerified) => {
    claiming({ email_verified: mark })
    const emailUnmarked = mark === undefined
    expect(await signIn()).toMatchObject({ email: 'someone@dojo.example', emailVerified, emailUnmarked })
  })

  it.each<[unknown, boolean]>([
    ['true', true],
    ['1', false],
  ])('%j counts as %s from the UserInfo endpoint too', async (mark, emailVerified) => {
    claiming({ email: undefined, email_verified: undefined })
    answerUserInfo(200, { sub: 'someone', email: 'someone@dojo.example', email_verified: mark })
    expect(await signIn()).toMatchObject({ email: 'someone@dojo.example', emailVerified })
  })
})

describe('the claim auth_time', () => {
  it('of 0 says nothing', async () => {
    claiming({ auth_time: 0 })
    expect((await signIn()).authenticatedAt).toBeUndefined()
    claiming({ auth_time: 1_700_000_000 })
    expect((await signIn()).authenticatedAt).toBe(1_700_000_000)
  })

  it('is asked for by an age that no provider refuses', async () => {
    const client = createIdentityClient({
      issuer: provider.issuer,
      clientId: 'dojo',
      redirectUri: 'http://localhost/auth/callback',
    })
    const { address } = await client.startSignIn({ fresh: true })
    expect(address.searchParams.get('prompt')).toBe('login')
    expect(Number(address.searchParams.get('max_age'))).toBeGreaterThan(0)
  })
})

describe('a UserInfo endpoint', () => {
  beforeEach(() => claiming({ email: undefined, email_verified: undefined, name: 'Ann' }))

  it.each<[string, (res: ServerResponse) => unknown]>([
    ['403', (res) => res.writeHead(403).end()],
    ['401 with a challenge', (res) => res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()],
    ['500', (res) => res.writeHead(500, { 'Content-Type': 'application/json' }).end('{}')],
    ['a page', (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>')],
    ['an empty body', (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end()],
    ['no claims', (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')],
    ['a list', (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')],
    ['a closed connection', (res) => res.destroy()],
  ])('that answers %s does not block a member', async (_, respond) => {
    provider.answer('/userinfo', (_, res) => respond(res) ?? true)
    const claims = await signIn()
    expect(claims).toMatchObject({ subject: 'someone', email: null, emailVerified: false, name: 'Ann' })
    expect(claims.userInfoFailure).toMatch(/^[\w-]+$/)
  })

  it.each(['someone-else', '', 7, null])('that answers for %j does', async (sub) => {
    answerUserInfo(200, { sub, email: 'boss@dojo.example', email_verified: true })
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('the client secret', () => {
  it('is sent in the header, encoded no more than it must be', async () => {
    const sent: unknown[] = []
    provider.answer('/token', ({ authorization }) => void sent.push(authorization))
    await signIn({ clientSecret: 'Za8Q~-_.x' })
    expect(sent).toEqual([basic('dojo', 'Za8Q~-_.x')])
    await signIn({ clientSecret: secret })
    expect(decodeURIComponent(decoded(sent[1]).replaceAll('+', '%20'))).toBe(`dojo:${secret}`)
  })

  it.each(['basic', 'post'] as const)('is sent by %s where that is configured', async (tokenAuth) => {
    const sent: unknown[] = []
    provider.answer('/token', ({ form }) => void sent.push(form.get('client_secret')))
    await signIn({ clientSecret: secret, tokenAuth })
    expect(sent).toEqual([tokenAuth === 'post' ? secret : null])
  })

  it.each([
    ['as text', (res: ServerResponse) => res.writeHead(401).end('no')],
    ['with a challenge', (res: ServerResponse) => res.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()],
    ['as an error', (res: ServerResponse) => error(res, 401, 'invalid_client')],
    ['as an error with 400', (res: ServerResponse) => error(res, 400, 'invalid_client')],
  ])('is sent by the other method once it was refused %s, and from then on', async (_, refuse) => {
    const sent: string[] = []
    provider.answer('/token', ({ authorization, form }, res) => {
      sent.push(authorization ? 'basic' : 'post')
      if (form.get('client_secret') === secret) return false
      refuse(res)
      return true
    })
    const client = clientOf({ clientSecret: secret })
    await signInWith(client)
    await signInWith(client)
    expect(sent).toEqual(['basic', 'post', 'post'])
  })

  it('is sent twice at most', async () => {
    const sent: unknown[] = []
    provider.answer('/token', ({ authorization }, res) => {
      sent.push(authorization ? 'basic' : 'post')
      return error(res, 401, 'invalid_client')
    })
    const client = clientOf({ clientSecret: 'wrong' })
    await expect(signInWith(client)).rejects.toMatchObject({ kind: 'refused', code: 'invalid_client' })
    expect(sent).toEqual(['basic', 'post'])
  })

  it('is not sent again after another error', async () => {
    const sent: unknown[] = []
    provider.answer('/token', (_, res) => {
      sent.push('once')
      return error(res, 400, 'invalid_grant')
    })
    await expect(signIn({ clientSecret: secret })).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(sent).toHaveLength(1)
  })
})

it('asks the provider for few members at once, however many sign in', async () => {
  let [asked, most] = [0, 0]
  provider.answer('/token', async (_, res) => {
    asked += 1
    most = Math.max(most, asked)
    await sleep(20)
    asked -= 1
    error(res, 400, 'invalid_grant')
  })
  const client = clientOf()
  const endings = await Promise.allSettled(Array.from({ length: 60 }, () => signInWith(client)))
  const codes = endings.map((one) => one.status === 'rejected' && one.reason.code)
  expect(new Set(codes)).toEqual(new Set(['invalid_grant']))
  expect(most).toBeLessThanOrEqual(16)
})

it('keeps the keys of the provider', async () => {
  const client = clientOf()
  await signInWith(client)
  await signInWith(client)
  expect(provider.requests.filter((path) => path === '/jwks')).toHaveLength(1)
})

it('refuses a token that is signed by an unknown key', async () => {
  const client = clientOf()
  await signInWith(client)
  provider.forge((honest) => ({ ...honest, header: { ...honest.header, kid: 'two' } }))
  await expect(signInWith(client)).rejects.toMatchObject({ kind: 'refused' })
})

function clientOf(options: Partial<IdentityClientOptions> = {}) {
  const { issuer, clientId } = provider
  const redirectUri = 'http://127.0.0.1:3000/auth/callback'
  return createIdentityClient({ issuer, clientId, redirectUri, ...options })
}

function signIn(options: Partial<IdentityClientOptions> = {}) {
  return signInWith(clientOf(options))
}

async function signInWith(client: ReturnType<typeof clientOf>) {
  const { address, secrets } = await client.startSignIn()
  const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  return client.finishSignIn(new URL(back).searchParams, secrets)
}

function claiming(claims: Record<string, unknown>): void {
  provider.forge((honest) => ({ ...honest, claims: { ...honest.claims, ...claims } }))
}

function answerUserInfo(status: number, body: unknown): void {
  provider.answer('/userinfo', (_, res) =>
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
  )
}

function error(res: ServerResponse, status: number, code: string) {
  return res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: code }))
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

function decoded(header: unknown): string {
  return Buffer.from(String(header).replace('Basic ', ''), 'base64').toString()
}
