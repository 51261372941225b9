import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test, vi } from 'vitest'
import { guarded, type QuickListener } from '#platform/http/incoming.server.ts'
import { testDatabase } from '#test/database.ts'
import { form, listenerSites, post } from '#test/listener-site.ts'
import { RawConnection, sendRaw } from '#test/raw-request.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)

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
    ['many headers', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}${'\r\na: b'.repeat(100)}`, 431],
    ['100 headers', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}${'\r\na: b'.repeat(98)}`, 200],
    ['two slashes', (host: string) => `GET //evil.example/ HTTP/1.1\r\nHost: ${host}`, 200],
    ['a stray percent sign', (host: string) => `GET /%ZZ HTTP/1.1\r\nHost: ${host}`, 400],
    ['an encoded NUL', (host: string) => `GET /%00?%FF%ZZ HTTP/1.1\r\nHost: ${host}`, 200],
  ])('with %s is answered without a server error', async (_, head, status) => {
    const { origin, host } = await openSite()
    const text = await sendRaw(origin, `${head(host)}\r\nConnection: close\r\n\r\n`)
    expect(Number(text.split(' ')[1])).toBe(status)
  })
})

describe('a request that the parser refuses', () => {
  test.each([
    ['an unknown method', 'BREW / HTTP/1.1', 400],
    ['a long address', `POST /${'x'.repeat(20_000)} HTTP/1.1`, 431],
  ])('with %s and a large body is answered before it is cut off', async (_, line, status) => {
    const { origin, host } = await openSite()
    const { hostname, port } = new URL(origin)
    // It reads nothing before it has sent as much as it can.
    const client = connect({ host: hostname, port: Number(port) })
      .pause()
      .on('error', () => undefined)
    client.write(`${line}\r\nHost: ${host}\r\nContent-Length: 8000000\r\n\r\n`)
    client.write(Buffer.alloc(8_000_000))
    await sleep(300)
    const [answer] = (await once(client.resume(), 'data')) as [Buffer]
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    client.destroy()
  })
})

test('more than 100 headers are refused before the rest arrives', async () => {
  const { origin, host } = await openSite()
  const connection = new RawConnection(origin)
  connection.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n${'a: b\r\n'.repeat(200)}`)
  expect((await connection.response()).status).toBe(431)
  connection.end()
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

  test.each([
    ['4 at most where each takes a millisecond', false, 4],
    ['one while connections arrive', true, 1],
  ])('is given in each turn of the event loop to %s; others wait', async (_, connecting, most) => {
    const perTurn = [0]
    let turns = 0
    const count = () => {
      turns += 1
      perTurn.push(0)
      if (turns < 2_000) setImmediate(count)
    }
    setImmediate(count)
    const answered = vi.fn((_: IncomingMessage, response: ServerResponse) => {
      perTurn.push((perTurn.pop() ?? 0) + 1)
      const end = performance.now() + 1
      while (performance.now() < end);
      return response.emit('close')
    })
    const others = vi.fn()
    const accepted = () => (connecting ? turns : 0)
    const listener = guarded(others, { headers: {}, quick: answered, accepted })
    for (let sent = 0; sent < 130; sent++) {
      const request = new IncomingMessage(new Socket())
      Object.assign(request, { method: 'GET', url: '/', rawHeaders: ['Host', 'a'], headers: { host: 'a' } })
      listener(request, new ServerResponse(request))
    }
    await expect.poll(() => answered.mock.calls.length).toBe(130)
    expect(perTurn[0]).toBeLessThanOrEqual(4)
    expect(Math.max(...perTurn.slice(1))).toBeLessThanOrEqual(most)
    expect(others).not.toHaveBeenCalled()
  })
})
