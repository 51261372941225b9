import { AsyncResource } from 'node:async_hooks'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#platform/config/config.server.ts'
import { isLoopback } from '#platform/config/loopback.ts'
import { requestIdHeader, requestIdOf, withRequestId } from '#platform/http/request-id.server.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Metrics } from '#platform/metrics/metrics.server.ts'
import type { Env } from '#server/app.ts'
import type { QuickAnswer } from '#server/page-cache.ts'
import { proxiesOf } from './forwarded.ts'

interface RequestLogOptions {
  config: Pick<Config, 'trustProxy' | 'trustedProxies' | 'metricsToken' | 'logSample'>
  log: Logger
  metrics: Metrics
  collect(): Promise<string>
  patternOf(path: string): string | undefined
}

export type QuickListener = (request: IncomingMessage, response: ServerResponse) => boolean

interface RequestLog {
  /** Measures and logs each request. Answers /metrics for clients that may read it. */
  middleware: MiddlewareHandler<Env>
  /** Gives an id to each request that `quick` answers, and counts and logs it. */
  around(quick: QuickAnswer): QuickListener
}

const slowSeconds = 1
const probes = ['/healthz', '/readyz', '/metrics']

/** The access log: a sample of pages, and all server errors and slow requests. */
export function openRequestLog(options: RequestLogOptions): RequestLog {
  const { config, log, metrics, patternOf } = options
  const proxiesBefore = proxiesOf(config)
  const isInSample = () => Math.random() < config.logSample

  const middleware: MiddlewareHandler<Env> = async (c, next) => {
    const { incoming, outgoing } = c.env
    const begun = performance.now()
    const { socket, method = '' } = incoming
    const sentBefore = socket.bytesWritten
    const { path } = c.req
    metrics.requestStarted()
    const end = AsyncResource.bind(() => {
      const seconds = (performance.now() - begun) / 1000
      const status = outgoing.headersSent ? outgoing.statusCode : 0
      const route = patternOf(path) ?? kindOf(path, status)
      metrics.requestEnded({ method, route, status, seconds })
      if (!isLogged(route, status, seconds)) return
      const bytes = socket.bytesWritten - sentBefore
      const aborted = outgoing.writableFinished ? undefined : true
      log.info({ method, route, status, ms: Math.round(seconds * 1000), bytes, aborted }, 'request')
    })
    outgoing.once('close', end)
    if (path !== '/metrics' || method !== 'GET' || !mayReadMetrics(incoming, config)) return next()
    return metricsResponse(options)
  }

  function around(quick: QuickAnswer): QuickListener {
    return (request, response) => {
      const id = requestIdOf(request.headers[requestIdHeader], proxiesBefore(request))
      if (!quick(request, response, id)) return false
      metrics.sharedPageSent()
      if (!isInSample()) return true
      const { method, url = '' } = request
      const route = patternOf(url.split('?', 1)[0] ?? '')
      const facts = { method, route, status: response.statusCode, shared: true }
      withRequestId(id, () => log.info(facts, 'request'))
      return true
    }
  }

  function isLogged(route: string, status: number, seconds: number): boolean {
    if (status >= 500 || seconds >= slowSeconds) return true
    return route !== 'file' && !probes.includes(route) && isInSample()
  }

  return { middleware, around }
}

function kindOf(path: string, status: number): string {
  if (probes.includes(path)) return path
  const area = ['/api/v1/', '/embed/', '/oembed'].find((prefix) => path.startsWith(prefix))
  if (area) return area
  if (path.startsWith('/demo-identity/')) return '/demo-identity/*'
  return status > 0 && status < 400 ? 'file' : 'unknown'
}

/** Clients with the token, and programs of this machine whose request no proxy has passed on. */
function mayReadMetrics(
  { headers, socket }: IncomingMessage,
  { metricsToken }: RequestLogOptions['config'],
): boolean {
  if (metricsToken !== undefined && isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) return true
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return isLoopback(host) && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

async function metricsResponse({ collect, metrics }: RequestLogOptions): Promise<Response> {
  const headers = { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' }
  return new Response(await collect(), { headers })
}
