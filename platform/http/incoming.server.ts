import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { addressBehind, linePath, type MemberOf } from '#platform/http/client-address.ts'
import { isDisplaced, openQueue } from '#platform/queue.ts'
import { longestChoice } from './compress.server.ts'
import { isSpare } from './connections/limits.ts'
import { acceptWaiting } from './connections/turns.ts'

const longestTarget = 8_000
const longestCookies = 8_000
/** Each takes about 90 bytes, and browsers and proxies send some thirty. */
export const mostHeaders = 100
const mostPipelined = 4
const mostWaiting = 1_000
const mostWaitingBodies = 100
const lingerMs = 2_000
const unreadLingerMs = 1_000
const lingerBytes = 32 * 1024 * 1024
const startLimits = { atOnce: 1, waiting: 4_000, waitingPerClient: 500, longestGivesWay: true }
const healthChecksPerTurn = 2
/** A compressed file takes less than half a millisecond, the largest as it is 4 ms. A first visit asks for ten. */
const filesPerTurn = 10
const smallPieces = { bytes: 4_096, pauseMs: 25, longestPauseMs: 500 }
const takesCompressed = /(?:^|,)\s*(?:br|gzip)\s*(?:,|$)/
const fileAddress = /^\/(assets|pictures|avatars)\/[^?]*$/

/** Answers a request from memory if it can; false if not. */
export type QuickListener = (request: IncomingMessage, response: ServerResponse) => boolean

interface GuardOptions {
  headers: Record<string, string>
  trustProxy?: number
  memberOf?: MemberOf
  /** Answers what costs next to nothing, before its turn if there is time. */
  quick?: QuickListener
  /** How many connections were accepted so far. */
  accepted?: () => number
}

/**
 * Milliseconds of one turn of the event loop for quick answers. A turn accepts one new connection, which may wait behind
 * hundreds of others: while connections arrive, turns are short.
 */
const quickMs = { perTurn: 3, whileConnecting: 0.12 }

/**
 * Applies to every request: one at a time per connection, a well-formed target and host, default security headers, a
 * body of known length, turns between clients, and a closed connection after an unread body.
 */
export function guarded(next: RequestListener, options: GuardOptions): RequestListener {
  const { headers } = options
  const quick = quickAnswers(options)
  const startFairly = fairStart(options)
  const all = Object.entries(headers)
  return inTurn((request, response) => {
    const refusal = refusalOf(request)
    const mayBeQuick = !refusal && isPlain(request)
    if (mayBeQuick && !quick.isOver() && quick.answer(request, response)) return
    for (const [name, value] of all) response.setHeader(name, value)
    if (isSpare(request.socket)) {
      if (!probes.includes(request.url ?? '')) return refuse(response, busy)
      response.setHeader('Connection', 'close')
    }
    if (isChunked(request)) request.socket.pause()
    else if (hasBody(request)) {
      joinSmallPieces(request)
      closeUnlessRead(request, response)
    }
    startFairly(request, response, async () => {
      if (mayBeQuick && quick.isOver()) await setImmediate()
      if (request.socket.destroyed) return 'quick'
      if (mayBeQuick && quick.answer(request, response)) return 'quick'
      if (isChunked(request)) refuseUnread(request, response, lengthRequired)
      else if (refusal) refuse(response, refusal)
      else next(request, response)
      return 'started'
    })
  })
}

/** A request to read a page, without a body. */
function isPlain(request: IncomingMessage): boolean {
  const { method = '', headers, socket } = request
  if (!['GET', 'HEAD'].includes(method) || isSpare(socket)) return false
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/** Answers quickly as long as the time for it in this turn of the event loop is not over. */
function quickAnswers({ quick = () => false, accepted = () => 0 }: GuardOptions) {
  let known = accepted()
  let leftMs = quickMs.perTurn
  let isCounting = false
  function begin(): void {
    isCounting = false
    leftMs = accepted() === known ? quickMs.perTurn : quickMs.whileConnecting
    known = accepted()
  }
  return {
    isOver: () => leftMs <= 0,
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isCounting) setImmediate().then(begin)
      isCounting = true
      const begun = performance.now()
      const isAnswered = quick(request, response)
      leftMs -= performance.now() - begun
      return isAnswered
    },
  }
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

/** Whether a request took next to no time, or is being handled. */
type Start = () => Promise<'quick' | 'started'>

/**
 * Starts one request at a time; clients take turns, and so do the members and visitors of an address. Node accepts one
 * connection per turn of the event loop, so those that wait are accepted between two requests. A few health checks and
 * static files per turn do not wait.
 */
function fairStart({ trustProxy = 0, memberOf = () => undefined, accepted = () => 0 }: GuardOptions) {
  const queue = openQueue(startLimits)
  const mayCheckHealth = perTurn(healthChecksPerTurn)
  const mayBeFile = perTurn(filesPerTurn)

  return async (request: IncomingMessage, response: ServerResponse, start: Start): Promise<void> => {
    if (request.url === '/healthz' && mayCheckHealth()) return void start()
    const { socket, headers } = request
    await resetIsKnown()
    if (socket.destroyed) return
    if (isQuickFile(request) && mayBeFile()) return void start()
    const forwardedFor = headers['x-forwarded-for']?.toString()
    const client = addressBehind(socket.remoteAddress ?? 'unknown', forwardedFor, trustProxy)
    const started = queue.run(
      async () => {
        if (!socket.destroyed && (await start()) === 'started') await acceptWaiting(accepted)
      },
      linePath(client, memberOf(request)),
    )
    if (!started && isChunked(request)) refuseUnread(request, response, busy)
    else if (!started) refuse(response, busy)
    started?.catch((error) => {
      if (isDisplaced(error) && !isChunked(request)) refuse(response, busy)
      else socket.destroy()
    })
  }
}

function isQuickFile({ url = '', headers }: IncomingMessage): boolean {
  const encodings = headers['accept-encoding']?.toString() ?? ''
  return fileAddress.test(url) && encodings.length <= longestChoice && takesCompressed.test(encodings)
}

/**
 * A request may be read from a connection that its client has reset already, which the next read tells. Without this
 * wait it would be handled in vain.
 */
async function resetIsKnown(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

const probes = ['/healthz', '/readyz']

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
}

/** The requests of one connection. */
interface Line {
  busy: boolean
  waiting: Waiting[]
}

/**
 * Node starts all pipelined requests at once and keeps their responses until the client reads them. Here a request
 * waits until the previous response was sent; a connection with more than a few waiting is destroyed. Browsers and
 * proxies send none, and their headers and bodies are in no budget, so few may wait in all.
 */
function inTurn(next: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  const inAll = { requests: 0, bodies: 0 }

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket)
    if (known) return known
    const line: Line = { busy: false, waiting: [] }
    lines.set(socket, line)
    socket.once('close', () => line.waiting.splice(0).forEach(leave))
    return line
  }

  function enter({ waiting }: Line, { request, response }: Waiting): boolean {
    const isFull = waiting.length >= mostPipelined || inAll.requests >= mostWaiting
    if (isFull || hasManyHeaders(request) || (hasBody(request) && inAll.bodies >= mostWaitingBodies))
      return false
    waiting.push({ request, response })
    inAll.requests += 1
    if (hasBody(request)) inAll.bodies += 1
    return true
  }

  function leave({ request }: Waiting): void {
    inAll.requests -= 1
    if (hasBody(request)) inAll.bodies -= 1
  }

  function start(line: Line, { request, response }: Waiting): void {
    const { socket } = request
    line.busy = true
    response.once('close', () => {
      line.busy = false
      const following = socket.destroyed ? undefined : line.waiting.shift()
      if (!following) return
      leave(following)
      if (line.waiting.length === 0) socket.resume()
      start(line, following)
    })
    next(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed || isChunked(request)) ignoreRest(request)
    if (socket.destroyed) return
    const line = lineOf(socket)
    if (!line.busy) start(line, { request, response })
    else if (!isChunked(request) && enter(line, { request, response })) {
      // What arrives until its turn stays with the client.
      socket.pause()
    } else {
      ignoreRest(request)
      socket.destroy()
    }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0
}

function hasManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * mostHeaders
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

function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { url = '', headers, rawHeaders } = request
  if (url.length > longestTarget) return { status: 414, text: 'This address is too long.' }
  if ((headers.cookie?.length ?? 0) > longestCookies) return { status: 431, text: 'Too many cookies.' }
  if (hasManyHeaders(request)) return { status: 431, text: 'Too many headers.' }
  // Absolute and asterisk forms are for proxies.
  if (!url.startsWith('/') || !isDecodable(url))
    return { status: 400, text: 'This is not an address of this site.' }
  if (headers.expect && !/(^|\W)100-continue($|\W)/i.test(headers.expect))
    return { status: 417, text: 'This expectation is not supported.' }
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

/** Undocumented: Node's parser of a connection, with its handlers in numbered places. */
type Parser = Record<string, { name?: string } | undefined>

const handlersOfRequests = /^parserOn(Headers|HeadersComplete|Body|MessageComplete)$/

/**
 * Ignores what has arrived on a connection that is about to be closed. Node would call a handler for each further
 * request and each chunk, and keep chunks with many times their bytes: 64 KB of them take 20 ms with handlers, 1 ms
 * without. Parsers are used again, so they get their handlers back when the connection is closed.
 */
function ignoreRest(request: IncomingMessage & { _dump?(): void; socket: { parser?: Parser | null } }): void {
  request._dump?.()
  const { socket } = request
  const parser = socket.parser ?? {}
  const handlers = Object.entries(parser).filter(([, handler]) =>
    handlersOfRequests.test(handler?.name ?? ''),
  )
  for (const [place] of handlers) parser[place] = undefined
  if (handlers.length > 0)
    socket.once('close', () => void Object.assign(parser, Object.fromEntries(handlers)))
}

/** Refuses a request without reading on. The client has a second to read the response. */
function refuseUnread({ socket }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const destroy = () => socket.destroy()
  socket.pause()
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
 * Pauses the connection after each small piece of a body, longer each time: the kernel joins what arrives until then.
 * Thousands of small pieces each second would leave no time for other requests.
 */
function joinSmallPieces(request: IncomingMessage): void {
  const { socket } = request
  const length = Number(request.headers['content-length'])
  // Of a pipelined request, some may have arrived before its turn.
  let received = request.readableLength
  let pauseMs = 0

  function pause(): void {
    pauseMs = Math.min(pauseMs + smallPieces.pauseMs, smallPieces.longestPauseMs)
    // Else the reader of the body would resume the connection.
    request._read = () => undefined
    socket.pause()
    setTimeout(() => {
      request._read = IncomingMessage.prototype._read
      if (request.readableLength < request.readableHighWaterMark) socket.resume()
    }, pauseMs).unref()
  }

  request.push = (piece: Buffer | null) => {
    const wantsMore = IncomingMessage.prototype.push.call(request, piece)
    received += piece?.byteLength ?? 0
    if (piece && piece.byteLength < smallPieces.bytes && received < length) pause()
    return wantsMore
  }
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
