import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Services } from '#app/context.ts'
import { embedOrigins } from '#domain/media/embeds.ts'
import { LIVE_PATH } from '#domain/notifications/live-path.ts'
import type { Database } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { isFileStoreError } from '#platform/files/file-store.ts'
import { mostCopies } from '#platform/files/s3-store.server.ts'
import {
  addressBehind,
  clientAddress,
  clientAddressHeader,
  customerOf,
  linePath,
  senderName,
} from '#platform/http/client-address.ts'
import { compressed } from '#platform/http/compress.server.ts'
import {
  maintenanceAnswer,
  outageAnswer,
  type UnavailableRequest,
} from '#platform/http/outage-page.server.ts'
import { currentRequestId, requestIdHeader } from '#platform/http/request-id.server.ts'
import { routedPath } from '#platform/http/routed-path.ts'
import { demoHost, isFromThisSite, newNonce, securityHeaders } from '#platform/http/security.server.ts'
import { changesState, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'
import { openQueue, type Queue } from '#platform/queue.ts'
import { type Readiness, readiness } from '#server/readiness.ts'
import { backgroundPoolSize } from '#server/store.ts'
import { type BucketReads, limitBucketReads } from './bucket-reads.ts'
import { type HeldPlaces, heldPlaces } from './held-places.ts'
import type { LiveCounts } from './live-counts.ts'
import { type Pages, receiveForm } from './pages.ts'
import { openPlace, type Place } from './place.ts'
import { recentMember } from './recent-members.ts'

interface HttpOptions {
  services: Services
  background?: Database
  pages: Pages
  files: MiddlewareHandler
  live?: LiveCounts
  formTargets(): string[]
  dev?: boolean
}

type Env = { Bindings: HttpBindings; Variables: { nonce: string } }

type RequestContext = Context<Env>

export function requestListener(options: HttpOptions): RequestListener {
  const { services, files, live } = options
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.json({ status: 'alive', ...services.release }))
  const ready = readiness({ ...services, background: options.background ?? services.db })
  app.get('/readyz', (c) => answerReadiness(c, ready))
  app.use(headers(options))
  if (services.config.demo) app.use(redirectToDemoHost(services.config.publicUrl))
  app.use(files)
  app.use(requireOwnOrigin(services.config.publicUrl))
  app.use(requireKnownMethod)
  app.use(readOnlyInMaintenance(services))
  const queues = openQueues(services.config)
  app.all('*', (c) => page(c, options, queues))
  app.onError((error, c) => errorResponse(error, c, services))
  const respond = getRequestListener((request, bindings) => app.fetch(request, bindings))
  if (!live) return respond
  return (request, response) => {
    const isStream = request.url?.split('?', 1)[0] === LIVE_PATH
    if (isStream && isOwnHost(request.headers.host, services.config)) live.accept(request, response)
    else void respond(request, response)
  }
}

async function answerReadiness(c: RequestContext, ready: Readiness): Promise<Response> {
  const reason = await ready()
  return reason ? c.text(`${reason}\n`, 503, { 'Retry-After': '5' }) : c.text('ready\n')
}

function headers({ services, formTargets, dev }: HttpOptions): MiddlewareHandler<Env> {
  const { publicUrl } = services.config
  return async (c, next) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    await next()
    const secure = securityHeaders(
      {
        publicUrl,
        formTargets: formTargets(),
        frameOrigins: embedOrigins,
        checksLinks: true,
        dev: dev === true,
      },
      [`'nonce-${nonce}'`],
    )
    const ownPolicy = c.res.headers.get(policyHeader)
    for (const [name, value] of Object.entries(secure)) c.res.headers.set(name, value)
    if (ownPolicy) c.res.headers.set(policyHeader, ownPolicy)
    if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.res.headers.set('Retry-After', '5')
  }
}

function redirectToDemoHost(publicUrl: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const place = demoHost(c.req.header('host'), pathname + search, publicUrl)
    if (place.is === 'unknown') return c.text(`This demo is available at ${publicUrl} only.\n`, 421)
    if (place.is === 'elsewhere' && c.req.method === 'GET') return c.redirect(place.address, 307)
    return next()
  }
}

/** Streams bypass the middleware of pages, which answers requests under other names of the demo. */
function isOwnHost(host: string | undefined, { demo, publicUrl }: Services['config']): boolean {
  return !demo || demoHost(host, LIVE_PATH, publicUrl).is === 'here'
}

function requireOwnOrigin(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (isFromThisSite(c.req.raw, publicUrl)) return next()
    return c.text(`This form was not sent from a page of ${publicUrl}.\n`, 403)
  }
}

/** Without this check any other method would count as a form. */
async function requireKnownMethod(
  c: RequestContext,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  if (!methods.includes(c.req.method)) {
    return c.text(`This site accepts ${methods.join(', ')} only.\n`, 405, { Allow: methods.join(', ') })
  }
  await next()
}

const methods = ['GET', 'HEAD', 'POST']

/** Refuses changes during maintenance. Requests of the app's scripts are refused by the app, in their format. */
function readOnlyInMaintenance({ config, maintenance }: Services): MiddlewareHandler {
  return async (c, next) => {
    const state = maintenance.current()
    const pathname = new URL(c.req.url).pathname
    if (!state || !changesState({ method: c.req.method, pathname })) return next()
    if (pathname.endsWith('.data')) {
      await next()
      c.res.headers.set('Retry-After', String(maintenanceRetrySeconds))
      return
    }
    const { body, ...init } = maintenanceAnswer(unavailableRequest(c, config), state)
    return new Response(c.req.method === 'HEAD' ? null : body, init)
  }
}

/** Pages rendered at the same time, and requests that may wait. More would not be faster, since they share a thread. */
const pageLimits = { atOnce: 8, waiting: 2_000, waitingPerClient: 500, longestGivesWay: true }

/** Images for links, which are large, take no place of a page, and only some of the connections to the database. */
const shareImageLimits = { ...pageLimits, atOnce: 3, waitingPerClient: 100 }

/** To ask a bucket for an image takes as much of the thread as a page. None waits here for its answer. */
const mediaLimits = { ...pageLimits, atOnce: 16 }
const bucketLimits = { ...pageLimits, atOnce: 6 }

/** Exports may wait some seconds for a connection outside the pool, of which members' data leave them some. */
const exportLimits = { ...pageLimits, waiting: 200, waitingPerClient: 20 }
const downloadLimits = { ...exportLimits, atOnce: 4 }

/** Pages that read all votes of a challenge take seconds where these are many. */
const deskLimits = { ...exportLimits, atOnce: 2 }

/** A deletion locks all challenges and members that it concerns: votes wait for one of them, not for many. */
const deletionLimits = { ...exportLimits, atOnce: 1 }

/** Searches wait for each other (`searchInTurn`), two at a time; pages must not wait with them. */
const searchPath = '/search'
/** Who took less time is first, waits for others included. */
const searchLimits = {
  atOnce: 8,
  waiting: 2_000,
  waitingPerClient: 500,
  lastGivesWay: true,
  fairByTime: true,
  creditMs: 5_000,
  refillMs: 60_000,
}

/** Longer than a statement waits for a lock. A form that waited longer is refused before it has any effect. */
const formWaitMs = 6_000
const refusalDelayMs = 1_000

interface Queues {
  pages: Queue
  shareImages: Queue
  media: Queue
  bucketReads: BucketReads
  exports: Queue
  downloads: Queue
  /** Each takes about 1.2 MB of buffers until its client has it, for up to an hour. */
  heldDownloads: HeldPlaces
  desks: Queue
  deletions: Queue
  searches: Queue
  forms: Queue
}

function openQueues({ poolSize, s3 }: Services['config']): Queues {
  const connections = poolSize - backgroundPoolSize(poolSize)
  return {
    pages: openQueue(pageLimits),
    shareImages: openQueue(shareImageLimits),
    media: openQueue(s3 ? bucketLimits : mediaLimits),
    bucketReads: limitBucketReads(),
    exports: openQueue(exportLimits),
    downloads: openQueue(downloadLimits),
    heldDownloads: heldPlaces(mostCopies),
    desks: openQueue(deskLimits),
    deletions: openQueue(deletionLimits),
    searches: openQueue(searchLimits),
    forms: openQueue({ ...pageLimits, atOnce: Math.max(1, connections - 2) }),
  }
}

async function page(c: RequestContext, { services, pages }: HttpOptions, queues: Queues): Promise<Response> {
  if (isDataOfFile(c.req.path)) return c.text('Not found.\n', 404)
  const request = publicRequest(c, services)
  const { incoming, outgoing } = c.env
  const { socket } = incoming
  const client = customerOf(clientAddress(request))
  const holdDownload = (memberId: string) => queues.heldDownloads(client, outgoing, memberId)
  const make: Make = async (sent, { leave, enter }) => {
    if (socket.destroyed) return abandoned()
    return compressed(sent, await pages(sent, c.get('nonce'), { leave, enter, holdDownload }))
  }
  const isForm = request.method === 'POST'
  const queue = queueFor(routedPath(c.req.path), isForm, queues)
  if (queue === queues.media && services.config.s3) {
    const memberId = recentMember(request.headers.get('cookie'), request.url)
    const reader = { client: memberId ? senderName(memberId) : client, outgoing, signal: request.signal }
    const response = queues.bucketReads(reader, () =>
      inPlace(queue, request, (place) => make(request, place)),
    )
    return (await response) ?? (request.signal.aborted ? abandoned() : tooManyRequests(c))
  }
  const response = isForm
    ? form(request, make, queue, socket)
    : inPlace(queue, request, (place) => make(request, place))
  return (await response) ?? (request.signal.aborted ? abandoned() : tooManyRequests(c))
}

const downloadPath = '/profile/account/download'

/** The router would read a file whole, as text, where scripts ask for it as for the data of a page; none of ours does. */
function isDataOfFile(pathname: string): boolean {
  const path = routedPath(pathname)
  return pathname.endsWith('.data') && (path === downloadPath || /\.[a-z]+$/.test(path))
}

function queueFor(path: string, isForm: boolean, queues: Queues): Queue {
  const { media, shareImages, exports, downloads, desks, deletions, searches, forms, pages } = queues
  if (path.startsWith('/admin/exports/')) return exports
  if (path === downloadPath) return downloads
  if (isForm) return path === '/profile/account/delete' ? deletions : forms
  if (path.startsWith('/admin/integrity/')) return desks
  if (path === searchPath) return searches
  if (path.startsWith('/media/')) return media
  return path.endsWith('/share.png') ? shareImages : pages
}

type Make = (request: Request, place: Place) => Promise<Response>

/**
 * Runs an action in `queue`. The form is received before that, and an upload leaves its place before its body is
 * received, so a slow client holds none, and enters again after that. Null if too many wait, or the wait was too long.
 */
async function form(request: Request, make: Make, queue: Queue, socket: Socket): Promise<Response | null> {
  const received = await receiveForm(request)
  if (received.error()?.status === 503) {
    received.done()
    await delayRefusal(socket)
    return null
  }
  const place = inTime(placeIn(queue, request))
  try {
    return (await place.enter()) ? await make(received.request, place).finally(place.leave) : null
  } finally {
    received.done()
  }
}

/** A client with so many forms would send the next one at once. Nothing more of its body is read until the refusal. */
async function delayRefusal(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  socket.pause()
  await sleep(refusalDelayMs)
  // A proxy sends other clients' requests on the same connection.
  socket.resume()
}

/** A place of a form: one that comes too late is refused. */
function inTime({ leave, enter }: Place): Place {
  return {
    leave,
    async enter() {
      const begun = performance.now()
      const entered = await enter()
      if (!entered || performance.now() - begun <= formWaitMs) return entered
      // Each of many in its own turn of the event loop.
      setImmediate(leave)
      return false
    },
  }
}

/** Runs `work` in a place of `queue` until it ends or leaves. Null if too many wait, or if the client is gone before. */
async function inPlace<T>(
  queue: Queue,
  request: Request,
  work: (place: Place) => Promise<T>,
): Promise<T | null> {
  const place = placeIn(queue, request)
  return (await place.enter()) ? work(place).finally(place.leave) : null
}

function placeIn(queue: Queue, request: Request): Place {
  const memberId = recentMember(request.headers.get('cookie'), request.url)
  return openPlace(queue, linePath(clientAddress(request), memberId), request.signal)
}

/** The client that sent the request is gone. */
function abandoned(): Response {
  return new Response(null, { status: 499 })
}

function tooManyRequests(c: RequestContext): Response {
  return c.text('Too many requests at the moment. Please try again.\n', 503, { 'Retry-After': '5' })
}

/** The request with the URL that the browser used, whatever host and protocol the proxy uses. */
function publicRequest(c: RequestContext, { config }: Services): Request {
  const { pathname, search } = new URL(c.req.url)
  // A path that starts with two slashes would name another host.
  const path = pathname.replace(/^\/{2,}/, '/')
  const request = new Request(config.publicUrl + path + search, c.req.raw)
  const socketAddress = c.env.incoming.socket.remoteAddress ?? 'unknown'
  const address = addressBehind(socketAddress, c.req.header('x-forwarded-for'), config.trustProxy)
  request.headers.set(clientAddressHeader, address)
  request.headers.set(requestIdHeader, currentRequestId() ?? '')
  return request
}

const policyHeader = 'Content-Security-Policy'

function errorResponse(error: Error, c: RequestContext, { log, config }: Services): Response {
  const outage = isOutage(error) || isFileStoreError(error)
  log.error(
    { err: error, path: c.req.path },
    outage ? 'the database or the file store does not answer' : 'request failed',
  )
  const reference = `Reference: ${currentRequestId() ?? ''}`
  if (!outage) return c.text(`Something went wrong. Please try again.\n${reference}\n`, 500)
  const { body, ...init } = outageAnswer(unavailableRequest(c, config))
  return new Response(c.req.method === 'HEAD' ? null : body, init)
}

function unavailableRequest({ req }: Context, config: Services['config']): UnavailableRequest {
  const { productName, publicUrl } = config
  const [accept, cookie] = [req.header('accept'), req.header('cookie')]
  return { productName, publicUrl, method: req.method, accept, cookie }
}
