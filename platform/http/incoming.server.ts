import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { addressBehind, networkPath } from '#platform/http/client-address.ts'
import { openQueue } from '#platform/queue.ts'
import type { RefusedClients } from './refused-clients.ts'

const longestTarget = 8_000
const longestCookies = 8_000
const mostPipelined = 8
const lingerMs = 2_000
const unreadLingerMs = 1_000
const lingerBytes = 32 * 1024 * 1024
const startLimits = { atOnce: 1, waiting: 4_000, waitingPerClient: 500 }
const healthChecksPerTurn = 2
/** A browser opens six; a school behind one address may have many idle ones. */
const socketsPerAddress = 512
/** An idle one takes about 15 KB, so these take 75 MB. */
const socketsInAll = 5_000
/** Beyond those, only for health checks. */
const spareSockets = 100

/** Answers a request at once if it can; false if not. */
export type QuickListener = (request: IncomingMessage, response: ServerResponse) => boolean

interface GuardOptions {
  headers: Record<string, string>
  trustProxy?: number
  /** Answers what costs next to nothing, out of turn. */
  quick?: QuickListener
  /** Gets the clients that send chunks: their next connections are to be closed unread. */
  offenders?: RefusedClients
}

/** In one turn of the event loop, which accepts one new connection; further requests take turns. */
const quickPerTurn = 100

/**
 * Applies to every request: one at a time per connection, a well-formed target and host, default security headers, a
 * body of known length, turns between clients, and a closed connection after an unread body.
 */
export function guarded(next: RequestListener, options: GuardOptions): RequestListener {
  const { headers, trustProxy = 0, quick = () => false, offenders } = options
  const mayBeQuick = perTurn(quickPerTurn)
  const start: RequestListener = (request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else next(request, response)
  }
  const startFairly = fairStart(start, trustProxy)
  const all = Object.entries(headers)
  return inTurn((request, response) => {
    if (isPlain(request) && mayBeQuick() && quick(request, response)) return
    for (const [name, value] of all) response.setHeader(name, value)
    if (spare.has(request.socket)) {
      if (!probes.includes(request.url ?? '')) return refuse(response, busy)
      response.setHeader('Connection', 'close')
    }
    if (isChunked(request)) {
      offenders?.add(addressBehind(request.socket.remoteAddress ?? 'unknown', undefined, 0))
      return refuseUnread(request, response, lengthRequired)
    }
    if (Number(request.headers['content-length'] ?? 0) > 0) closeUnlessRead(request, response)
    startFairly(request, response)
  })
}

/** A well-formed request to read a page, without a body. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers, socket } = request
  if (method !== 'GET' || spare.has(socket) || refusalOf(request)) return false
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/** True for the first `most` calls in each turn of the event loop. */
function perTurn(most: number): () => boolean {
  let calls = 0
  const reset = () => {
    calls = 0
  }
  return () => {
    if (calls++ === 0) setImmediate().then(reset)
    return calls <= most
  }
}

/**
 * Starts one request per turn of the event loop; clients take turns. Node accepts one connection per turn, so
 * starting all ready requests would delay new connections. A few health checks per turn do not wait.
 */
function fairStart(next: RequestListener, trustProxy: number): RequestListener {
  const queue = openQueue(startLimits)
  const mayCheckHealth = perTurn(healthChecksPerTurn)

  return (request, response) => {
    if (request.url === '/healthz' && mayCheckHealth()) return next(request, response)
    const { socket, headers } = request
    const forwardedFor = headers['x-forwarded-for']?.toString()
    const client = addressBehind(socket.remoteAddress ?? 'unknown', forwardedFor, trustProxy)
    const started = queue.run(async () => {
      if (socket.destroyed) return
      next(request, response)
      await setImmediate()
    }, networkPath(client))
    if (!started) refuse(response, busy)
  }
}

const probes = ['/healthz', '/readyz']
const spare = new WeakSet<Socket>()

interface SocketGroup {
  open: Set<Socket>
  /** Without a request in progress, the one idle for longest first. */
  idle: Set<Socket>
}

interface SocketLimits {
  inAll?: number
  perAddress?: number
  offenders?: RefusedClients
}

/**
 * Limits the open connections of the server and of one address. A further connection closes the one that is idle for
 * longest. If none is idle, it is closed itself, or answers health checks only. Behind a proxy all connections share one
 * address.
 */
export function limitSockets(
  server: Server,
  { inAll = socketsInAll, perAddress = socketsPerAddress, offenders }: SocketLimits = {},
): void {
  const all: SocketGroup = { open: new Set(), idle: new Set() }
  const addresses = new Map<string, SocketGroup>()
  const states = new WeakMap<Socket, { groups: SocketGroup[]; responses: number }>()
  server.maxConnections = inAll + spareSockets

  server.on('connection', (socket: Socket) => {
    const address = addressBehind(socket.remoteAddress ?? 'unknown', undefined, 0)
    const own = addresses.get(address) ?? { open: new Set(), idle: new Set() }
    if (offenders?.has(address)) return void socket.destroy()
    if (own.open.size >= perAddress && !closeIdle(own)) return void socket.destroy()
    if (all.open.size >= inAll && !closeIdle(all)) spare.add(socket)
    addresses.set(address, own)
    const groups = [all, own]
    states.set(socket, { groups, responses: 0 })
    for (const { open, idle } of groups) {
      open.add(socket)
      idle.add(socket)
    }
    socket.once('close', () => {
      forget(socket)
      if (own.open.size === 0 && addresses.get(address) === own) addresses.delete(address)
    })
  })
  server.prependListener('request', ({ socket }, response) => {
    const state = states.get(socket)
    if (!state) return
    state.responses += 1
    for (const { idle } of state.groups) idle.delete(socket)
    response.once('close', () => {
      state.responses -= 1
      if (state.responses > 0) return
      for (const { open, idle } of state.groups) if (open.has(socket)) idle.add(socket)
    })
  })

  function closeIdle({ idle }: SocketGroup): boolean {
    const [longest] = idle
    if (!longest) return false
    forget(longest)
    longest.destroy()
    return true
  }

  function forget(socket: Socket): void {
    for (const { open, idle } of states.get(socket)?.groups ?? []) {
      open.delete(socket)
      idle.delete(socket)
    }
  }
}

/**
 * Node starts all pipelined requests at once and keeps their responses until the client reads them. Here a request
 * waits until the previous response was sent; a connection with more than a few waiting is destroyed.
 */
function inTurn(next: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>()

  function start(socket: Socket, line: (() => void)[], request: IncomingMessage, response: ServerResponse) {
    response.once('close', () => {
      const following = socket.destroyed ? undefined : line.shift()
      if (following) following()
      else waiting.delete(socket)
    })
    next(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    if (isChunked(request)) drop(request)
    const line = waiting.get(socket)
    if (line && isChunked(request)) return void socket.destroy()
    if (!line) {
      const own: (() => void)[] = []
      waiting.set(socket, own)
      start(socket, own, request, response)
    } else if (line.length < mostPipelined) {
      // What arrives meanwhile stays with the client.
      socket.pause()
      line.push(() => {
        if (line.length === 0) socket.resume()
        start(socket, line, request, response)
      })
    } else socket.destroy()
  }
}

interface Refusal {
  status: number
  text: string
  retryAfterSeconds?: number
}

const busy: Refusal = {
  status: 503,
  text: 'Too many requests at the moment. Please try again.',
  retryAfterSeconds: 5,
}

const lengthRequired: Refusal = { status: 411, text: 'A form must say its length.' }

function refusalOf({ url = '', headers, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (url.length > longestTarget) return { status: 414, text: 'This address is too long.' }
  if ((headers.cookie?.length ?? 0) > longestCookies) return { status: 431, text: 'Too many cookies.' }
  // Absolute and asterisk forms are for proxies.
  if (!url.startsWith('/') || !isDecodable(url))
    return { status: 400, text: 'This is not an address of this site.' }
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.toLowerCase() === 'host') hosts += 1
  if (hosts === 1 && isHost(headers.host ?? '')) return undefined
  return { status: 400, text: 'The Host header must name one host.' }
}

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '') !== ''
  } catch {
    return false
  }
}

/** The last one that was well formed: a site has few names. */
let knownHost = ''

function isHost(host: string): boolean {
  if (host === knownHost && host !== '') return true
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
  if (new URL(`http://${host}`).hostname === '') return false
  knownHost = host
  return true
}

function refuse(response: ServerResponse, { status, text, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds) response.setHeader('Retry-After', String(retryAfterSeconds))
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end(`${text}\n`)
}

/** Each chunk costs far more than its bytes, and browsers always know the length of a form. */
function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}

/** Node would keep each chunk that already arrived, with many times its bytes. */
function drop(request: IncomingMessage & { _dump?(): void }): void {
  request._dump?.()
}

/** Refuses a request without reading on. The client has a second to read the response. */
function refuseUnread({ socket }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const destroy = () => socket.destroy()
  socket.destroySoon = () => {
    socket.destroySoon = destroy
    socket.end()
    // Node reads on after a response to drop the rest of the body.
    setImmediate().then(() => socket.pause())
    setTimeout(destroy, unreadLingerMs).unref()
  }
  refuse(response, refusal)
}

/**
 * A proxy reuses its connection, where the rest of an unread body would be taken for the next request. So a response
 * that is sent before the end of the body closes the connection.
 */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, target, args) {
      if (!request.complete) {
        response.setHeader('Connection', 'close')
        closeSlowly(request)
      }
      return Reflect.apply(writeHead, target, args)
    },
  })
}

/**
 * Drops what the client still sends for a short time before the connection is destroyed. A client that is cut off
 * while it sends would lose the response.
 */
function closeSlowly(request: IncomingMessage): void {
  const { socket } = request
  const destroy = () => socket.destroy()
  socket.destroySoon = () => {
    socket.destroySoon = () => undefined
    socket.end()
    if (request.complete) return void socket.once('finish', destroy)
    let bytes = 0
    // Readers of the body would pause it when no one takes their data.
    request.removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lingerBytes) destroy()
    })
    for (const over of ['end', 'error', 'close']) request.once(over, destroy)
    request.resume()
    setTimeout(destroy, lingerMs).unref()
  }
}
