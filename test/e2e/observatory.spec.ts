import { rm } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { storeImage } from '#domain/media/store.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { setMaintenance } from '#platform/maintenance.server.ts'
import { accepted, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { type FalseProvider, openFalseProvider } from '#test/false-provider.ts'
import { startForwarder } from '#test/faults/forwarder.ts'
import { drawing } from './images.ts'
import { makeDataDir, openSite, postgresVariable, type Site, startServer } from './site.ts'
import { test as demoTest } from './test.ts'

const publicUrl = 'https://dojo.example'

interface HttpsSite {
  site: Site
  provider: FalseProvider
  /** Its environment. */
  env: Record<string, string>
}

/** A site as it runs behind a proxy with TLS, with a provider that signs in everyone. */
const test = base.extend<object, { https: HttpsSite }>({
  https: [
    async ({ browserName }, use, { workerIndex }) => {
      const provider = await openFalseProvider()
      const env = {
        PUBLIC_URL: publicUrl,
        TRUST_PROXY: '1',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: 'secret',
        CONTACT_EMAIL: 'security@dojo.example',
        METRICS_TOKEN: 'a-token-of-the-test',
      }
      const site = await openSite(`https_${browserName}_${workerIndex}`, env)
      await use({ site, provider, env })
      await site.stop()
      await provider.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe.configure({ mode: 'default' })

/** What the MDN Observatory asks for its best grade. */
const required = {
  'content-security-policy': /^default-src 'none'; (?!.*'unsafe-)(?!.* \*).*frame-ancestors 'none'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'referrer-policy': /^(strict-origin-when-cross-origin|same-origin)$/,
  'strict-transport-security': /^max-age=63072000$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
}

interface ClientRequest {
  path: string
  status: number
  init?: RequestInit
  /** What differs where other sites may read or show it. */
  shared?: Record<string, RegExp>
}

const picture = { 'cross-origin-resource-policy': /^cross-origin$/ }
const api = { ...picture, 'access-control-allow-origin': /^\*$/ }
const card = {
  ...picture,
  'content-security-policy': /^default-src 'none'; (?!.*'unsafe-)(?!.*script-src).*frame-ancestors \*$/,
  'x-frame-options': /^$/,
}

async function check(origin: string, { path, status, init, shared = {} }: ClientRequest): Promise<Response> {
  const answer = await fetch(origin + path, { redirect: 'manual', ...init })
  const label = `${init?.method ?? 'GET'} ${path}`
  expect.soft(answer.status, label).toBe(status)
  expectHeaders(answer.headers, label, { 'access-control-allow-origin': /^$/, ...shared })
  return answer
}

function expectHeaders(headers: Headers, label: string, others: Record<string, RegExp> = {}): void {
  for (const [name, value] of Object.entries({ ...required, ...others })) {
    expect.soft(headers.get(name) ?? '', `${label}: ${name}`).toMatch(value)
  }
}

test('every kind of response has the headers of the best grade', async ({ https: { site } }) => {
  const { db, images, origin } = site
  const member = await makeMember(db)
  const upload = { ownerId: member.id, purpose: 'submission', bytes: (await drawing()).buffer } as const
  const { id: imageId } = accepted(await storeImage(images, upload))
  const challenge = await makeChallenge(db)
  await makeSubmission(db, member, challenge, { imageId })
  const image = await db.row<{ width: number }>(sql`
    select widths[1] as width from images where id = ${imageId}`)
  const page = await (await fetch(origin)).text()
  const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? ''
  const cookie = `__Host-session=${await startSession(db, member.id)}`
  const form = { method: 'POST', body: new URLSearchParams({ theme: 'dark' }) }

  const requests: ClientRequest[] = [
    { path: '/', status: 200 },
    { path: '/', status: 200, init: { headers: { Cookie: cookie } } },
    { path: '/login', status: 200 },
    { path: `/challenges/${challenge}`, status: 200 },
    { path: '/challenges.data', status: 200 },
    { path: '/profile/account', status: 200, init: { headers: { Cookie: cookie } } },
    { path: '/profile/account', status: 302 },
    { path: '/admin', status: 403, init: { headers: { Cookie: cookie } } },
    { path: '/admin.data', status: 403, init: { headers: { Cookie: cookie } } },
    { path: '/nowhere', status: 404 },
    { path: '/challenges/unknown', status: 404 },
    { path: `/media/${imageId}/${image?.width}.webp`, status: 200, shared: picture },
    { path: '/api/v1/challenges', status: 200, shared: api },
    { path: `/oembed?url=${publicUrl}/challenges/${challenge}`, status: 200, shared: api },
    { path: `/embed/challenges/${challenge}`, status: 200, shared: card },
    { path: '/media/unknown/1.webp', status: 404 },
    { path: `/challenges/${challenge}/share.png`, status: 200 },
    { path: script, status: 200 },
    { path: '/favicon.svg', status: 200 },
    { path: '/robots.txt', status: 200 },
    { path: '/sitemap.xml', status: 200 },
    { path: '/.well-known/security.txt', status: 200 },
    { path: '/.well-known/security.txt', status: 200, init: { method: 'HEAD' } },
    { path: '/healthz', status: 200 },
    { path: '/readyz', status: 200 },
    { path: '/metrics', status: 200, init: { headers: { Authorization: 'Bearer a-token-of-the-test' } } },
    { path: '/metrics', status: 404, init: { headers: { 'X-Forwarded-For': '198.51.100.7' } } },
    { path: '/', status: 405, init: { method: 'PUT', headers: { Origin: publicUrl } } },
    { path: '/theme', status: 403, init: { ...form, headers: { Origin: 'https://evil.example' } } },
    {
      path: '/theme',
      status: 413,
      init: { ...form, body: 'x'.repeat(70_000), headers: { Origin: publicUrl } },
    },
    { path: `/${'x'.repeat(9_000)}`, status: 404 },
    { path: '/%ff', status: 400 },
  ]
  for (const one of requests) await check(origin, one)
  const theme = await check(origin, {
    path: '/theme',
    status: 302,
    init: { ...form, headers: { Origin: publicUrl } },
  })
  expect(theme.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-theme=dark; .*; Secure$/)])
  const text = await (await fetch(`${origin}/.well-known/security.txt`)).text()
  expect(text).toContain(`Contact: mailto:security@dojo.example\nExpires: `)
  expect(text).toContain(`Canonical: ${publicUrl}/.well-known/security.txt\n`)
})

test('a sign-in sets cookies for this host and https only', async ({ https: { site } }) => {
  const form = { method: 'POST', headers: { Origin: publicUrl }, body: new URLSearchParams() }
  const start = await check(site.origin, { path: '/login/start', status: 303, init: form })
  const [attempt = ''] = start.headers.getSetCookie()
  expect(attempt).toMatch(/^__Host-sign-in=.+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  const chosen = await fetch(start.headers.get('Location') ?? '', { redirect: 'manual' })
  const callback = new URL(chosen.headers.get('Location') ?? '')
  expect(callback.origin).toBe(publicUrl)
  const signedIn = await check(site.origin, {
    path: callback.pathname + callback.search,
    status: 302,
    init: { headers: { Cookie: attempt.split(';')[0] ?? '' } },
  })
  const session = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-session='))
  expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

test('the maintenance page has the headers of the best grade', async ({ https: { site } }) => {
  await setMaintenance(site.db, { message: 'Back soon.' })
  const init = { method: 'POST', headers: { Accept: 'text/html', Origin: publicUrl } }
  await expect
    .poll(async () => (await fetch(`${site.origin}/login/start`, { ...init, redirect: 'manual' })).status)
    .toBe(503)
  const answer = await check(site.origin, { path: '/login/start', status: 503, init })
  expect(await answer.text()).toContain('Back soon.')
  await setMaintenance(site.db, null)
})

test('the outage page has the headers of the best grade', async ({ https: { site, env } }) => {
  const found = await site.db.row<{ database: string }>(sql`select current_database() as database`)
  const upstream: pg.ClientConfig = JSON.parse(process.env[postgresVariable] ?? '')
  const cuts: (() => unknown)[] = []
  const { port } = await startForwarder({ onEnd: (cut) => cuts.push(cut) }, upstream)
  const dataDir = await makeDataDir()
  const server = await startServer({ ...upstream, ...found, host: '127.0.0.1', port }, dataDir, env)
  try {
    for (const cut of cuts) cut()
    const headers = { Accept: 'text/html' }
    const answer = await check(server.origin, { path: '/challenges', status: 503, init: { headers } })
    expect(await answer.text()).toContain('Temporarily unavailable')
    const cookie = `__Host-session=${'x'.repeat(43)}`
    await check(server.origin, { path: '/admin', status: 503, init: { headers: { Cookie: cookie } } })
    await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503)
    await check(server.origin, { path: '/readyz', status: 503 })
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

demoTest('the demo’s sign-in pages would have them with TLS', async ({ site }) => {
  const start = await fetch(`${site.origin}/login/start`, {
    method: 'POST',
    headers: { Origin: site.origin },
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  const paths = [
    start.headers.get('Location') ?? '',
    `${site.origin}/demo-identity/.well-known/openid-configuration`,
    `${site.origin}/demo-identity/unknown`,
    `${site.origin}/healthz`,
  ]
  for (const path of paths) {
    expect(path).toContain(site.origin)
    const answer = await fetch(path, { redirect: 'manual' })
    expect.soft(answer.headers.get('Strict-Transport-Security'), path).toBeNull()
    const headers = new Headers(answer.headers)
    headers.delete('Set-Cookie')
    headers.set('Strict-Transport-Security', 'max-age=63072000')
    expectHeaders(headers, path)
  }
})
