import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { guarded } from '#platform/http/incoming.server.ts'
import { testDatabase } from '#test/database.ts'
import { connections, form, get, held, listenerSites, post } from '#test/listener-site.ts'
import { listening } from '#test/listening.ts'
import { RawConnection, sendRaw } from '#test/raw-request.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)

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

  test.each([
    ['', ['Host: x']],
    [', with an unknown expectation', ['Host: x', 'Expect: foo']],
    [', without a host', []],
  ])('in chunks%s ends the parsing of its connection, and no other', async (_, headers) => {
    const { origin, host, server } = await openSite()
    const requests = vi.fn()
    server.on('request', requests)
    const head = ['POST /form HTTP/1.1', ...headers, form, 'Transfer-Encoding: chunked'].join('\r\n')
    for (let sent = 0; sent < 5; sent++) {
      const rest = `1\r\nx\r\n0\r\n\r\n${get(host, '/')}`
      expect(await sendRaw(origin, `${head}\r\n\r\n${rest}`)).toMatch(/^HTTP\/1\.1 411 /)
    }
    expect(requests).toHaveBeenCalledTimes(5)
    await expect.poll(() => connections(server), { timeout: 5_000 }).toBe(0)
    const whole = post(host, '/form', [form, 'Content-Length: 9', 'Connection: close'])
    const answers = Array.from({ length: 10 }, () => sendRaw(origin, whole, 'a=b&c=d&e'))
    for (const answer of await Promise.all(answers)) expect(answer).toContain('"length":9')
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

  test('beyond 128 of one client is refused, or has one refused, but not if it arrives at once', async () => {
    const { origin, host } = await openSite()
    const sent = Array.from({ length: 129 }, () => new RawConnection(origin))
    for (const connection of sent) connection.write(`${post(host, '/slow', [form, 'Content-Length: 50'])}x`)
    const answers = sent.map((connection) => connection.response())
    const whole = new RawConnection(origin)
    whole.write(`${post(host, '/vote', [form, 'Content-Length: 1'])}x`)
    expect((await whole.response()).status).toBe(200)
    whole.end()
    expect((await Promise.race(answers)).status).toBe(503)
    for (const connection of sent) if (!connection.closed) connection.write('x'.repeat(49))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    // On a slow machine the form that arrives at once is late enough for another one to give way to it.
    const refused = statuses.filter((status) => status === 503)
    expect([1, 2]).toContain(refused.length)
    expect(statuses.filter((status) => status === 200)).toHaveLength(129 - refused.length)
    for (const connection of sent) connection.end()
  })

  test.each([
    ['many', 128, 10],
    ['much memory', 69, 60_000],
  ])(
    'passes while slow ones behind the same address hold %s, of which the slowest give way',
    async (_, count, size) => {
      const { origin, host } = await openSite()
      const slow = Array.from({ length: count }, () => new RawConnection(origin))
      const head = post(host, '/slow', [form, 'Content-Length: 60001'])
      for (const connection of slow) connection.write(head + 'x'.repeat(size))
      const first = Promise.race(slow.map((connection) => connection.response()))
      await sleep(300)
      for (let sent = 0; sent < 3; sent++) {
        const other = new RawConnection(origin)
        other.write(post(host, '/vote', [form, 'Content-Length: 60000']) + 'x'.repeat(60_000))
        expect((await other.response()).status).toBe(200)
        other.end()
      }
      expect((await first).status).toBe(503)
      for (const connection of slow) connection.end()
    },
  )

  test('from a slow line passes beside many that stand still, while others come', async () => {
    const { origin, host } = await openSite()
    const still = Array.from({ length: 128 }, () => new RawConnection(origin))
    for (const connection of still) connection.write(`${post(host, '/x', [form, 'Content-Length: 2000'])}x`)
    const honest = new RawConnection(origin)
    await sleep(300)
    honest.write(post(host, '/draft', [form, 'Content-Length: 2000']))
    for (let sent = 0; sent < 10; sent++) {
      honest.write('x'.repeat(200))
      const other = new RawConnection(origin)
      other.write(`${post(host, '/vote', [form, 'Content-Length: 1'])}x`)
      expect((await other.response()).status).toBe(200)
      other.end()
      await sleep(200)
    }
    expect((await honest.response()).status).toBe(200)
    for (const connection of [...still, honest]) connection.end()
  })

  test('that came whole and is refused keeps the connection for the next request', async () => {
    const { load, release } = held()
    const { origin, host } = await openSite({ load })
    const handled = Array.from({ length: 69 }, () => new RawConnection(origin))
    const head = post(host, '/x', [form, 'Content-Length: 60000'])
    for (const connection of handled) connection.write(head + 'x'.repeat(60_000))
    await sleep(300)
    const whole = new RawConnection(origin)
    whole.write(head + 'x'.repeat(60_000))
    expect((await whole.response()).status).toBe(503)
    release()
    whole.write(get(host, '/next'))
    expect((await whole.response()).status).toBe(200)
    for (const connection of [...handled, whole]) connection.end()
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

  test('of one client may hold 4 MB of memory', async () => {
    const { origin, host } = await openSite()
    const head = post(host, '/x', [form, 'Content-Length: 60001'])
    const flood = Array.from({ length: 71 }, () => new RawConnection(origin))
    for (const connection of flood) connection.write(head + 'x'.repeat(60_000))
    const refused = await Promise.race(flood.map((connection) => connection.response()))
    expect(refused.status).toBe(503)
    for (const connection of flood) connection.end()
  })

  test('in small pieces is read in few large ones', async () => {
    let pieces = 0
    const server = createServer(
      guarded(
        async (request, response) => {
          const body = await text(request.on('data', () => pieces++))
          response.end(body)
        },
        { headers: {} },
      ),
    )
    onTestFinished(() => void server.close())
    const origin = await listening(server)
    const { host } = new URL(origin)
    const connection = new RawConnection(origin)
    connection.write(post(host, '/form', [form, 'Content-Length: 4000']))
    for (let sent = 0; sent < 200; sent++) {
      connection.write(`piece ${String(sent).padEnd(14, '.')}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const { status, body } = await connection.response()
    expect([status, body.length, body.slice(-20)]).toEqual([200, 4000, 'piece 199...........'])
    expect(pieces).toBeLessThan(40)
    // The connection is read again.
    connection.write(`${post(host, '/form', [form, 'Content-Length: 4'])}next`)
    expect((await connection.response()).body).toBe('next')
    connection.end()
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
    const { origin, host, server } = await openSite({ load })
    const requests = vi.fn()
    server.on('request', requests)
    const connection = new RawConnection(origin)
    connection.write(get(host, '/').repeat(200))
    await expect.poll(() => connection.closed).toBe(true)
    expect(requests.mock.calls.length).toBeLessThan(20)
    release()
    expect((await fetch(`${origin}/after`)).status).toBe(200)
    expect(begun.filter((path) => path === '/').length).toBeLessThanOrEqual(1)
  })

  test('close the connection if they have many headers', async () => {
    const { load, release } = held()
    const { origin, host } = await openSite({ load })
    const connection = new RawConnection(origin)
    connection.write(`${get(host, '/')}GET / HTTP/1.1\r\nHost: ${host}\r\n${'a: b\r\n'.repeat(100)}\r\n`)
    await expect.poll(() => connection.closed).toBe(true)
    release()
  })

  test('wait up to 1,000 in all, and those of closed connections no longer count', async () => {
    const { load, release } = held()
    const { origin, host, server } = await openSite({ load })
    const flood = Array.from({ length: 255 }, () => new RawConnection(origin))
    for (const connection of flood) connection.write(get(host, '/').repeat(5))
    await expect.poll(() => flood.filter(({ closed }) => closed).length, { timeout: 5_000 }).toBe(5)
    for (const connection of flood) connection.end()
    await expect.poll(() => connections(server), { timeout: 5_000 }).toBe(0)
    release()
    const pair = new RawConnection(origin)
    pair.write(get(host, '/').repeat(2))
    for (let answers = 0; answers < 2; answers++) expect((await pair.response()).status).toBe(200)
    pair.end()
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
