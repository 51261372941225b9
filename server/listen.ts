import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { setImmediate as polled, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { errorMessage, Failure } from '#platform/failure.ts'
import type { QuickListener } from './middleware/request-log.ts'

export interface Listener {
  server: Server
  /** Accepts no further request and lets open ones finish for at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}

interface ListenOptions {
  host: string
  port: number
}

/** What concerns bytes and connections beyond these limits is the proxy's. */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
const mostHeaders = 200
const mostConnections = 5_000
const acceptMs = 500

type App = Pick<Hono<{ Bindings: HttpBindings }>, 'fetch'>

/** Serves the app. `quick` answers a request from memory where it can, without the cost of the app. */
export async function listen(
  app: App,
  { host, port }: ListenOptions,
  quick: QuickListener = () => false,
): Promise<Listener> {
  const at = { host, port }
  const respond = listenerOf(app)
  const answer: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/')) {
      response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
      response.end('This is not an address of this site.\n')
    } else if (!quick(request, response)) void respond(request, response)
  }
  const server = createServer({ ...timeouts, requireHostHeader: false }, answer)
  server.maxHeadersCount = mostHeaders
  server.maxConnections = mostConnections
  server.listen({ ...at, backlog: 1_024 })
  await once(server, 'listening').catch((error) => {
    throw bindFailure(error, at)
  })
  return { server, close: (timeoutMs) => close(server, timeoutMs) }
}

/** The app as a listener of Node's server. */
export function listenerOf(app: App): RequestListener {
  // Health checks may come without a Host header.
  return getRequestListener(app.fetch as never, { hostname: 'localhost' })
}

const refusals: Record<string, string> = {
  EADDRINUSE: 'is in use by another program: stop it, or set another PORT',
  EACCES: 'may not be opened by this account: set another PORT',
}

function bindFailure(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Failure {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Failure(`HOST ${host} is not an address of this machine`)
  const reason = refusals[error.code ?? ''] ?? `cannot be opened: ${errorMessage(error)}`
  return new Failure(`PORT ${port} on ${host} ${reason}`)
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  // Connections that the kernel has accepted already are answered too. A busy process may run this timer before it sees them.
  await sleep(acceptMs)
  await polled()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const waiting = new AbortController()
  const cutOff = sleep(timeoutMs, undefined, { signal: waiting.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  )
  // A connection that was busy when the server closed stays open after its response.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(idle)
  waiting.abort()
  await cutOff
}
