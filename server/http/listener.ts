import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, Failure } from '#platform/failure.ts'
import { guarded, limitSockets } from '#platform/http/incoming.server.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import { baseHeaders } from '#platform/http/security.server.ts'
import { resetStalledReaders } from './send-timeout.ts'

export interface Listener {
  server: Server
  /** Until this is called, requests get 503 with Retry-After. */
  serve(handle: RequestListener): void
  /** Accepts no further request and lets open ones finish for at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}

interface ListenOptions {
  host: string
  port: number
  publicUrl: string
  productName: string
  trustProxy?: number
  sendTimeoutMs?: number
}

/** The kernel reports progress once a third of its buffer is free, up to 1.3 MB: slow clients need that long. */
const defaultSendTimeoutMs = 60_000

/** Opens the port first, so that a port in use has no side effects. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, publicUrl, productName } = options
  const { trustProxy = 0, sendTimeoutMs = defaultSendTimeoutMs } = options
  let handle: RequestListener = (request, response) =>
    answerStarting(request, response, { productName, publicUrl })
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    guarded((request, response) => handle(request, response), {
      headers: baseHeaders({ publicUrl }),
      trustProxy,
    }),
  )
  if (trustProxy === 0) limitSockets(server)
  resetStalledReaders(server, sendTimeoutMs)
  await bind(server, host, port)
  return {
    server,
    serve(next) {
      handle = next
    },
    close: (timeoutMs) => close(server, timeoutMs),
  }
}

function answerStarting(
  { url, method, headers }: IncomingMessage,
  response: ServerResponse,
  site: Pick<ListenOptions, 'productName' | 'publicUrl'>,
): void {
  if (url === '/healthz') {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"status":"alive"}')
    return
  }
  const { accept, cookie } = headers
  const message = 'The site is starting.'
  const answer = outageAnswer({ ...site, method, accept, cookie, message, retryAfterSeconds: 1 })
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(bindFailure(error, host, port)))
    server.listen(port, host, () => resolve())
  })
}

function bindFailure(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  if (error.code === 'EADDRINUSE') {
    return new Failure(`PORT ${port} on ${host} is in use by another program: stop it, or set another PORT`)
  }
  if (error.code === 'EACCES')
    return new Failure(`PORT ${port} may not be opened by this account: set another PORT`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Failure(`HOST ${host} is not an address of this machine`)
  }
  return new Failure(`PORT ${port} on ${host} cannot be opened: ${errorMessage(error)}`)
}

async function close(server: Server, timeoutMs: number): Promise<void> {
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
