import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#platform/config/config.server.ts'
import { openPageCache } from './page-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The cache takes 0 for no time.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const config = readConfig({ PUBLIC_URL: 'http://localhost' })
const html = { 'Content-Type': 'text/html; charset=utf-8' }

interface Sent {
  status?: number
  headers: Record<string, string>
  body?: string
}

/** A site whose pages say how often they were made, behind the cache. */
function site({ bytes = 100_000, host = 'localhost' } = {}) {
  let made = 0
  let nonces = 0
  const seen: Request[] = []
  const make = vi.fn(async (request: Request, nonce: string) => {
    made++
    seen.push(request)
    const headers = { ...html, Vary: 'Cookie' }
    return new Response(`<script nonce="${nonce}">page ${made}</script>`, { headers })
  })
  const cache = openPageCache(config, () => [], bytes)
  const keep = cache.keep(make)

  /** Sends a request as the server does: first to the memory, then to the maker of pages. */
  async function get(path = '/', headers: Record<string, string> = {}, method = 'GET'): Promise<Sent> {
    const sent: Sent = { headers: {} }
    const response = Object.assign(new EventEmitter(), {
      writeHead(status: number, headers: Record<string, string>) {
        sent.status = status
        sent.headers = Object.fromEntries(new Headers(headers))
      },
      end(body?: Buffer) {
        if (body) sent.body = body.toString()
      },
    })
    const request = { method, url: path, headers: { host, ...headers } } as unknown as IncomingMessage
    if (cache.answer(request, response as unknown as ServerResponse, 'the-id')) return sent
    try {
      const answer = await keep(
        new Request(`http://localhost${path}`, { method, headers }),
        `nonce${nonces++}`,
      )
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    } finally {
      response.emit('close')
    }
  }
  const page = async (path?: string, headers?: Record<string, string>) =>
    Number(/page (\d+)/.exec((await get(path, headers)).body ?? '')?.[1])
  return { make, get, page, seen, clear: cache.clear }
}

/** A rendering that ends when the test says so. */
function held() {
  const gate = Promise.withResolvers<Response>()
  return { promise: gate.promise, end: (text: string) => gate.resolve(new Response(text, { headers: html })) }
}

describe('a page that anyone may see', () => {
  test('is made once in a second, without a nonce and with the hash of its script', async () => {
    const { get, make } = site()
    const [first, second] = [await get(), await get()]
    expect(first.body).toBe('<script>page 1</script>')
    expect(second.body).toBe(first.body)
    const hash = createHash('sha256').update('page 1').digest('base64')
    for (const { headers } of [first, second])
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(second.headers).toMatchObject({
      'content-length': '23',
      'x-request-id': 'the-id',
      vary: 'Cookie, Accept-Encoding',
    })
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is made once for requests at the same time', async () => {
    const { page, make } = site()
    expect(await Promise.all([page(), page(), page()])).toEqual([1, 1, 1])
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is made again once all are forgotten, also if it was begun before (ADM-112)', async () => {
    const { page, make, clear } = site()
    await page()
    clear()
    expect(await page()).toBe(2)
    const begun = held()
    make.mockReturnValueOnce(begun.promise)
    clear()
    const waiting = page()
    clear()
    expect(await page()).toBe(3)
    begun.end('page 9')
    expect(await waiting).toBe(9)
    expect(await page()).toBe(3)
  })

  test('is made again after a second, once for requests at the same time', async () => {
    const { page, make } = site()
    await page()
    vi.advanceTimersByTime(1_000)
    expect(await page()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await Promise.all([page(), page()])).toEqual([2, 2])
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('is sent for a minute while the rendering of the next takes longer than a second', async () => {
    const { page, make } = site()
    await page()
    vi.advanceTimersByTime(2_500)
    const next = held()
    make.mockReturnValueOnce(next.promise)
    const waiting = page()
    await vi.advanceTimersByTimeAsync(999)
    expect(await Promise.race([waiting, 'none yet'])).toBe('none yet')
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(56_500)
    const late = page()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.race([late, 'none yet'])).toBe('none yet')
    next.end('page 40')
    expect([await late, await page()]).toEqual([40, 40])
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('is one for all, whatever their cookies, where it does not depend on them', async () => {
    const { get, seen } = site()
    const bodies = []
    for (const cookie of ['session=x', 'session=y', 'theme=dark', ''])
      bodies.push((await get('/sitemap.xml', { cookie })).body)
    expect(new Set(bodies).size).toBe(1)
    expect(seen.map(({ headers }) => headers.get('cookie'))).toEqual([null])
  })

  test.each([
    '/sitemap.xml',
    '/robots.txt',
    '/challenges.ics',
    '/challenges.atom',
    '/results.atom',
    '/profile/01a21e67-023e-7146-a05c-3c23c41a2d17/submissions.atom',
  ])('is one for all: %s', async (path) => {
    const { get, make } = site()
    for (const cookie of ['session=x', 'session=y']) await get(path, { cookie })
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is kept by address and the choices in cookies', async () => {
    const { page } = site()
    const dark = { cookie: 'theme=dark' }
    const asked = [
      await page('/'),
      await page('/?page=2'),
      await page('/', dark),
      await page('/', { cookie: 'consent=declined; theme=dark' }),
    ]
    expect(asked).toEqual([1, 2, 3, 4])
    expect(await page('/', { cookie: 'theme=dark; consent=declined' })).toBe(4)
    expect([await page('/'), await page('/?page=2'), await page('/', dark)]).toEqual([1, 2, 3])
    expect(await page('/', { cookie: 'theme=pink' })).toBe(1)
  })

  test('is made from nothing but its address, the choices, the client and the id of the request', async () => {
    const { get, seen } = site()
    await get('/', { cookie: 'theme=dark', 'accept-language': 'de', authorization: 'x', accept: 'image/png' })
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
      accept: 'text/html',
      cookie: 'theme=dark',
      'x-client-address': '',
      'x-request-id': '',
    })
  })

  test('is made once for each encoding, and not sent again to a browser that has it', async () => {
    const { get, make } = site()
    const compressed = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get('/')).headers).not.toHaveProperty('content-encoding')
    const tag = compressed.headers.etag ?? ''
    const again = await get('/', { 'accept-encoding': 'gzip, br', 'if-none-match': `"other", W/${tag}` })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, tag])
    expect(again.headers['content-security-policy']).toBe(compressed.headers['content-security-policy'])
    expect((await get('/', { 'if-none-match': tag })).status).toBe(200)
    expect(make).toHaveBeenCalledTimes(3)
  })

  test('beyond the bytes in memory, is removed if it was not sent for longest', async () => {
    const { page } = site({ bytes: 4_023 * 3 })
    for (const path of ['/a', '/b', '/c']) await page(path)
    expect(await page('/a')).toBe(1)
    await page('/d')
    expect([await page('/a'), await page('/c'), await page('/d')]).toEqual([1, 3, 4])
    expect(await page('/b')).toBe(5)
  })

  test('is removed when it is too old to be sent', async () => {
    const { page, make } = site()
    await page('/a')
    vi.advanceTimersByTime(60_000)
    await page('/b')
    make.mockRejectedValueOnce(new Error('the database is away'))
    await expect(page('/a')).rejects.toThrow('the database is away')
  })

  test('is one of 500 at most', async () => {
    const { page } = site({ bytes: 100_000_000 })
    for (let sent = 0; sent < 501; sent++) await page(`/${sent}`)
    expect([await page('/1'), await page('/0')]).toEqual([2, 502])
  })
})

describe('what is never shared', () => {
  test.each([
    ['a request with a cookie that is no choice', '/', { cookie: 'session=x' }],
    ['one with a choice and another cookie', '/', { cookie: 'theme=dark; session=x' }],
    ['a feed of one member', '/calendar/a-token/dojo.ics', { cookie: 'session=x' }],
    ['a calendar of one challenge', '/challenges/1/calendar.ics', { cookie: 'session=x' }],
    ['an address without end', `/?page=${'q'.repeat(2_000)}`, {}],
  ])('%s', async (_, path, headers) => {
    const { get, make } = site()
    for (let sent = 0; sent < 3; sent++) await get(path, headers)
    expect(make).toHaveBeenCalledTimes(3)
  })

  test('a form', async () => {
    const { get, make } = site()
    await get()
    await get('/', {}, 'POST')
    expect(make).toHaveBeenCalledTimes(2)
  })

  test.each(['/pages/share.png', '/media/1/large.webp'])(
    '%s, which is made from the whole request',
    async (path) => {
      const { get, seen } = site()
      await get(path, { 'if-none-match': '"known"' })
      expect(seen[0]?.headers.get('if-none-match')).toBe('"known"')
    },
  )

  test('a page is not made for a HEAD request, which gets the headers of a fresh copy', async () => {
    const { get, page } = site()
    await get('/', {}, 'HEAD')
    expect(await page()).toBe(2)
    expect((await get('/', {}, 'HEAD')).headers).toMatchObject({ 'content-length': '23' })
    expect(await page()).toBe(2)
    vi.advanceTimersByTime(1_001)
    await get('/', {}, 'HEAD')
    expect(await page()).toBe(4)
  })

  test('a page under another host', async () => {
    const { get, make } = site({ host: 'evil.example' })
    await get()
    expect((await get()).headers).not.toHaveProperty('x-request-id')
    expect(make).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['an answer that sets a cookie', () => new Response('', { headers: { ...html, 'Set-Cookie': 'a=b' } })],
    ['a private page', () => new Response('', { headers: { ...html, 'Cache-Control': 'private' } })],
    ['a page that is not there', () => new Response('', { status: 404, headers: html })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/login' } })],
    ['data', () => Response.json({})],
  ])('%s', async (_, answer) => {
    const { get, make } = site()
    make.mockImplementation(async () => answer())
    const fresh = answer()
    for (const given of await Promise.all([get(), get()])) {
      expect([given.status, given.headers]).toEqual([fresh.status, Object.fromEntries(fresh.headers)])
    }
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('a page that is no longer there', async () => {
    const { get, page, make } = site()
    await page()
    vi.advanceTimersByTime(1_001)
    make.mockResolvedValueOnce(new Response('', { status: 404, headers: html }))
    expect((await get()).status).toBe(404)
    expect(await page()).toBe(2)
  })

  test('data with any number of unclosed scripts in its texts costs no more than other text', async () => {
    vi.useRealTimers()
    const { get, make } = site({ bytes: 1_000_000 })
    const text = '<script'.repeat(60_000)
    const data = { 'Content-Type': 'text/x-script; charset=utf-8' }
    make.mockImplementationOnce(async () => new Response(text, { headers: data }))
    const { body, headers } = await get('/challenges/submissions.data')
    expect(body).toBe(text)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    // Lets the test run into its timeout, should the text have taken 30 s.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }, 10_000)

  test('a script without the nonce is in no policy', async () => {
    const { get, make } = site()
    make.mockImplementation(
      async (_, nonce) =>
        new Response(`<p>nonce="${nonce}"<script>evil()</script><script nonce="other">evil()</script>`, {
          headers: html,
        }),
    )
    expect((await get()).headers['content-security-policy']).toContain("script-src 'self';")
  })
})

describe('while pages cannot be made', () => {
  const failing = {
    'an error': () => Promise.reject(new Error('the database is away')),
    'an outage page': async () => new Response('away', { status: 503, headers: html }),
    'a page without a part': async () =>
      new Response('half', { headers: { ...html, 'Cache-Control': 'no-store' } }),
  }

  test.each(Object.entries(failing))('%s: the last copy is sent for a minute', async (_, fail) => {
    const { get, page, make } = site()
    await page()
    make.mockImplementation(fail)
    vi.advanceTimersByTime(1_001)
    expect(await page()).toBe(1)
    expect(await page()).toBe(1)
    expect(make).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(58_997)
    expect(await page()).toBe(1)
    expect(make).toHaveBeenCalledTimes(3)
    vi.advanceTimersByTime(1_001)
    const late = await get().catch((error: Error) => error.message)
    expect(late).not.toMatchObject({ body: '<script>page 1</script>' })
  })

  test('all requests at the same time get the old copy after one attempt', async () => {
    const { page, make } = site()
    await page()
    vi.advanceTimersByTime(5_000)
    make.mockImplementation(() => Promise.reject(new Error('the database is away')))
    expect(await Promise.all(Array.from({ length: 5 }, () => page()))).toEqual([1, 1, 1, 1, 1])
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('a page that is gone once its slow rendering ends is sent no more', async () => {
    const { get, page, make } = site()
    await page()
    vi.advanceTimersByTime(1_001)
    const gone = () => new Response('gone', { status: 404, headers: html })
    const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    make.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    const waiting = page()
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await waiting).toBe(1)
    first.resolve(gone())
    await vi.advanceTimersByTimeAsync(1)
    const later = get()
    await sleep(1_100)
    second.resolve(gone())
    expect(await later).toMatchObject({ status: 404, body: 'gone' })
  })

  test('the next page is shared again', async () => {
    const { page, make } = site()
    await page()
    vi.advanceTimersByTime(1_001)
    make.mockRejectedValueOnce(new Error('the database is away'))
    expect(await page()).toBe(1)
    vi.advanceTimersByTime(1_001)
    expect([await page(), await page()]).toEqual([2, 2])
  })

  test('requests that waited for a failed page try for themselves', async () => {
    const { get, make } = site()
    make.mockRejectedValueOnce(new Error('the database is away'))
    const [first, second] = await Promise.allSettled([get(), get()])
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('the database is away') })
    expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  })
})
