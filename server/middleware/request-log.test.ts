import { createServer, request as send } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#platform/log/log.server.ts'
import { createMetrics } from '#platform/metrics/metrics.server.ts'
import type { Env } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { routePatterns } from '#server/route-patterns.ts'
import { listening } from '#test/listening.ts'
import { requestId, trustProxies } from './forwarded.ts'
import { openRequestLog } from './request-log.ts'

const routes = {
  root: { path: '' },
  home: { parentId: 'root', path: undefined, index: true },
  challenge: { parentId: 'root', path: 'challenges/:id' },
  archive: { parentId: 'root', path: 'challenges/archive' },
  admin: { parentId: 'root', path: 'admin' },
  edit: { parentId: 'admin', path: 'challenges/:id/edit' },
  rest: { parentId: 'root', path: '*' },
}
const patternOf = routePatterns(routes)

interface Settings {
  publicUrl?: string
  trustProxy?: number
  metricsToken?: string
  logSample?: number
}

async function site(settings: Settings = {}) {
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const metrics = createMetrics({
    pool: () => ({ open: 3, idle: 1, waiting: 2 }),
    release: { version: '1.2.3' },
  })
  const config = {
    publicUrl: 'http://localhost:3000',
    trustProxy: 0,
    trustedProxies: [],
    metricsToken: undefined,
    logSample: 1,
    ...settings,
  }
  const options = { config, log, metrics, collect: () => metrics.registry.metrics(), patternOf }
  const requestLog = openRequestLog(options)
  const app = new Hono<Env>()
  app.use(trustProxies(config), requestId, requestLog.middleware)
  app.all('*', (c) => {
    if (c.req.path === '/challenges/broken') {
      log.error('a part failed')
      return c.text('text', 500)
    }
    return c.text('text', c.req.path === '/nowhere' ? 404 : 200)
  })
  const answer = listenerOf(app)
  const quick = requestLog.around((request, response, id) => {
    if (request.url !== '/challenges/archive?page=2') return false
    response.writeHead(200, { 'X-Request-Id': id }).end('shared')
    return true
  })
  const server = createServer((request, response) => {
    if (!quick(request, response)) answer(request, response)
  })
  const url = await listening(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>), metrics }
}

function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; id: unknown; body: string }>((done, fail) => {
    const outgoing = send(url, { headers, method }, async (incoming) => {
      const body = (await incoming.toArray()).join('')
      done({ status: incoming.statusCode ?? 0, id: incoming.headers['x-request-id'], body })
    })
    outgoing.on('error', fail).end()
  })
}

test('a path has the pattern of the route that the router takes', () => {
  const paths = ['/', '/_.data', '/challenges/7', '/challenges/archive', '/admin/challenges/7/edit.data']
  expect(paths.map(patternOf)).toEqual([
    '/',
    '/',
    '/challenges/:id',
    '/challenges/archive',
    '/admin/challenges/:id/edit',
  ])
  expect([patternOf('/nowhere'), patternOf('/challenges/7/8/9/10')]).toEqual([undefined, undefined])
})

describe('the access log', () => {
  test('names the route, not the path, the query or the client', async () => {
    const { url, lines } = await site()
    const { id } = await get(`${url}/challenges/0190aaaa?q=ann@example.org`, {
      'x-forwarded-for': '198.51.100.7',
    })
    await expect.poll(lines).toHaveLength(1)
    const [line] = lines()
    expect(line).toMatchObject({
      request: id,
      method: 'GET',
      route: '/challenges/:id',
      status: 200,
      msg: 'request',
    })
    expect(JSON.stringify(line)).not.toMatch(/0190aaaa|ann@|198\.51|127\.0/)
  })

  test('has a sample of the pages, no files, and every server error', async () => {
    const { url, lines } = await site({ logSample: 0 })
    for (const path of ['/', '/nowhere', '/assets/app.js', '/challenges/broken']) await get(url + path)
    await expect.poll(() => lines().filter(({ msg }) => msg === 'request')).toHaveLength(1)
    expect(lines().at(-1)).toMatchObject({ status: 500, route: '/challenges/:id' })
    const all = await site()
    for (const path of ['/assets/app.js', '/nowhere']) await get(all.url + path)
    await expect.poll(all.lines).toHaveLength(1)
    expect(all.lines()[0]).toMatchObject({ route: 'unknown', status: 404 })
  })
})

test('a page from memory has an id and a line, and is counted', async () => {
  const { url, lines, metrics } = await site()
  const { id, body } = await get(`${url}/challenges/archive?page=2`)
  expect(body).toBe('shared')
  expect(lines()).toMatchObject([{ request: id, route: '/challenges/archive', status: 200, shared: true }])
  expect(await metrics.registry.metrics()).toContain('http_shared_pages_total 1')
  const silent = await site({ logSample: 0 })
  await get(`${silent.url}/challenges/archive?page=2`)
  expect(silent.lines()).toEqual([])
})

describe('the id of a request', () => {
  test('is in its response and in every log line', async () => {
    const { url, lines } = await site()
    const [one, other] = [await get(`${url}/challenges/broken`), await get(`${url}/challenges/broken`)]
    expect(one.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(other.id).not.toBe(one.id)
    await expect.poll(lines).toHaveLength(4)
    expect(lines().map(({ request }) => request)).toEqual([one.id, one.id, other.id, other.id])
  })

  test("is a trusted proxy's when well formed", async () => {
    const given = { 'x-request-id': 'proxy-4711.a' }
    const [behind, direct] = [await site({ trustProxy: 1 }), await site()]
    expect((await get(behind.url, given)).id).toBe('proxy-4711.a')
    expect((await get(direct.url, given)).id).not.toBe('proxy-4711.a')
    for (const bad of ['short', 'a b c d e f', `${'x'.repeat(65)}`, '<script>alert'])
      expect((await get(behind.url, { 'x-request-id': bad })).id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('/metrics', () => {
  const token = 'a-token-of-more-than-16'

  test('of a public site is not for a request that its proxy has passed on', async () => {
    const { url } = await site({ publicUrl: 'https://dojo.example', metricsToken: token, trustProxy: 1 })
    expect((await get(`${url}/metrics`)).body).toContain('process_resident')
    const passedOn = { 'x-forwarded-for': '198.51.100.7' }
    expect((await get(`${url}/metrics`, passedOn)).body).toBe('text')
    const authorization = `Bearer ${token}`
    expect((await get(`${url}/metrics`, { ...passedOn, authorization })).body).toContain('process_resident')
  })

  test('is for programs of this machine and for the token, not found for others', async () => {
    const { url } = await site({ metricsToken: token })
    const path = `${url}/metrics`
    expect((await get(path)).body).toContain('process_resident_memory_bytes')
    const elsewhere = { host: 'dojo.example' }
    const unseen = (answer: { body: string }) => expect(answer.body).toBe('text')
    unseen(await get(path, elsewhere))
    unseen(await get(path, { 'x-forwarded-for': '198.51.100.7' }))
    unseen(await get(path, { ...elsewhere, authorization: 'Bearer wrong' }))
    unseen(await get(path, {}, 'POST'))
    const named = await get(path, { ...elsewhere, authorization: `Bearer ${token}` })
    expect(named.body).toContain('http_requests_in_flight 1')
    const without = await site()
    unseen(await get(`${without.url}/metrics`, { ...elsewhere, authorization: 'Bearer ' }))
  })

  test('counts by route, method and class of status only', async () => {
    const { url, metrics } = await site()
    for (let i = 0; i < 30; i++) await get(`${url}/challenges/${i}?q=${i}`)
    for (let i = 0; i < 30; i++) await get(`${url}/nowhere`)
    await get(`${url}/challenges/1`, {}, 'HEAD')
    await get(`${url}/challenges/broken`, {}, 'POST')
    metrics.jobEnded('count votes', 0.5, false)
    const { body } = await get(`${url}/metrics`)
    expect(requestCounts(body)).toEqual([
      '{method="GET",route="/challenges/:id",status="2xx"} 31',
      '{method="GET",route="any",status="4xx"} 30',
      '{method="POST",route="/challenges/:id",status="500"} 1',
    ])
    for (const line of [
      'schedule_runs_total{task="count votes",result="failed"} 1',
      'database_connections{state="waiting"} 2',
      'nodejs_eventloop_lag_p99_seconds',
      'creative_dojo_build_info{version="1.2.3",commit=""} 1',
    ])
      expect(body).toContain(line)
  })

  test('has no more series for clients that send every method and are refused with every status', async () => {
    const { requestEnded, registry } = createMetrics({
      pool: () => ({ open: 0, idle: 0, waiting: 0 }),
      release: { version: '1.2.3' },
    })
    for (const route of ['/', '/challenges/:id', 'unknown'])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'FOO'])
        for (const status of [400, 401, 403, 404, 405, 408, 411, 413, 415, 429])
          requestEnded({ method, route, status, seconds: 0 })
    expect(requestCounts(await registry.metrics())).toEqual([
      '{method="GET",route="any",status="4xx"} 60',
      '{method="POST",route="any",status="4xx"} 30',
      '{method="other",route="any",status="4xx"} 150',
    ])
  })
})

function requestCounts(metrics: string): string[] {
  const name = 'http_request_duration_seconds_count'
  const lines = metrics.split('\n').filter((line) => line.startsWith(name))
  return lines.map((line) => line.slice(name.length)).sort()
}
