import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRequestHandler, type ServerBuild } from 'react-router'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { guarded, type QuickListener } from '#platform/http/incoming.server.ts'
import { limitSockets } from '#platform/http/socket-limits.ts'
import type { SignInSecrets } from '#platform/identity/claims.server.ts'
import type { IdentityClient } from '#platform/identity/client.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { testDatabase } from '#test/database.ts'
import { listening } from '#test/listening.ts'
import { RawConnection, sendRaw } from '#test/raw-request.ts'
import { requestListener } from './http.ts'
import { type Listener, listen } from './listener.ts'
import { pagesOf } from './pages.ts'
import { staticFiles } from './static-files.ts'

const { db } = await testDatabase()
const opened: Listener[] = []
const folders: string[] = []
afterAll(async () => {
  await Promise.all(opened.map((listener) => listener.close(0)))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

interface SiteOptions {
  db?: Database
  load?: (request: Request) => Promise<Response>
  /** Of a body. */
  maxBytes?: number
  serving?: boolean
  env?: Record<string, string>
  quick?: QuickListener
  identity?: IdentityClient
  /** Gets the services of each request by its URL. */
  onContext?: (services: Services, url: string) => void
}

/** The whole listener over pages that answer with what they were sent. */
async function openSite({ load = echo, maxBytes, serving = true, quick, ...options }: SiteOptions = {}) {
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    productName: 'Dojo & Co',
    trustProxy: Number(options.env?.TRUST_PROXY ?? 0),
  })
  opened.push(listener)
  const origin = `http://localhost:${(listener.server.address() as AddressInfo).port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'dojo-listener-'))
  folders.push(dataDir)
  const config = readConfig({ PUBLIC_URL: origin, DATA_DIR: dataDir, ...options.env })
  const files = await openFileStore(config)
  const log = createLogger({ level: 'silent' })
  const maintenance = { current: () => null }
  const { identity = {} as IdentityClient } = options
  const services = { db: options.db ?? db, files, config, log, maintenance, identity } as Services
  const bare: ServerBuild = await import(resolve('test/bare-build/server/index.js'))
  const build = buildWith(bare, load, { maxBytes, ...options })
  const pages = pagesOf(build, createRequestHandler(build, 'production'), services)
  const handler = requestListener({
    services,
    pages,
    files: staticFiles('test/bare-build/client'),
    formTargets: () => [],
  })
  if (serving) listener.serve(handler, quick)
  return { origin, dataDir, host: new URL(origin).host }
}

/** The bare build with one route for everything, which notices outages as the app's entry does. */
function buildWith(
  bare: ServerBuild,
  load: (request: Request) => Promise<Response>,
  { maxBytes = 64 * 1024, onContext }: Pick<SiteOptions, 'maxBytes' | 'onContext'>,
): ServerBuild {
  let outage = false
  const handle = ({ request }: { request: Request }) => load(request)
  const noticeOutage = (_: unknown, { request }: { request: Request }) => {
    outage ||= !request.signal.aborted
  }
  const { createLoadContext } = bare.entry.module as unknown as {
    createLoadContext(services: Services): unknown
  }
  const module = {
    ...bare.entry.module,
    createLoadContext(given: Services, { url }: Request) {
      onContext?.(given, url)
      return createLoadContext(given)
    },
    bodyLimit: () => ({ maxBytes }),
    hadOutage: () => outage,
    handleError: noticeOutage,
  }
  const everything = { ...bare.routes.everything, module: { loader: handle, action: handle } }
  return { ...bare, entry: { module }, routes: { everything } } as unknown as ServerBuild
}

async function echo(request: Request): Promise<Response> {
  const body = await request.text().catch((error: Error) => `failed: ${error.name}`)
  return Response.json({ path: new URL(request.url).pathname, length: body.length })
}

function post(host: string, path: string, headers: string[], origin = `http://${host}`): string {
  return [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, ...headers, '', ''].join('\r\n')
}

const form = 'Content-Type: application/x-www-form-urlencoded'

describe('a form', () => {
  test('of 64 KB is accepted, and its connection is reused', async () => {
    const { origin, host } = await openSite()
    const connection = new RawConnection(origin)
    for (let sent = 0; sent < 3; sent++) {
      connection.write(post(host, '/form', [form, 'Content-Length: 65536']))
      connection.write('x'.repeat(65_536))
      const { status, headers, body } = await connection.response()
      expect({ status, body: JSON.parse(body) }).toEqual({
        status: 200,
        body: { path: '/form', length: 65_536 },
      })
      expect(headers.get('connection')).not.toBe('close')
    }
    connection.end()
  })

  test.each([
    ['said to be larger', ['Content-Length: 20000000'], 'x'.repeat(1_000)],
    ['that is larger than an upload', ['Content-Length: 30000000'], 'x'.repeat(100_000)],
  ])('%s is refused with 413, and closes its connection', async (_, headers, body) => {
    const { origin, host } = await openSite()
    const text = await sendRaw(origin, post(host, '/theme', [form, ...headers]), body)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toMatch(/^connection: close$/im)
    expect(text).toMatch(/The form is too large\.\n$/)
  })

  test('in chunks of unknown number is refused with 411, and closes its connection', async () => {
    const { origin, host } = await openSite()
    const chunks = '1\r\nx\r\n'.repeat(60_000)
    const text = await sendRaw(origin, post(host, '/theme', [form, 'Transfer-Encoding: chunked']), chunks)
    expect(text).toMatch(/^HTTP\/1\.1 411 /)
    expect(text).toMatch(/^connection: close$/im)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('in chunks is not read after its refusal', async () => {
    const accepted: Socket[] = []
    const server = createServer(guarded(() => undefined, { headers: {} }))
    server.on('connection', (socket) => accepted.push(socket))
    const origin = await listening(server)
    onTestFinished(() => void server.close())
    const client = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => undefined)
    client.write(post('x', '/form', [form, 'Transfer-Encoding: chunked']))
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 411 /)
    const chunks = '1\r\nx\r\n'.repeat(10_000)
    const sending = setInterval(() => client.write(chunks), 5)
    await expect.poll(() => accepted[0]?.destroyed, { timeout: 5_000 }).toBe(true)
    clearInterval(sending)
    client.destroy()
    expect(accepted[0]?.bytesRead).toBeLessThan(500_000)
  })

  test('in chunks is parsed without a call for each, and later bodies with the same parsers are read', async () => {
    const handlers: unknown[] = []
    const server = createServer(guarded((request, response) => void request.pipe(response), { headers: {} }))
    server.on('request', ({ headers, socket }) => {
      const { parser } = socket as Socket & { parser?: Record<string, { name?: string } | null> }
      if (headers['transfer-encoding'])
        handlers.push(...Object.values(parser ?? {}).map((handler) => handler?.name))
    })
    const origin = await listening(server)
    onTestFinished(() => void server.close())
    const chunked = post('x', '/form', [form, 'Transfer-Encoding: chunked'])
    for (let sent = 0; sent < 5; sent++)
      expect(await sendRaw(origin, chunked, '1\r\nx\r\n'.repeat(1_000))).toMatch(/^HTTP\/1\.1 411 /)
    expect(handlers).toContain('parserOnHeadersComplete')
    expect(handlers).not.toContain('parserOnBody')
    await expect.poll(() => connections(server), { timeout: 5_000 }).toBe(0)
    const whole = post('x', '/form', [form, 'Content-Length: 9', 'Connection: close'])
    const answers = Array.from({ length: 10 }, () => sendRaw(origin, whole, 'a=b&c=d&e'))
    for (const answer of await Promise.all(answers)) expect(answer).toContain('a=b&c=d&e')
  })

  test('that is refused before it was read closes its connection, and its rest is not parsed as a request', async () => {
    const { origin, host } = await openSite()
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const rest = 'x'.repeat(500_000) + smuggled
    const head = post(host, '/vote', [form, `Content-Length: ${rest.length + 1}`], 'https://evil.example')
    const text = await sendRaw(origin, head, rest)
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).toMatch(/^connection: close$/im)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('that arrives slowly takes no place from other forms', async () => {
    const { origin, host } = await openSite()
    const slow = Array.from({ length: 30 }, () => new RawConnection(origin))
    for (const connection of slow) connection.write(`${post(host, '/slow', [form, 'Content-Length: 50'])}x`)
    const other = new RawConnection(origin)
    other.write(`${post(host, '/other', [form, 'Content-Length: 1'])}x`)
    expect(JSON.parse((await other.response()).body)).toEqual({ path: '/other', length: 1 })
    for (const connection of slow) connection.write('x'.repeat(49))
    for (const connection of slow) expect((await connection.response()).status).toBe(200)
    for (const connection of [...slow, other]) connection.end()
  })

  test('is received while many clients fill the memory for forms', async () => {
    const { origin, host } = await openSite({ env: { TRUST_PROXY: '1' } })
    const send = (client: string, length: number, sent: number) => {
      const connection = new RawConnection(origin)
      connection.write(post(host, '/x', [form, `X-Forwarded-For: ${client}`, `Content-Length: ${length}`]))
      connection.write('x'.repeat(sent))
      return connection
    }
    const flood = Array.from({ length: 560 }, (_, index) => send(`192.0.2.${index >> 4}`, 64_001, 64_000))
    await Promise.race(flood.map((connection) => connection.response()))
    const others = Array.from({ length: 10 }, (_, index) => send(`198.51.100.${index}`, 60_000, 60_000))
    const answers = await Promise.all(others.map((connection) => connection.response()))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    for (const connection of [...flood, ...others]) connection.end()
  })

  test('of one client may hold 1 MB of memory', async () => {
    const { origin, host } = await openSite()
    const head = post(host, '/x', [form, 'Content-Length: 60001'])
    const flood = Array.from({ length: 20 }, () => new RawConnection(origin))
    for (const connection of flood) connection.write(head + 'x'.repeat(60_000))
    const refused = await Promise.race(flood.map((connection) => connection.response()))
    expect(refused.status).toBe(503)
    for (const connection of flood) connection.end()
  })

  test('that an action does not read closes its connection', async () => {
    const load = async () => new Response('done')
    const { origin, host } = await openSite({ load, maxBytes: 1_000_000 })
    const head = post(host, '/x', [form, 'Content-Length: 200000'])
    const text = await sendRaw(origin, head, 'x'.repeat(70_000))
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text).toMatch(/^connection: close$/im)
  })
})

/** A load that waits until it is released, and what it was asked. */
function held() {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const load = async (request: Request) => {
    begun.push(new URL(request.url).pathname)
    await gate.promise
    return new Response('done')
  }
  return { begun, load, release: gate.resolve }
}

function connections(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.getConnections((_, count) => resolve(count))
  return promise
}

function get(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}

describe('pipelined requests', () => {
  test('are handled one after the other', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(['/1', '/2', '/3', '/4'].map((path) => get(host, path)).join(''))
    await expect.poll(() => begun).toHaveLength(1)
    await fetch(`${origin}/assets/app-1a2b3c.js`)
    expect(begun).toEqual(['/1'])
    release()
    for (let answers = 0; answers < 4; answers++) {
      expect(await connection.response()).toMatchObject({ status: 200, body: 'done' })
    }
    expect(begun).toEqual(['/1', '/2', '/3', '/4'])
    connection.end()
  })

  test('close the connection if there are too many, and are not handled', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(get(host, '/').repeat(200))
    await expect.poll(() => connection.closed).toBe(true)
    release()
    expect((await fetch(`${origin}/after`)).status).toBe(200)
    expect(begun.filter((path) => path === '/').length).toBeLessThanOrEqual(1)
  })

  test('wait with their bodies, which are received when it is their turn', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(get(host, '/1') + post(host, '/2', [form, 'Content-Length: 60000']) + 'x'.repeat(60_000))
    await expect.poll(() => begun).toEqual(['/1'])
    release()
    expect([(await connection.response()).status, (await connection.response()).status]).toEqual([200, 200])
    connection.end()
  })

  test('in chunks close the connection, so that their chunks are not kept', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(get(host, '/1') + post(host, '/2', [form, 'Transfer-Encoding: chunked']))
    await expect.poll(() => connection.closed).toBe(true)
    expect(begun.length).toBeLessThanOrEqual(1)
    release()
  })

  test('are dropped with their connection', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(get(host, '/').repeat(5))
    await expect.poll(() => begun).toHaveLength(1)
    connection.end()
    await expect.poll(() => connection.closed).toBe(true)
    release()
    expect((await fetch(`${origin}/after`)).status).toBe(200)
    expect(begun).toEqual(['/', '/after'])
  })
})

test('a request whose connection was reset before it was read is not handled', async () => {
  const { begun, load, release } = held()
  release()
  const { origin, host } = await openSite({ load })
  const port = Number(new URL(origin).port)
  for (let sent = 0; sent < 20; sent++) {
    const client = connect({ port, host: '127.0.0.1' })
    client.on('error', () => undefined)
    await once(client, 'connect')
    // In this process, so the server reads nothing before the reset.
    client.write(get(host, '/reset'), () => client.resetAndDestroy())
    await once(client, 'close')
  }
  await fetch(`${origin}/last`)
  expect(begun).toEqual(['/last'])
})

test('many requests of one client do not delay another client’s', async () => {
  const answered: string[] = []
  let making = 0
  let most = 0
  const load = async (request: Request) => {
    most = Math.max(most, ++making)
    await new Promise((resolve) => setTimeout(resolve, 20))
    making--
    answered.push(new URL(request.url).pathname)
    return new Response('done')
  }
  const { origin, host } = await openSite({ load, env: { TRUST_PROXY: '1' } })
  const other = new RawConnection(origin)
  const askOther = (path: string) => {
    other.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n`)
    return other.response()
  }
  // Connected before the flood, whose connections are accepted one after the other.
  await askOther('/before')
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const flood = Array.from({ length: 300 }, () => fetch(`${origin}/flood`, { headers }))
  await expect.poll(() => answered.length).toBeGreaterThan(1)
  const before = answered.length
  expect((await askOther('/other')).status).toBe(200)
  other.end()
  await Promise.all(flood)
  expect(answered.indexOf('/other') - before).toBeLessThan(100)
  expect(most).toBeLessThanOrEqual(8)
})

describe('requests that arrive together', () => {
  test('do not start in the same turn of the event loop, so that a new connection is accepted between them', async () => {
    const begun: string[] = []
    const load = async (request: Request) => {
      begun.push(new URL(request.url).pathname)
      return new Response('done')
    }
    const { origin, host } = await openSite({ load })
    const flood = Array.from({ length: 40 }, () => new RawConnection(origin))
    for (const connection of flood) connection.write(post(host, '/first', ['Content-Length: 0']))
    await Promise.all(flood.map((connection) => connection.response()))

    for (const connection of flood) connection.write(post(host, '/flood', ['Content-Length: 0']))
    const other = new RawConnection(origin, '127.0.0.2')
    other.write(get(host, '/other'))
    expect((await other.response()).status).toBe(200)
    await Promise.all(flood.map((connection) => connection.response()))
    expect(begun.filter((path) => path === '/flood')).toHaveLength(40)
    expect(begun.indexOf('/other') - begun.indexOf('/flood')).toBeLessThan(20)
    for (const connection of [...flood, other]) connection.end()
  })

  test('are refused if too many of one client wait, and others are answered', async () => {
    const { origin, host } = await openSite({ env: { TRUST_PROXY: '1' } })
    const ask = (client: string) =>
      `GET /healthz?x HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\n\r\n`
    const flood = Array.from({ length: 560 }, () => new RawConnection(origin))
    for (const [index, connection] of flood.entries()) connection.write(ask(`192.0.2.${index % 250}`))
    await Promise.all(flood.map((connection) => connection.response()))

    for (const connection of flood) connection.write(ask('198.51.100.7'))
    const other = new RawConnection(origin)
    other.write(ask('203.0.113.9'))
    expect((await other.response()).status).toBe(200)
    const answers = await Promise.all(flood.map((connection) => connection.response()))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(80)
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    for (const connection of [...flood, other]) connection.end()
  })

  test('leave their places when their clients are gone', async () => {
    const { begun, load, release } = held()
    const { origin, host } = await openSite({ load, env: { TRUST_PROXY: '1' } })
    const ask = (path: string, client: string) => {
      const connection = new RawConnection(origin)
      connection.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\n\r\n`)
      return connection
    }
    const running = Array.from({ length: 8 }, () => ask('/running', '198.51.100.1'))
    await expect.poll(() => begun).toHaveLength(8)
    const waiting = Array.from({ length: 510 }, () => ask('/waiting', '192.0.2.1'))
    const refused = ask('/refused', '192.0.2.1')
    expect((await refused.response()).status).toBe(503)
    for (const connection of [...waiting, refused]) connection.end()
    const { server } = opened.at(-1) as Listener
    await expect.poll(() => connections(server), { timeout: 5_000 }).toBe(8)
    const late = ask('/late', '192.0.2.1')
    await expect.poll(() => connections(server)).toBe(9)
    release()
    expect((await late.response()).status).toBe(200)
    expect(begun).not.toContain('/waiting')
    for (const connection of [...running, late]) connection.end()
  })
})

test.each([
  ['health checks', '/healthz', 200],
  ['refused requests', '*', 400],
])('%s that arrive together are answered a few per turn of the event loop', async (_, path, status) => {
  const next: RequestListener = (_, response) => void response.end()
  const server = createServer(guarded(next, { headers: {} }))
  let inTurn = 0
  let most = 0
  server.prependListener('request', (_, response) => {
    const { end } = response
    response.end = new Proxy(end, {
      apply(end, target, args) {
        most = Math.max(most, ++inTurn)
        setImmediate(() => {
          inTurn = 0
        })
        return Reflect.apply(end, target, args)
      },
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const flood = Array.from({ length: 60 }, () => new RawConnection(`http://127.0.0.1:${port}`))
  for (const connection of flood) connection.write(get('x', '/'))
  await Promise.all(flood.map((connection) => connection.response()))

  most = 0
  for (const connection of flood) connection.write(get('x', path))
  const answers = await Promise.all(flood.map((connection) => connection.response()))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(10)
  for (const connection of flood) connection.end()
})

test('one address has a limited number of connections: the one idle for longest is closed', async () => {
  const server = createServer((_, response) => response.end('done'))
  limitSockets(server, { perCustomer: 3 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const open = async (localAddress?: string) => {
    const connection = new RawConnection(`http://127.0.0.1:${port}`, localAddress)
    connection.write(get('x', '/'))
    await connection.response()
    return connection
  }
  const connections = [await open(), await open(), await open()]
  connections[0]?.write(get('x', '/again'))
  await connections[0]?.response()
  connections.push(await open())
  await expect.poll(() => connections.map(({ closed }) => closed)).toEqual([false, true, false, false])
  connections.push(await open('127.0.0.2'))
  expect(connections[0]?.closed).toBe(false)
  for (const connection of connections) connection.end()
})

test('a server has a limited number of connections, and answers health checks beyond it', async () => {
  const { load, begun, release } = held()
  const handle: RequestListener = async (request, response) => {
    if (request.url !== '/healthz') await load(new Request(`http://x${request.url}`))
    response.end('done')
  }
  const server = createServer(guarded(handle, { headers: {} }))
  limitSockets(server, { inAll: 3, perCustomer: 10 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const connections: RawConnection[] = []
  const open = (path: string) => {
    const connection = new RawConnection(`http://127.0.0.1:${port}`, `127.0.0.${connections.length + 1}`)
    connections.push(connection)
    connection.write(get('x', path))
    return connection
  }
  expect((await open('/healthz').response()).status).toBe(200)
  for (const path of ['/1', '/2', '/3']) open(path)
  await expect.poll(() => begun).toHaveLength(3)
  expect(connections.map(({ closed }) => closed)).toEqual([true, false, false, false])

  const refused = await open('/4').response()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await open('/healthz').response()).status).toBe(200)
  await expect.poll(() => connections.slice(4).map(({ closed }) => closed)).toEqual([true, true])
  release()
  for (const connection of connections.slice(1, 4)) expect((await connection.response()).status).toBe(200)
  expect((await open('/5').response()).status).toBe(200)
  for (const connection of connections) connection.end()
})

test('beyond the limit of a server, the network with the most connections gives way', async () => {
  const { load, begun, release } = held()
  const handle: RequestListener = async (request, response) => {
    await load(new Request(`http://x${request.url}`))
    response.end('done')
  }
  const server = createServer(guarded(handle, { headers: {} }))
  limitSockets(server, { inAll: 6, perCustomer: 10 })
  const origin = await listening(server)
  onTestFinished(() => void server.close())
  const open = async (address: string, path: string) => {
    const connection = new RawConnection(origin, address)
    connection.write(get('x', path))
    await expect.poll(() => begun).toContain(path)
    return connection
  }
  const slow = [await open('127.1.1.1', '/1'), await open('127.1.1.2', '/2'), await open('127.1.1.2', '/3')]
  const others = [await open('127.1.2.1', '/4'), await open('127.2.1.1', '/5'), await open('127.2.1.2', '/6')]
  others.push(await open('127.3.1.1', '/7'))
  await expect.poll(() => slow.map(({ closed }) => closed)).toEqual([false, true, false])
  expect(others.map(({ closed }) => closed)).toEqual([false, false, false, false])
  release()
  for (const connection of others) expect((await connection.response()).status).toBe(200)
  for (const connection of [...slow, ...others]) connection.end()
})

test('images that are being drawn take no place of a page', async () => {
  const drawing = Promise.withResolvers<Response>()
  let begun = 0
  const load = async (request: Request) => {
    if (!request.url.endsWith('/share.png')) return new Response('page')
    begun++
    return (await drawing.promise).clone()
  }
  const { origin } = await openSite({ load })
  const images = Array.from({ length: 20 }, (_, index) => fetch(`${origin}/challenges/${index}/share.png`))
  await expect.poll(() => begun).toBe(20)
  expect(await (await fetch(`${origin}/challenges`)).text()).toBe('page')
  drawing.resolve(new Response('drawn'))
  for (const image of await Promise.all(images)) expect(await image.text()).toBe('drawn')
})

test('images that wait for the file store take no place of a page', async () => {
  const { begun, load: wait, release } = held()
  const load = async (request: Request) =>
    new URL(request.url).pathname === '/challenges' ? new Response('page') : wait(request)
  const { origin } = await openSite({ load })
  const waiting = Array.from({ length: 20 }, () => fetch(`${origin}/media/1/large.webp`))
  await expect.poll(() => begun.length).toBeGreaterThan(8)
  expect(await (await fetch(`${origin}/challenges`)).text()).toBe('page')
  release()
  for (const answer of await Promise.all(waiting)) expect(await answer.text()).toBe('done')
})

test('requests that wait for the sign-in provider take no place of a page or a form', async () => {
  const provider = held()
  const identity = {
    startSignIn: () => provider.load(new Request('http://x/start')),
    finishSignIn: () => provider.load(new Request('http://x/finish')),
  } as unknown as IdentityClient
  const identities = new Map<string, IdentityClient>()
  const load = async ({ url }: Request) => {
    const { pathname } = new URL(url)
    if (pathname === '/login/start') await identities.get(url)?.startSignIn()
    if (pathname === '/auth/callback')
      await identities.get(url)?.finishSignIn(new URLSearchParams(), {} as SignInSecrets)
    return new Response(pathname)
  }
  const { origin } = await openSite({
    load,
    identity,
    onContext: (services, url) => void identities.set(url, services.identity),
  })
  const post = (path: string) => fetch(origin + path, { method: 'POST', headers: { origin } })
  const waiting = Array.from({ length: 10 }, (_, place) => [
    post(`/login/start?${place}`),
    fetch(`${origin}/auth/callback?${place}`),
  ]).flat()
  await expect.poll(() => provider.begun).toHaveLength(20)
  expect(await (await fetch(`${origin}/challenges`)).text()).toBe('/challenges')
  expect(await (await post('/vote')).text()).toBe('/vote')
  provider.release()
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
})

describe('a request', () => {
  test.each([
    ['an absolute address', (host: string) => `GET http://a@b/ HTTP/1.1\r\nHost: ${host}`, 400],
    [
      'an absolute address of this site',
      (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}`,
      400,
    ],
    ['an asterisk', (host: string) => `OPTIONS * HTTP/1.1\r\nHost: ${host}`, 400],
    ['no host', () => 'GET / HTTP/1.1', 400],
    ['an empty host', () => 'GET / HTTP/1.1\r\nHost: ', 400],
    ['two hosts', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}`, 400],
    ['a host with a path', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}/x`, 400],
    ['a host with a user', (host: string) => `GET / HTTP/1.1\r\nHost: a@${host}`, 400],
    ['NUL', (host: string) => `GET /\0 HTTP/1.1\r\nHost: ${host}`, 400],
    ['a long path', (host: string) => `GET /${'x'.repeat(8_001)} HTTP/1.1\r\nHost: ${host}`, 414],
    [
      'many cookies',
      (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${'a=b;'.repeat(2_500)}`,
      431,
    ],
    ['two slashes', (host: string) => `GET //evil.example/ HTTP/1.1\r\nHost: ${host}`, 200],
    ['a stray percent sign', (host: string) => `GET /%ZZ HTTP/1.1\r\nHost: ${host}`, 400],
    ['an encoded NUL', (host: string) => `GET /%00?%FF%ZZ HTTP/1.1\r\nHost: ${host}`, 200],
  ])('with %s is answered with no fault', async (_, head, status) => {
    const { origin, host } = await openSite()
    const text = await sendRaw(origin, `${head(host)}\r\nConnection: close\r\n\r\n`)
    expect(Number(text.split(' ')[1])).toBe(status)
  })
})

describe('the security headers', () => {
  test.each([
    ['/healthz', true],
    ['/readyz', true],
    ['/', false],
    ['/healthz', false],
  ])('are on %s, serving: %s', async (path, serving) => {
    const { origin } = await openSite({ serving })
    const { headers } = await fetch(origin + path)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).not.toBeNull()
  })
})

describe('during a database outage', () => {
  const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))

  test('a browser gets a page in its theme, which needs no script', async () => {
    const { origin } = await openSite({ load: away })
    const headers = { Accept: 'text/html,*/*', Cookie: 'theme=light' }
    const response = await fetch(`${origin}/challenges`, { headers })
    const page = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('<html lang="en" data-theme="light">')
    expect(page).toContain('<title>Temporarily unavailable | Creative Dojo</title>')
    expect(page).not.toMatch(/<script|\bat .*:\d+:\d+/)
    const policy = response.headers.get('content-security-policy') ?? ''
    const style = page.match(/<style>(.*)<\/style>/s)?.[1] ?? ''
    const hash = await crypto.subtle.digest('SHA-256', Buffer.from(style))
    expect(policy).toContain(`style-src 'sha256-${Buffer.from(hash).toString('base64')}'`)
  })

  test('other clients get one line', async () => {
    const { origin } = await openSite({ load: away })
    const data = await fetch(`${origin}/challenges.data`, { headers: { Accept: '*/*' } })
    expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await data.text()).toBe('The site cannot answer at the moment. Please try again.\n')
  })
})

describe('readiness', () => {
  test('needs a database that can be written', async () => {
    const { origin } = await openSite()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const readOnly = Object.assign(Object.create(db), {
      rows: (statement: Sql) =>
        db.transaction(async (tx) => {
          await tx.rows(sql`set transaction read only`)
          return tx.rows(statement)
        }),
    })
    const response = await fetch(`${(await openSite({ db: readOnly })).origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([503, 'the database cannot be written\n'])
    expect(response.headers.get('retry-after')).toBe('5')
  })

  test('does not wait for a database that does not answer', async () => {
    const silent = Object.assign(Object.create(db), { rows: () => new Promise(() => undefined) })
    const response = await fetch(`${(await openSite({ db: silent })).origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([503, 'the database cannot be written\n'])
  })

  test('needs the file store', async () => {
    const { origin, dataDir } = await openSite()
    await rename(join(dataDir, 'files'), join(dataDir, 'moved'))
    const response = await fetch(`${origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([503, 'the file store cannot be reached\n'])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })

  test('is checked once for parallel requests', async () => {
    let writes = 0
    const counted = Object.assign(Object.create(db), {
      rows: async () => {
        writes++
        return []
      },
    })
    const { origin } = await openSite({ db: counted })
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/readyz`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(writes).toBe(1)
  })
})

describe('an answer from memory', () => {
  const quick: QuickListener = ({ url }, response) => {
    if (!url?.startsWith('/quick')) return false
    response.end('from memory')
    return true
  }

  test('is given to a well-formed request without a body only', async () => {
    const { origin, host } = await openSite({ quick })
    const given = async (text: string) => {
      const connection = new RawConnection(origin)
      connection.write(text)
      const { status, body } = await connection.response()
      return [status, body === 'from memory']
    }
    const head = `Host: ${host}\r\n`
    expect(await given(`GET /quick HTTP/1.1\r\n${head}\r\n`)).toEqual([200, true])
    expect(await given(`GET /other HTTP/1.1\r\n${head}\r\n`)).toEqual([200, false])
    expect(await given(`GET /quick HTTP/1.1\r\n${head}Content-Length: 1\r\n\r\nx`)).toEqual([200, false])
    expect(await given(`GET /quick HTTP/1.1\r\n${head}${head}\r\n`)).toEqual([400, false])
    expect(await given(post(host, '/quick', [form, 'Content-Length: 1']).concat('x'))).toEqual([200, false])
  })

  test('is given to 100 requests in a turn of the event loop; others wait for theirs', async () => {
    const answered = vi.fn(() => true)
    const others = vi.fn((_: IncomingMessage, response: ServerResponse) => void response.emit('close'))
    const listener = guarded(others, { headers: {}, quick: answered })
    for (let sent = 0; sent < 130; sent++) {
      const request = new IncomingMessage(new Socket())
      Object.assign(request, { method: 'GET', url: '/', rawHeaders: ['Host', 'a'], headers: { host: 'a' } })
      listener(request, new ServerResponse(request))
    }
    expect(answered).toHaveBeenCalledTimes(100)
    await expect.poll(() => others.mock.calls.length).toBe(30)
  })
})
