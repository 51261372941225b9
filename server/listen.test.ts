import { describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { form, get, listenerSites, post } from '#test/listener-site.ts'
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

  test('of more than 25 MB is refused before it is read', async () => {
    const { origin, host } = await openSite()
    const connection = new RawConnection(origin)
    connection.write(post(host, '/profile/edit', [form, `Content-Length: ${25 * 1024 * 1024 + 1}`]))
    const { status, headers, body } = await connection.response()
    expect([status, headers.get('connection'), body]).toEqual([413, 'close', 'The form is too large.\n'])
    connection.end()
  })

  test('of unknown length is refused with 411, and closes its connection', async () => {
    const { origin, host } = await openSite()
    const chunks = '1\r\nx\r\n'.repeat(60_000)
    const text = await sendRaw(origin, post(host, '/theme', [form, 'Transfer-Encoding: chunked']), chunks)
    expect(text).toMatch(/^HTTP\/1\.1 411 /)
    expect(text).toMatch(/^connection: close$/im)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('that is refused before it was read is not parsed as a request', async () => {
    const { origin, host } = await openSite()
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const rest = 'x'.repeat(500_000) + smuggled
    const connection = new RawConnection(origin)
    connection.write(
      post(host, '/vote', [form, `Content-Length: ${rest.length}`], 'https://evil.example') + rest,
    )
    expect((await connection.response()).status).toBe(403)
    connection.write(get(host, '/next'))
    expect(JSON.parse((await connection.response()).body).path).toBe('/next')
    connection.end()
  })

  test('that arrives slowly keeps no other form waiting', async () => {
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
})

describe('a request', () => {
  test.each([
    ['an asterisk', (host: string) => `OPTIONS * HTTP/1.1\r\nHost: ${host}`, 400],
    [
      'a user in an absolute target',
      (host: string) => `GET http://a@${host}/ HTTP/1.1\r\nHost: ${host}`,
      400,
    ],
    ['an empty host', () => 'GET / HTTP/1.1\r\nHost: ', 421],
    ['a host with a path', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}/x`, 400],
    ['a host with a user', (host: string) => `GET / HTTP/1.1\r\nHost: a@${host}`, 400],
    ['NUL', (host: string) => `GET /\0 HTTP/1.1\r\nHost: ${host}`, 400],
    [
      'headers of more than 16 KB',
      (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\na: ${'x'.repeat(17_000)}`,
      431,
    ],
    ['two slashes', (host: string) => `GET //evil.example/ HTTP/1.1\r\nHost: ${host}`, 200],
    ['an encoded NUL', (host: string) => `GET /%00?%FF%ZZ HTTP/1.1\r\nHost: ${host}`, 200],
  ])('with %s is answered without a server error', async (_, head, status) => {
    const { origin, host } = await openSite()
    const text = await sendRaw(origin, `${head(host)}\r\nConnection: close\r\n\r\n`)
    expect(Number(text.split(' ')[1])).toBe(status)
  })
})

test.each(['1.0', '1.1'])('health checks of HTTP/%s without a host get 200', async (version) => {
  const { origin } = await openSite()
  for (const start of ['GET /healthz', 'GET /readyz', 'OPTIONS /healthz', 'OPTIONS /readyz']) {
    const text = await sendRaw(origin, `${start} HTTP/${version}\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('an answer from memory comes before the app', async () => {
  const { origin } = await openSite({
    quick({ url }, response) {
      if (url !== '/quick') return false
      response.end('from memory')
      return true
    },
  })
  expect(await (await fetch(`${origin}/quick`)).text()).toBe('from memory')
  expect(await (await fetch(`${origin}/other`)).json()).toMatchObject({ path: '/other' })
})
