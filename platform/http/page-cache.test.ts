import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cachedPages } from './page-cache.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const html = { 'Content-Type': 'text/html; charset=utf-8' }

/** Pages that say how often they were made, and the cache before them. */
function counting(answer = (body: string) => new Response(body, { headers: html }), pages = 10) {
  let made = 0
  const make = vi.fn(async (request: Request, nonce: string) => {
    made++
    await request.text()
    return answer(`<script nonce="${nonce}">page ${made} → ${nonce}</script>`)
  })
  const cached = cachedPages(make, { milliseconds: 1_000, pages })
  return { make, cached, body: async (path = '/', nonce = 'A') => (await cached(get(path), nonce)).text() }
}

function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost${path}`, { headers })
}

describe('a page that anyone may see', () => {
  test('is rendered once within its time, and sent with a new nonce each time', async () => {
    const { cached, make } = counting()
    const first = await cached(get('/'), 'AAAA')
    const second = await cached(get('/'), 'B')
    expect(await first.text()).toBe('<script nonce="AAAA">page 1 → AAAA</script>')
    const text = await second.text()
    expect(text).toBe('<script nonce="B">page 1 → B</script>')
    expect(second.headers.get('content-type')).toBe(html['Content-Type'])
    expect(Number(second.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is rendered again when its time is over, counted from the start of the rendering', async () => {
    const { body } = counting()
    expect(await body()).toContain('page 1')
    vi.advanceTimersByTime(999)
    expect(await body()).toContain('page 1')
    vi.advanceTimersByTime(1)
    expect(await body()).toContain('page 2')
  })

  test('is cached by path and query', async () => {
    const { body } = counting()
    expect([await body('/'), await body('/?page=2'), await body('/')].map((text) => text.at(23))).toEqual([
      '1',
      '2',
      '1',
    ])
  })

  test('is rendered once for parallel requests', async () => {
    const { make, body } = counting()
    const all = await Promise.all(['A', 'B', 'C'].map((nonce) => body('/', nonce)))
    expect(all).toEqual(['A', 'B', 'C'].map((nonce) => `<script nonce="${nonce}">page 1 → ${nonce}</script>`))
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is evicted beyond the limit, the oldest first', async () => {
    const { body, make } = counting(undefined, 2)
    for (const path of ['/a', '/b', '/c']) await body(path)
    expect(await body('/b')).toContain('page 2')
    expect(await body('/c')).toContain('page 3')
    expect(await body('/a')).toContain('page 4')
    expect(make).toHaveBeenCalledTimes(4)
  })

  test('is not evicted by any number of invented queries', async () => {
    const { body } = counting()
    await body('/')
    for (let sent = 0; sent < 200; sent++) await body(`/?x=${sent}`)
    expect(await body('/')).toContain('page 1 ')
    expect(await body('/?x=199')).toContain('page 201 ')
  })

  test('with a query takes the place of an expired page', async () => {
    const { body } = counting(undefined, 2)
    for (const path of ['/a', '/b']) await body(path)
    vi.advanceTimersByTime(1_000)
    for (const path of ['/c', '/d?page=2', '/d?page=2']) await body(path)
    expect(await body('/d?page=2')).toContain('page 4 ')
  })
})

describe('what is never shared', () => {
  test.each([
    ['a visitor with a cookie', get('/', { cookie: 'theme=dark' })],
    ['a question for the head alone', new Request('http://localhost/', { method: 'HEAD' })],
    ['a form', new Request('http://localhost/', { method: 'POST', body: 'x' })],
    ['an address without end', get(`/?${'q'.repeat(2_000)}`)],
  ])('%s', async (_, request) => {
    const { cached, make } = counting()
    await cached(get('/'), 'A')
    await cached(request.clone() as Request, 'A')
    await cached(request, 'A')
    expect(make).toHaveBeenCalledTimes(3)
  })

  test.each([
    [
      'an answer that sets a cookie',
      (body: string) => new Response(body, { headers: { ...html, 'Set-Cookie': 'a=b' } }),
    ],
    [
      'a page that is not to be stored',
      (body: string) => new Response(body, { headers: { ...html, 'Cache-Control': 'no-store' } }),
    ],
    ['a page that is not there', (body: string) => new Response(body, { status: 404, headers: html })],
    ['a way to elsewhere', () => new Response(null, { status: 302, headers: { Location: '/login' } })],
    ['data', () => Response.json({})],
  ])('%s', async (_, answer) => {
    const { cached, make } = counting(answer)
    const answers = await Promise.all([cached(get('/'), 'A'), cached(get('/'), 'B')])
    const fresh = answer('')
    for (const given of answers) {
      expect([given.status, Object.fromEntries(given.headers)]).toEqual([
        fresh.status,
        Object.fromEntries(fresh.headers),
      ])
    }
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('a page after a failed one, also for requests that waited for it', async () => {
    const { cached, make } = counting()
    make.mockRejectedValueOnce(new Error('the database is away'))
    const [first, second] = await Promise.allSettled([cached(get('/'), 'A'), cached(get('/'), 'B')])
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('the database is away') })
    expect(second).toMatchObject({ status: 'fulfilled' })
    expect(make).toHaveBeenCalledTimes(2)
  })
})

describe('a submitted form', () => {
  const form = () =>
    new Request('http://localhost/vote', { method: 'POST', headers: { cookie: 'session=x' } })

  test('clears the cache, whether it succeeds or fails', async () => {
    const { cached, body, make } = counting()
    await body()
    await cached(form(), 'A')
    expect(await body()).toContain('page 3')
    make.mockRejectedValueOnce(new Error('cut'))
    await expect(cached(form(), 'A')).rejects.toThrow('cut')
    expect(await body()).not.toContain('page 3')
  })

  test.each([
    ['of a visitor', {}, 200],
    ['that is refused', { cookie: 'session=x' }, 422],
  ])('%s leaves the cache', async (_, headers, status) => {
    const { cached, body, make } = counting()
    await body()
    make.mockResolvedValueOnce(new Response('', { status }))
    await cached(new Request('http://localhost/theme', { method: 'POST', headers }), 'A')
    expect(await body()).toContain('page 1')
  })

  test('keeps pages that started before it from being shared', async () => {
    const { cached, make } = counting()
    const held = Promise.withResolvers<Response>()
    make.mockReturnValueOnce(held.promise)
    const early = cached(get('/'), 'A')
    await cached(form(), 'A')
    const late = cached(get('/'), 'B')
    held.resolve(new Response('before', { headers: html }))
    expect(await (await early).text()).toBe('before')
    expect(await (await late).text()).toContain('page 2')
    expect(await (await cached(get('/'), 'C')).text()).toContain('page 2')
  })
})
