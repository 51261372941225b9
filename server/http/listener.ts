import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, Failure } from '#platform/failure.ts'
import type { MemberOf } from '#platform/http/client-address.ts'
import { joinHeaderPieces } from '#platform/http/connections/header-pieces.ts'
import { limitSockets } from '#platform/http/connections/limits.ts'
import { takeTurnsToConnect } from '#platform/http/connections/turns.ts'
import { answerUnreadable } from '#platform/http/connections/unreadable.ts'
import { guarded, mostHeaders, type QuickListener } from '#platform/http/incoming.server.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import { baseHeaders } from '#platform/http/security.server.ts'
import { recentMember } from './recent-members.ts'

const checksPerTimeout = 6

export interface Listener {
  server: Server
  /** Until this is called, requests get 503 with Retry-After. */
  serve(handle: RequestListener, quick?: QuickListener): void
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
  /** Of all connections together. */
  mostUnsentBytes?: number
}

/** The kernel reports progress once a third of its buffer is free, up to 1.3 MB: slow clients need that long. */
const defaultSendTimeoutMs = 60_000

/** Hundreds of slow downloads of images, but no gigabytes of pages that are not read (decision 075). */
const defaultMostUnsentBytes = 256 * 1024 * 1024
const unsentCheckMs = 1_000

/** How long a flood of new connections delays a stop. */
const stopDelayMs = 1_000

/** Connections that the kernel keeps until they are accepted; it may limit this further. */
const waitingConnections = 1_024

/** Opens the port first, so that a port in use has no side effects. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, publicUrl, productName } = options
  const { trustProxy = 0, sendTimeoutMs = defaultSendTimeoutMs } = options
  const { mostUnsentBytes = defaultMostUnsentBytes } = options
  let handle: RequestListener = (request, response) =>
    answerStarting(request, response, { productName, publicUrl })
  let quick: QuickListener = () => false
  let accepted = 0
  const memberOf: MemberOf = ({ headers }) => recentMember(headers.cookie, publicUrl)
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: 120_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      // Node's own answer would come before the limits of bodies; the listener checks the header.
      requireHostHeader: false,
    },
    guarded((request, response) => handle(request, response), {
      headers: baseHeaders({ publicUrl }),
      trustProxy,
      memberOf,
      quick: (request, response) => quick(request, response),
      accepted: () => accepted,
    }),
  )
  // While they arrive: thousands of unfinished requests with a thousand headers each would take all memory.
  server.maxHeadersCount = mostHeaders
  const allConnected = takeTurnsToConnect(server)
  // Behind a proxy all clients have its address.
  limitSockets(server, trustProxy > 0 ? { perCustomer: Number.POSITIVE_INFINITY } : { memberOf })
  server.on('connection', () => {
    accepted += 1
  })
  // As above.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  answerUnreadable(server)
  await bind(server, host, port)
  joinHeaderPieces(server)
  const open = openSockets(server)
  resetStalledReaders(server, open, sendTimeoutMs)
  limitUnsentBytes(server, open, mostUnsentBytes)
  return {
    server,
    serve(next, answered = () => false) {
      handle = next
      quick = answered
    },
    async close(timeoutMs) {
      // What was sent before the stop is answered; later connections are refused.
      await allConnected(stopDelayMs)
      await close(server, timeoutMs)
    },
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
    const fail = (error: Error) => reject(bindFailure(error, host, port))
    server.once('error', fail)
    server.listen({ port, host, backlog: waitingConnections }, () => {
      server.off('error', fail)
      resolve()
    })
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

interface Progress {
  written: number
  /** Bytes of the current write that the kernel has not accepted. */
  queued: number
  stalledChecks: number
}

function openSockets(server: Server): Map<Socket, Progress> {
  const open = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    open.set(socket, { written: 0, queued: 0, stalledChecks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** Resets the connections with the most unsent bytes while all together have more than `most`. */
function limitUnsentBytes(server: Server, open: ReadonlyMap<Socket, Progress>, most: number): void {
  const timer = setInterval(() => {
    let unsent = 0
    for (const socket of open.keys()) unsent += socket.writableLength
    if (unsent <= most) return
    for (const socket of [...open.keys()].sort((a, b) => b.writableLength - a.writableLength)) {
      if (unsent <= most) return
      unsent -= socket.writableLength
      socket.resetAndDestroy()
    }
  }, unsentCheckMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Resets connections whose client reads nothing of a pending response for `timeoutMs`. A connection without unsent
 * data stays open: it waits for the server, for an upload or for its next request.
 */
function resetStalledReaders(server: Server, open: ReadonlyMap<Socket, Progress>, timeoutMs: number): void {
  const timer = setInterval(() => {
    for (const [socket, progress] of open) check(socket, progress)
  }, timeoutMs / checksPerTimeout)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Counts checks instead of time: after a pause of the process all clients would seem late. */
function check(socket: Socket, progress: Progress): void {
  const written = socket.bytesWritten - socket.writableLength
  const queued = kernelQueue(socket)
  const isStalled = socket.writableLength > 0 && written === progress.written && queued === progress.queued
  progress.stalledChecks = isStalled ? progress.stalledChecks + 1 : 0
  progress.written = written
  progress.queued = queued
  // A plain close would leave up to 4 MB per connection in the kernel for minutes.
  if (progress.stalledChecks >= checksPerTimeout) socket.resetAndDestroy()
}

/** Node has no public count of a write in progress, and a whole response may be one write. */
function kernelQueue(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
