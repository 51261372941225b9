import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, reasonOf } from '#platform/failure.ts'

export interface Listener {
  server: Server
  /** Hands requests to `handle` from now on; until then they are asked to come again. */
  serve(handle: RequestListener): void
  /** Takes no further request, lets the open ones finish for at most `patience` milliseconds. */
  close(patience: number): Promise<void>
}

/** Takes the port before anything else is begun, so that a port in use leaves nothing behind. */
export async function listen(host: string, port: number): Promise<Listener> {
  let handle: RequestListener = comeAgain
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => handle(request, response),
  )
  await bind(server, host, port)
  return {
    server,
    serve(next) {
      handle = next
    },
    close: (patience) => close(server, patience),
  }
}

function comeAgain(request: IncomingMessage, response: ServerResponse): void {
  const alive = request.url === '/healthz'
  const type = alive ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(alive ? 200 : 503, { 'Content-Type': type, 'Retry-After': '1' })
  response.end(alive ? '{"status":"alive"}' : 'Starting. Please come again in a moment.\n')
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
  return new Failure(`PORT ${port} on ${host} cannot be opened: ${reasonOf(error)}`)
}

async function close(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const waiting = new AbortController()
  const cutOff = sleep(patience, undefined, { signal: waiting.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  )
  // A connection that was busy when the server closed stays open after its answer, until someone closes it.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(idle)
  waiting.abort()
  await cutOff
}
