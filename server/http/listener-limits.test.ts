import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitSockets } from '#platform/http/connections/limits.ts'
import { guarded } from '#platform/http/incoming.server.ts'
import type { SignInSecrets } from '#platform/identity/claims.server.ts'
import type { IdentityClient } from '#platform/identity/client.server.ts'
import { testDatabase } from '#test/database.ts'
import { connections, form, get, held, listenerSites, post } from '#test/listener-site.ts'
import { listening } from '#test/listening.ts'
import { RawConnection } from '#test/raw-request.ts'
import { rememberMember } from './recent-members.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)

test('refusals of forms in chunks wait for their turns', async () => {
  const { origin, host } = await openSite()
  const flood = Array.from({ length: 120 }, () => new RawConnection(origin))
  const other = new RawConnection(origin, '127.0.0.2')
  for (const connection of [...flood, other]) connection.write(get(host, '/before'))
  await Promise.all([...flood, other].map((connection) => connection.response()))
  const statuses: number[] = []
  const answered = [...flood, other].map(async (connection) => {
    connection.write(
      connection === other
        ? get(host, '/other')
        : `${post(host, '/form', [form, 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
    )
    statuses.push((await connection.response()).status)
  })
  await Promise.all(answered)
  expect(statuses.filter((status) => status === 411)).toHaveLength(120)
  expect(statuses.indexOf(200)).toBeLessThan(90)
  other.end()
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

test('a search comes before those of addresses that have searched for long', async () => {
  const begun: string[] = []
  const running: (() => void)[] = []
  const load = async (request: Request) => {
    if (new URL(request.url).pathname !== '/search') return new Response('page')
    begun.push(request.headers.get('x-forwarded-for') ?? '')
    await new Promise<void>((resolve) => running.push(resolve))
    return new Response('done')
  }
  const { origin, host } = await openSite({ load, env: { TRUST_PROXY: '1' } })
  const from = (address: string, path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\n\r\n`
  const flood = Array.from({ length: 20 }, (_, network) => `10.${network}.0.1`)
  const searching = new Map([...flood, 'other'].map((address) => [address, new RawConnection(origin)]))
  const pages = new RawConnection(origin)
  /** Waits until it is queued: the page, which is answered at once, has its turn after it. */
  const search = async (address: string, connection = searching.get(address)) => {
    connection?.write(from(address, '/search'))
    await sleep(20)
    pages.write(from(address, '/challenges'))
    await pages.response()
  }
  for (const address of flood) await search(address)
  const finish = setInterval(() => running.shift()?.(), 50)
  await Promise.all(flood.map((address) => searching.get(address)?.response()))
  clearInterval(finish)

  for (const address of flood) await search(address)
  await search('203.0.113.9', searching.get('other'))
  expect(begun).toHaveLength(flood.length + 8)
  running.shift()?.()
  await expect.poll(() => begun.at(-1)).toBe('203.0.113.9')
  expect(begun).toHaveLength(flood.length + 9)
  const rest = setInterval(() => running.shift()?.(), 1)
  await Promise.all([...searching.values()].map((connection) => connection.response()))
  clearInterval(rest)
  for (const connection of [...searching.values(), pages]) connection.end()
})

test('a first visit loads its static files before the waiting requests of busy clients', async () => {
  const answered: string[] = []
  const next: RequestListener = (request, response) => {
    answered.push(request.url ?? '')
    response.end()
  }
  const server = createServer(guarded(next, { headers: {}, trustProxy: 1 }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const from = (address: string, path: string, encodings = 'gzip, deflate, br') =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: ${encodings}\r\n\r\n`
  const flood = Array.from({ length: 60 }, () => new RawConnection(`http://127.0.0.1:${port}`))
  const visitor = Array.from({ length: 6 }, () => new RawConnection(`http://127.0.0.1:${port}`))
  for (const connection of [...flood, ...visitor]) connection.write(from('192.0.2.1', '/before'))
  await Promise.all([...flood, ...visitor].map((connection) => connection.response()))
  answered.length = 0
  for (const [n, connection] of flood.entries()) connection.write(from(`10.${n}.0.1`, '/busy'))
  for (const [n, connection] of visitor.entries())
    connection.write(from('10.200.0.1', `/assets/file-${n}.js`))
  await Promise.all([...flood, ...visitor].map((connection) => connection.response()))
  expect(answered.findLastIndex((path) => path.startsWith('/assets/'))).toBeLessThan(20)

  // Without compression a file takes its turn.
  answered.length = 0
  for (const [n, connection] of flood.entries()) connection.write(from(`10.${n}.0.1`, '/busy'))
  for (const connection of visitor)
    connection.write(from('10.200.0.1', '/assets/file.js', 'gzip;q=0, identity'))
  await Promise.all([...flood, ...visitor].map((connection) => connection.response()))
  expect(answered.findLastIndex((path) => path.startsWith('/assets/'))).toBeGreaterThan(30)
  for (const connection of [...flood, ...visitor]) connection.end()
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

  test('of a member are not refused, however many of visitors behind the same address wait', async () => {
    const { begun, load, release } = held()
    const { origin, host, server } = await openSite({ load, env: { TRUST_PROXY: '1' } })
    const cookie = `session=${'m'.repeat(43)}`
    rememberMember(new Request(origin, { headers: { cookie } }), 'ann')
    const ask = (path: string, cookies = '') => {
      const connection = new RawConnection(origin)
      const from = `X-Forwarded-For: 192.0.2.1\r\nCookie: ${cookies}`
      connection.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${from}\r\n\r\n`)
      return connection
    }
    const flood = Array.from({ length: 520 }, () => ask('/flood'))
    const refused = ask('/refused', `session=${'u'.repeat(43)}`)
    expect((await refused.response()).status).toBe(503)
    const member = ask('/member', cookie)
    const after = ask('/after', cookie)
    await expect.poll(() => connections(server)).toBe(523)
    release()
    expect((await member.response()).status).toBe(200)
    expect((await after.response()).status).toBe(200)
    const waited = begun.slice(8)
    expect(waited.indexOf('/member')).toBeLessThan(3)
    expect(waited.indexOf('/after')).toBeLessThan(5)
    for (const connection of [...flood, refused, member, after]) connection.end()
  })

  test('of a member start, however many of visitors behind the same address wait to', async () => {
    const { origin, host } = await openSite({ env: { TRUST_PROXY: '1' } })
    const cookie = `session=${'s'.repeat(43)}`
    rememberMember(new Request(origin, { headers: { cookie } }), 'ann')
    const ask = (client: string, cookies = '') =>
      `GET /healthz?x HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\nCookie: ${cookies}\r\n\r\n`
    const flood = Array.from({ length: 560 }, () => new RawConnection(origin))
    for (const [index, connection] of flood.entries()) connection.write(ask(`192.0.2.${index % 250}`))
    await Promise.all(flood.map((connection) => connection.response()))

    const member = flood.pop()
    for (const connection of flood) connection.write(ask('198.51.100.8'))
    member?.write(ask('198.51.100.8', cookie))
    const answers = await Promise.all(flood.map((connection) => connection.response()))
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
    expect((await member?.response())?.status).toBe(200)
    for (const connection of flood) connection.end()
  })

  test('of a member keep their connections when those of the address are full', async () => {
    const { begun, load, release } = held()
    const { origin, host, server } = await openSite({ load })
    const cookie = `session=${'k'.repeat(43)}`
    rememberMember(new Request(origin, { headers: { cookie } }), 'ann')
    const open = (text: string) => {
      const connection = new RawConnection(origin)
      connection.write(text)
      return connection
    }
    const visitors = Array.from({ length: 480 }, () => open(get(host, '/visitor')))
    const silent = Array.from({ length: 30 }, () => open(''))
    await expect.poll(() => connections(server)).toBe(510)
    const own = Array.from({ length: 2 }, () =>
      open(`GET /member HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
    )
    await expect.poll(() => begun).toContain('/visitor')
    await expect.poll(() => connections(server)).toBe(512)
    const further = Array.from({ length: 5 }, () => open(get(host, '/visitor')))
    const others = [...visitors, ...silent, ...further]
    await expect.poll(() => others.filter(({ closed }) => closed).length).toBe(5)
    release()
    for (const connection of own) expect((await connection.response()).status).toBe(200)
    for (const connection of [...others, ...own]) connection.end()
  })

  test('leave their places when their clients are gone', async () => {
    const { begun, load, release } = held()
    const { origin, host, server } = await openSite({ load, env: { TRUST_PROXY: '1' } })
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

test('of an address, the one whose request comes in slowest gives way before one that was just opened', async () => {
  const server = createServer(
    guarded((request, response) => void request.resume().on('end', () => response.end('ok')), {
      headers: {},
    }),
  )
  limitSockets(server, { perCustomer: 20 })
  onTestFinished(() => void server.close())
  const origin = await listening(server)
  const { host } = new URL(origin)
  const slow = Array.from({ length: 19 }, () => new RawConnection(origin))
  for (const connection of slow) connection.write(`${post(host, '/x', [form, 'Content-Length: 5000'])}x`)
  const upload = new RawConnection(origin)
  upload.write(post(host, '/x', [form, 'Content-Length: 50000']) + 'x'.repeat(40_000))
  await expect.poll(() => connections(server)).toBe(20)
  await sleep(1_200)
  const others = Array.from({ length: 5 }, () => new RawConnection(origin))
  await expect.poll(() => slow.filter(({ closed }) => closed)).toHaveLength(5)
  for (const other of others) other.write(get(host, '/page'))
  for (const other of others) expect((await other.response()).status).toBe(200)
  upload.write('x'.repeat(10_000))
  expect((await upload.response()).status).toBe(200)
  for (const connection of [...slow, ...others]) connection.end()
})

describe('of a full address', () => {
  const getAs = (sender: string, host: string, path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${sender === 'v' ? '' : `Cookie: ${sender}\r\n`}\r\n`
  async function openServer() {
    const server = createServer((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(20_000_000))
      else if (request.url !== '/wait') request.resume().on('end', () => response.end('ok'))
    })
    limitSockets(server, { perCustomer: 10, memberOf: ({ headers }) => headers.cookie })
    onTestFinished(() => void server.close())
    const origin = await listening(server)
    return { origin, host: new URL(origin).host, server }
  }

  test('no upload gives way to those who ask again within a second', async () => {
    const { origin, host } = await openServer()
    const upload = new RawConnection(origin)
    upload.write(`${post(host, '/x', [form, 'Content-Length: 100'])}x`)
    const busy = Array.from({ length: 9 }, () => new RawConnection(origin))
    await sleep(1_100)
    const ask = async (connection: RawConnection) => {
      connection.write(get(host, '/page'))
      return (await connection.response()).status
    }
    for (const connection of busy) expect(await ask(connection)).toBe(200)
    const further = Array.from({ length: 3 }, () => new RawConnection(origin))
    for (const connection of further) expect(await ask(connection)).toBe(200)
    expect(busy.map(({ closed }) => closed).filter(Boolean)).toHaveLength(3)
    upload.write('x'.repeat(99))
    expect((await upload.response()).status).toBe(200)
    for (const connection of [upload, ...busy, ...further]) connection.end()
  })

  test('no upload or idle connection gives way to half-sent forms, however young', async () => {
    const { origin, host, server } = await openServer()
    const upload = new RawConnection(origin)
    upload.write(post(host, '/x', [form, 'Content-Length: 500000']) + 'x'.repeat(400_000))
    const idle = new RawConnection(origin)
    idle.write(get(host, '/page'))
    await idle.response()
    await sleep(1_100)
    const half: RawConnection[] = []
    for (let opened = 0; opened < 20; opened++) {
      const connection = new RawConnection(origin)
      connection.write(`${post(host, '/x', [form, 'Content-Length: 100'])}x`)
      half.push(connection)
      await sleep(20)
    }
    await expect.poll(() => half.filter(({ closed }) => closed)).toHaveLength(12)
    expect(await connections(server)).toBe(10)
    idle.write(get(host, '/page'))
    expect((await idle.response()).status).toBe(200)
    upload.write('x'.repeat(100_000))
    expect((await upload.response()).status).toBe(200)
    for (const connection of [upload, idle, ...half]) connection.end()
  })

  test('half-sent forms give way that follow a complete one on the same connection', async () => {
    const { origin, host, server } = await openServer()
    const half = Array.from({ length: 10 }, () => new RawConnection(origin))
    for (const connection of half)
      connection.write(
        `${post(host, '/x', [form, 'Content-Length: 1'])}x${post(host, '/x', [form, 'Content-Length: 100'])}x`,
      )
    await Promise.all(half.map((connection) => connection.response()))
    await expect.poll(() => connections(server)).toBe(10)
    await sleep(1_100)
    const further = Array.from({ length: 3 }, () => new RawConnection(origin))
    for (const connection of further) {
      connection.write(get(host, '/page'))
      expect((await connection.response()).status).toBe(200)
    }
    for (const connection of [...half, ...further]) connection.end()
  })

  test.each([
    { of: 'visitors', senders: 'vvvvvaaabb', gone: 4 },
    { of: 'the member with the most', senders: 'vvvaaaaabb', gone: 7 },
  ])('the newest request of $of gives way if all wait', async ({ senders, gone }) => {
    const { origin, host } = await openServer()
    const waiting: RawConnection[] = []
    for (const sender of senders) {
      const connection = new RawConnection(origin)
      connection.write(getAs('v', host, '/page'))
      await connection.response()
      connection.write(getAs(sender, host, '/wait'))
      waiting.push(connection)
      await sleep(10)
    }
    const further = new RawConnection(origin)
    further.write(get(host, '/page'))
    expect((await further.response()).status).toBe(200)
    expect(waiting.flatMap(({ closed }, place) => (closed ? [place] : []))).toEqual([gone])
    for (const connection of [...waiting, further]) connection.end()
  })

  test('a member with some requests does not give way to strangers who do many things', async () => {
    const { origin, host, server } = await openServer()
    const waiting = Array.from({ length: 4 }, () => new RawConnection(origin))
    for (const connection of waiting) connection.write(getAs('a', host, '/wait'))
    const half = Array.from({ length: 3 }, () => new RawConnection(origin))
    for (const connection of half) connection.write(`${post(host, '/x', [form, 'Content-Length: 100'])}x`)
    const silent = Array.from({ length: 3 }, () => new RawConnection(origin))
    await expect.poll(() => connections(server)).toBe(10)
    for (let times = 0; times < 4; times++) {
      const further = new RawConnection(origin)
      further.write(get(host, '/wait'))
      await sleep(50)
      silent.push(further)
    }
    expect(waiting.map(({ closed }) => closed)).toEqual([false, false, false, false])
    expect([...half, ...silent].filter(({ closed }) => closed)).toHaveLength(4)
    for (const connection of [...waiting, ...half, ...silent]) connection.end()
  })

  test('an idle connection gives way before those that wait for a response', async () => {
    const { origin, host, server } = await openServer()
    const waiting = Array.from({ length: 8 }, () => new RawConnection(origin))
    for (const connection of waiting) connection.write(get(host, '/wait'))
    const idle = Array.from({ length: 2 }, () => new RawConnection(origin))
    await expect.poll(() => connections(server)).toBe(10)
    await sleep(1_100)
    const further = new RawConnection(origin)
    further.write(get(host, '/page'))
    expect((await further.response()).status).toBe(200)
    expect([...waiting, ...idle].findIndex(({ closed }) => closed)).toBe(8)
    for (const connection of [...waiting, ...idle, further]) connection.end()
  })

  test('who reads nothing gives way', async () => {
    const { origin, host, server } = await openServer()
    const { hostname, port } = new URL(origin)
    const readers = Array.from({ length: 10 }, () => connect(Number(port), hostname).pause())
    const gone = readers.map((reader) =>
      once(
        reader.on('error', () => undefined),
        'close',
      ),
    )
    for (const reader of readers) reader.write(get(host, '/large'))
    await expect.poll(() => connections(server)).toBe(10)
    await sleep(1_100)
    const further = new RawConnection(origin)
    further.write(get(host, '/page'))
    expect((await further.response()).status).toBe(200)
    further.end()
    for (const reader of readers) reader.destroy()
    await Promise.all(gone)
  })
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

test('beyond the limit of a server, the network with the most connections loses one', async () => {
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

test.each([
  ['images for links', 'GET', '/challenges/1/share.png', 3],
  ['integrity desks', 'GET', '/admin/integrity/1', 2],
  ['deletions of accounts', 'POST', '/profile/account/delete', 1],
])('%s leave most connections to the database to others', async (_, method, path, atOnce) => {
  const { begun, load: wait, release } = held()
  const load = async (request: Request) =>
    new URL(request.url).pathname === path ? wait(request) : new Response('page')
  const { origin } = await openSite({ load })
  const costly = Array.from({ length: 20 }, (_, index) =>
    fetch(`${origin}${path}?${index}`, { method, headers: { origin } }),
  )
  await expect.poll(() => begun).toHaveLength(atOnce)
  expect(await (await fetch(`${origin}/challenges`)).text()).toBe('page')
  expect(await (await fetch(`${origin}/vote`, { method: 'POST', headers: { origin } })).text()).toBe('page')
  expect(begun).toHaveLength(atOnce)
  release()
  for (const answer of await Promise.all(costly)) expect(await answer.text()).toBe('done')
})

test.each([
  ['images that wait for the file store', 'GET', '/media/1/large.webp', 16],
  ['searches that wait for each other', 'GET', '/search', 8],
  ['searches of scripts', 'GET', '/search.data', 8],
  ['exports that wait for a connection', 'GET', '/admin/exports/members.csv', 8],
  ['data of members that waits for a connection', 'POST', '/profile/account/download', 4],
])('%s take no place of a page or a form', async (_, method, path, atOnce) => {
  const { begun, load: wait, release } = held()
  const load = async (request: Request) =>
    ['/challenges', '/vote'].includes(new URL(request.url).pathname) ? new Response('page') : wait(request)
  const { origin } = await openSite({ load })
  const waiting = Array.from({ length: 20 }, () => fetch(origin + path, { method, headers: { origin } }))
  await expect.poll(() => begun.length).toBe(atOnce)
  expect(await (await fetch(`${origin}/challenges`)).text()).toBe('page')
  expect(await (await fetch(`${origin}/vote`, { method: 'POST', headers: { origin } })).text()).toBe('page')
  release()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
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
