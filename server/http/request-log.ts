import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { LIVE_PATH } from '#domain/notifications/live-path.ts'
import type { Config } from '#platform/config/config.server.ts'
import { isLoopback } from '#platform/config/loopback.ts'
import type { QuickListener } from '#platform/http/incoming.server.ts'
import type { QuickAnswer } from '#platform/http/page-cache.server.ts'
import { requestIdHeader, requestIdOf, withRequestId } from '#platform/http/request-id.server.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Metrics } from '#platform/metrics/metrics.server.ts'
import { perSecond } from '#platform/per-second.ts'

interface ObserveOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'metricsToken' | 'logSample'>
  log: Logger
  metrics: Metrics
  collect(): Promise<string>
  patternOf(path: string): string | undefined
}

const slowSeconds = 1
const failuresPerSecond = 20
const pagesPerSecond = 100
const probes = ['/healthz', '/readyz', '/metrics']

interface RequestLog {
  /** Gives each request of `next` an id, measures and logs it. Answers /metrics for clients that may read it. */
  around(next: RequestListener): RequestListener
  /** Gives each request an id, and counts and logs those that `quick` answers. */
  aroundQuick(quick: QuickAnswer): QuickListener
}

/**
 * The access log: a sample of pages, at most 100 lines per second, and server errors and slow requests, at most 20 per
 * second; suppressed lines are counted in one line.
 */
export function openRequestLog(options: ObserveOptions): RequestLog {
  const { config, log, metrics, patternOf } = options
  const failures = perSecond(failuresPerSecond)
  const pages = perSecond(pagesPerSecond)
  let suppressed = 0

  function around(next: RequestListener): RequestListener {
    return (request, response) => {
      const id = requestIdOf(request.headers[requestIdHeader], config.trustProxy)
      const begun = performance.now()
      const { socket, method = '' } = request
      const sentBefore = socket.bytesWritten
      const path = (request.url ?? '').split('?', 1)[0] as string
      response.setHeader('X-Request-Id', id)
      // A stream lasts for minutes, and is no slow request.
      const mayStream = path === LIVE_PATH
      if (!mayStream) metrics.requestStarted()
      response.once('close', () => {
        if (mayStream && response.statusCode === 200) return
        if (mayStream) metrics.requestStarted()
        const seconds = (performance.now() - begun) / 1000
        const status = response.headersSent ? response.statusCode : 0
        const route = patternOf(path) ?? kindOf(path, status)
        metrics.requestEnded({ method, route, status, seconds })
        if (!isLogged(route, status, seconds)) return
        const bytes = socket.bytesWritten - sentBefore
        const aborted = response.writableFinished ? undefined : true
        const facts = { method, route, status, ms: Math.round(seconds * 1000), bytes, aborted }
        withRequestId(id, () => log.info(facts, 'request'))
      })
      withRequestId(id, () => {
        if (path === '/metrics' && method === 'GET' && mayReadMetrics(request, config))
          void sendMetrics(response, options)
        else next(request, response)
      })
    }
  }

  function aroundQuick(quick: QuickAnswer): QuickListener {
    return (request, response) => {
      const id = requestIdOf(request.headers[requestIdHeader], config.trustProxy)
      if (!quick(request, response, id)) return false
      metrics.sharedPageSent()
      if (Math.random() >= config.logSample) return true
      if (!pages()) suppress()
      else {
        const { method, url = '' } = request
        const route = patternOf(url.split('?', 1)[0] ?? '')
        withRequestId(id, () =>
          log.info({ method, route, status: response.statusCode, shared: true }, 'request'),
        )
      }
      return true
    }
  }

  function isLogged(route: string, status: number, seconds: number): boolean {
    const isFailure = status >= 500 || seconds >= slowSeconds
    if (isFailure && failures()) return true
    const isPage = route !== 'file' && !probes.includes(route) && Math.random() < config.logSample
    if (isPage && pages()) return true
    if (isFailure || isPage) suppress()
    return false
  }

  function suppress(): void {
    suppressed += 1
    if (suppressed > 1) return
    setTimeout(() => {
      log.info({ suppressed }, 'too many requests to log each')
      suppressed = 0
    }, 1_000).unref()
  }

  return { around, aroundQuick }
}

function kindOf(path: string, status: number): string {
  if (probes.includes(path)) return path
  if (path.startsWith('/demo-identity/')) return '/demo-identity/*'
  return status > 0 && status < 400 ? 'file' : 'unknown'
}

/**
 * Clients with the token, and programs of this machine. A local proxy also connects from loopback and may name
 * neither client nor host, so a public site without a trusted proxy requires the token.
 */
function mayReadMetrics(
  { headers, socket }: IncomingMessage,
  { metricsToken, publicUrl, trustProxy }: ObserveOptions['config'],
): boolean {
  if (metricsToken !== undefined && isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) return true
  if (trustProxy === 0 && !isLoopback(new URL(publicUrl).hostname)) return false
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return isLoopback(host) && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

async function sendMetrics(
  response: ServerResponse,
  { collect, log, metrics }: ObserveOptions,
): Promise<void> {
  try {
    const text = await collect()
    response.writeHead(200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(text)
  } catch (error) {
    log.error({ err: error }, 'metrics could not be collected')
    response.writeHead(500).end()
  }
}

type Routes = Record<string, { path?: string; parentId?: string } | undefined>

interface Pattern {
  text: string
  segments: string[]
}

/** Finds the route pattern of a path, such as /challenges/:id; undefined without a route. */
export function routePatterns(routes: ServerBuild['routes'] | Routes): (path: string) => string | undefined {
  const byLength = new Map<number, Pattern[]>()
  for (const id of Object.keys(routes)) {
    const segments = segmentsOf(fullPath(routes as Routes, id))
    if (segments.at(-1) === '*') continue
    const known = byLength.get(segments.length) ?? []
    byLength.set(segments.length, [...known, { text: `/${segments.join('/')}`, segments }])
  }
  // The router prefers the pattern with more fixed segments.
  for (const patterns of byLength.values()) patterns.sort((a, b) => parameters(a) - parameters(b))

  return (path) => {
    const segments = segmentsOf(pagePath(path))
    return byLength.get(segments.length)?.find((pattern) => matches(pattern, segments))?.text
  }
}

function pagePath(path: string): string {
  if (path === '/_root.data') return '/'
  return path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
}

function fullPath(routes: Routes, id: string): string {
  const route = routes[id]
  const parent = route?.parentId ? fullPath(routes, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function parameters({ segments }: Pattern): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}

function matches(pattern: Pattern, segments: string[]): boolean {
  return pattern.segments.every((segment, index) => segment.startsWith(':') || segment === segments[index])
}
