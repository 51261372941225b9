import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { watchPages } from '#domain/pages/queries.server.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createApp } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { staticFiles } from '#server/middleware/static-files.ts'
import { plainAnswers, webManifest } from '#server/plain-answers.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()
const server = createServer()
let site = ''

const dataDir = await mkdtemp(join(tmpdir(), 'dojo-http-'))

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  site = `http://localhost:${(server.address() as AddressInfo).port}`
  const config = readConfig({ PUBLIC_URL: site, TRUST_PROXY: '1' })
  const log = createLogger({ level: 'silent' })
  const release = { version: '1.2.3', commit: 'abc1234' }
  const fileStore = await openFileStore({ dataDir, s3: undefined })
  const maintenance = { current: () => null }
  const services = {
    db,
    config,
    settings: watchSettings(db, config.site),
    pages: watchPages(db),
    log,
    release,
    files: fileStore,
    maintenance,
  } as Services
  const files = staticFiles('test/bare-build/client')
  const before =
    (next: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      if (incoming.url === '/elsewhere') outgoing.end('by another listener')
      else next(incoming, outgoing)
    }
  const plain = plainAnswers(services)
  const options = { services, plain, pages, files, before: [before], formTargets: () => [] }
  server.on('request', listenerOf(createApp(options)))
})

afterAll(async () => {
  server.close()
  await rm(dataDir, { recursive: true })
})

async function pages(request: Request, nonce: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/away')) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  if (pathname.endsWith('/busy')) return new Response('Please try again.', { status: 503 })
  if (pathname.endsWith('/broken')) throw new Error('a bug that names ann@example.org')
  const body = await request.text()
  return Response.json({ url: request.url, address: clientAddress(request), nonce, body })
}

function answer(path: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (done, fail) => {
      const outgoing = send(
        site + path,
        { method, headers: { host: new URL(site).host, ...headers } },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk) => chunks.push(chunk))
          incoming.on('end', () => {
            done({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(chunks).toString(),
            })
          })
        },
      )
      outgoing.on('error', fail)
      outgoing.end(method === 'POST' ? 'typed=text' : undefined)
    },
  )
}

test.each(['GET', 'HEAD'])('%s is answered once by a Node listener', async (method) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { status, body } = await answer('/elsewhere', method, { connection: 'close' })
  expect([status, body]).toEqual([200, method === 'GET' ? 'by another listener' : ''])
  await sleep(50)
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})

describe('every response', () => {
  test.each(['/', '/assets/app-1a2b3c.js', '/broken', '/away'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await answer(path)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('has its own nonce for scripts, which the page receives', async () => {
    const [one, other] = [await answer('/'), await answer('/')]
    const { nonce } = JSON.parse(one.body)
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(JSON.parse(other.body).nonce).not.toBe(nonce)
  })
})

describe('a page', () => {
  test('gets the public URL and the client behind the proxy', async () => {
    const forged = { 'x-client-address': '6.6.6.6', 'x-forwarded-for': '6.6.6.6, 198.51.100.7' }
    const seen = JSON.parse((await answer('/a/b?c=d', 'GET', forged)).body)
    expect(seen).toMatchObject({ url: `${site}/a/b?c=d`, address: '198.51.100.7' })
  })

  test('does not believe a client that is no proxy, which connects directly', async () => {
    server.once('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: '203.0.113.9' }),
    )
    // Has connections of its own.
    const seen = await fetch(site, { headers: { 'x-forwarded-for': '198.51.100.7' } })
    expect(await seen.json()).toMatchObject({ address: '203.0.113.9' })
  })

  test('accepts a form from this site only', async () => {
    const own = await answer('/vote', 'POST', { origin: site })
    expect(JSON.parse(own.body).body).toBe('typed=text')
    expect((await answer('/vote', 'POST')).status).toBe(403)
    expect((await answer('/vote', 'POST', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await answer('/vote', 'DELETE', { cookie: 'session=x' })).status).toBe(403)
    const unsubscribe = '/unsubscribe/a/b/c.data'
    expect((await answer(unsubscribe, 'POST')).status).toBe(200)
    expect((await answer(unsubscribe, 'POST', { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('accepts GET, HEAD and POST only', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers, body } = await answer('/vote', method, { origin: site })
      expect({ method, status, allow: headers.allow }).toEqual({
        method,
        status: 405,
        allow: 'GET, HEAD, POST',
      })
      expect(body).toBe('This site accepts GET, HEAD, POST only.\n')
    }
    expect((await answer('/vote', 'HEAD')).status).toBe(200)
  })

  test('that fails shows no details, and answers 503 during a database outage', async () => {
    const broken = await answer('/broken')
    expect(broken.status).toBe(500)
    expect(broken.body).not.toContain('ann@')
    const away = await answer('/away')
    expect(away.status).toBe(503)
    expect(away.headers['retry-after']).toBe('5')
    expect((await answer('/busy')).headers['retry-after']).toBe('5')
    for (const { body } of [broken, away]) expect(body).not.toContain('admin')
  })
})

test.each([
  ['GET', '/media/1/960.webp.data'],
  ['GET', '/Media/1/960.webp/_.data'],
  ['GET', '/challenges/1/share.png.data?_routes=x'],
  ['GET', '/challenges.atom.data'],
  ['POST', '/profile/account/download.data'],
  ['POST', '//profile/account/Download/_.data'],
])('%s %s is not found: a file is not read as the data of a page', async (method, path) => {
  expect((await answer(path, method, { origin: site })).status).toBe(404)
  const own = path.replace(/(\/_)?\.data.*/, '')
  expect((await answer(own, method, { origin: site })).status).toBe(200)
})

describe('the demo', () => {
  test('redirects other names of this machine to its own, and refuses foreign ones', async () => {
    const other = await answer('/challenges?kind=image', 'GET', {
      host: site.replace('http://localhost', '127.0.0.1'),
    })
    expect(other.status).toBe(307)
    expect(other.headers.location).toBe(`${site}/challenges?kind=image`)
    expect((await answer('/', 'GET', { host: 'evil.example' })).status).toBe(421)
  })
})

describe('files of the build', () => {
  test('are cached forever when their name contains a hash', async () => {
    const { status, headers } = await answer('/assets/app-1a2b3c.js')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toContain('text/javascript')
  })

  test('are a fixed list: other URLs are pages', async () => {
    for (const path of [
      '/assets/none.js',
      '/assets',
      '/../server/index.js',
      '/assets/..%2f..%2fserver%2findex.js',
    ]) {
      expect(JSON.parse((await answer(path)).body)).toHaveProperty('url')
    }
  })
})

test('reports liveness and readiness', async () => {
  const health = await answer('/healthz')
  expect(health.status).toBe(200)
  expect(JSON.parse(health.body)).toEqual({ status: 'alive', version: '1.2.3', commit: 'abc1234' })
  expect((await answer('/readyz')).status).toBe(200)
})

test('an accent colour is a stylesheet at an address of its own (ADM-115)', async () => {
  const { status, headers, body } = await answer('/accent/1f5fa8.css')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(body).toContain('--color-go-fill:light-dark(#1f5fa8,')
  for (const other of ['red.css', '1f5fa8', '1f5fa8.css.map', '12345g.css'])
    expect((await answer(`/accent/${other}`)).body).not.toContain('--color-go')
})

test('the manifest carries the name of the site', async () => {
  const { status, headers, body } = await answer('/site.webmanifest')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/manifest+json')
  expect(JSON.parse(body)).toMatchObject({ name: 'Creative Dojo', start_url: '/', display: 'standalone' })
  expect(webManifest({ productName: 'Atelier Nord', tagline: 'Draw at night', logo: '' })).toMatchObject({
    name: 'Atelier Nord',
    short_name: 'Atelier Nord',
    description: 'Draw at night',
  })
  const icon = { src: '/media/one/192.webp', type: 'image/webp', sizes: '192x192' }
  expect(webManifest({ productName: 'Nord', tagline: 'Draw', logo: 'one' }).icons).toEqual([icon])
})
