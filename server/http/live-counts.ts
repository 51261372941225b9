import type { IncomingMessage, ServerResponse } from 'node:http'
import { CHANGED_CHANNEL, type UnreadCount, unreadCounts } from '#domain/notifications/live.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openDatabaseListener } from '#platform/database/listener.server.ts'
import { addressBehind, customerOf, senderName } from '#platform/http/client-address.ts'
import { isOwnPage } from '#platform/http/security.server.ts'
import { sessionToken } from '#platform/identity/cookies.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { MaintenanceWatch } from '#platform/maintenance.server.ts'
import { perSecond } from '#platform/per-second.ts'
import { openQueue } from '#platform/queue.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { LiveStreams, type Stream, type StreamLimits } from './live-streams.ts'
import { recentMember } from './recent-members.ts'

export interface LiveCounts {
  /** Answers a request for the stream, which stays open. */
  accept(request: IncomingMessage, response: ServerResponse): void
  open(): number
  /** Ends all streams. */
  close(): Promise<void>
}

interface LiveOptions {
  db: Database
  /** For the checks of open streams, which do not compete with requests. */
  background: Database
  config: Pick<Config, 'publicUrl' | 'trustProxy'>
  maintenance: Pick<MaintenanceWatch, 'current'>
  log: Logger
  limits?: Partial<Limits>
}

interface Limits extends StreamLimits {
  /** A session that ended is noticed after this time, and the client hears from the server as often. */
  checkMs: number
  /** Between counts while the database cannot wake this process. */
  pollMs: number
  /** From a wake-up to its count, so that the batches of a large announcement cause few. */
  wakeMs: number
  /** A stream is ended after this time. The client opens another one. */
  longestMs: number
}

const defaultLimits: Limits = {
  streams: 2_000,
  streamsPerNetwork: 100,
  streamsPerMember: 5,
  unsentBytes: 16 * 1024,
  checkMs: 25_000,
  pollMs: 10_000,
  wakeMs: 500,
  longestMs: 30 * 60_000,
}

const countedTogether = 500
/** Lookups of sessions at the same time. */
const lookupLimits = { atOnce: 2, waiting: 500, waitingPerClient: 50, longestGivesWay: true }

/**
 * The streams of this process that tell members the number of their unread notifications (decision 106). They take no
 * connection to the database and no place in a queue: one connection per process listens for changes, and all streams
 * concerned are counted together.
 */
export function openLiveCounts(options: LiveOptions): LiveCounts {
  const { db, background, config, maintenance, log } = options
  const limits = { ...defaultLimits, ...options.limits }
  const streams = new LiveStreams(limits)
  const lookups = openQueue(lookupLimits)
  const mayLog = perSecond(1)
  let isClosed = false
  let changes = 0
  /** The streams of the next count. */
  let woken = new Set<Stream>()
  let wakeTimer: NodeJS.Timeout | undefined
  let isChecking = false
  let isTickDue = false

  const listener = background.pooled
    ? undefined
    : openDatabaseListener(background, {
        channel: CHANGED_CHANNEL,
        onMessage: wake,
        onConnected: () => wake(''),
        log,
      })
  const ticker = setInterval(() => {
    if (isChecking) isTickDue = true
    else void check(new Set(streams.all), true)
  }, limits.checkMs)
  const poller = setInterval(() => {
    if (!listener?.isListening()) wake('')
  }, limits.pollMs)
  for (const timer of [ticker, poller]) timer.unref()

  function accept(request: IncomingMessage, response: ServerResponse): void {
    const token = sessionToken(request.headers.cookie, config.publicUrl)
    const refusal = refusalOf(request, token)
    const stream = { response, network: networkOf(request), session: hashed(token), begun: performance.now() }
    const status = refusal ?? streams.enter(stream)
    if (status) refuse(response, status)
    else void begin(stream)
  }

  function refusalOf(request: IncomingMessage, token: string | undefined): number | undefined {
    if (request.method !== 'GET') return 405
    if (!isOwnPage(request.headers, config.publicUrl)) return 403
    if (!token) return signedOut
    return isClosed || maintenance.current() ? 503 : undefined
  }

  /** A member's streams have a limit below, so that strangers behind the same address do not use up theirs. */
  function networkOf({ socket, headers }: IncomingMessage): string {
    const memberId = recentMember(headers.cookie, config.publicUrl)
    if (memberId) return senderName(memberId)
    const forwardedFor = headers['x-forwarded-for']?.toString()
    return customerOf(addressBehind(socket.remoteAddress ?? 'unknown', forwardedFor, config.trustProxy))
  }

  async function begin(stream: Stream): Promise<void> {
    const { response } = stream
    const before = changes
    const found = await sessionOf(stream)
    if (response.destroyed || response.headersSent) return
    const status = found.count ? streams.enterMember(stream, found.count.memberId) : found.refusal
    if (status || !found.count) {
      refuse(response, isClosed ? 503 : (status ?? signedOut))
      return
    }
    response.writeHead(200, streamHeaders)
    // After a restart, not all clients at the same moment.
    streams.send(stream, `retry: ${Math.round(5_000 + 15_000 * Math.random())}\n`)
    tell(stream, found.count.unread)
    if (before !== changes) wake(found.count.memberId)
  }

  async function sessionOf({ session, network }: Stream): Promise<{ count?: UnreadCount; refusal?: number }> {
    try {
      const counts = await lookups.run(() => unreadCounts(db, [session]), network)
      if (counts === null || isClosed) return { refusal: 503 }
      return counts[0] ? { count: counts[0] } : { refusal: signedOut }
    } catch (error) {
      if (mayLog()) log.warn({ err: error }, 'a live count could not be opened')
      return { refusal: 503 }
    }
  }

  /** Counts the streams of these members soon; those of all members without ids. */
  function wake(ids: string): void {
    changes += 1
    const concerned = ids === '' ? [streams.all] : ids.split(',').map((id) => streams.of(id))
    for (const some of concerned) for (const stream of some) woken.add(stream)
    countWokenSoon()
  }

  /** Once a check is over, so that a slow database has one check to answer, however many wake-ups come. */
  function countWokenSoon(): void {
    if (woken.size === 0 || wakeTimer || isChecking || isClosed) return
    wakeTimer = setTimeout(() => {
      wakeTimer = undefined
      if (isChecking) return
      const some = woken
      woken = new Set()
      void check(some, false)
    }, limits.wakeMs)
    wakeTimer.unref()
  }

  /** One at a time. `isTick` also shows clients that the connection works. */
  async function check(some: ReadonlySet<Stream>, isTick: boolean): Promise<void> {
    isChecking = true
    try {
      await checkNow(some, isTick)
    } finally {
      isChecking = false
      if (isTickDue && !isClosed) {
        isTickDue = false
        void check(new Set(streams.all), true)
      } else countWokenSoon()
    }
  }

  async function checkNow(some: ReadonlySet<Stream>, isTick: boolean): Promise<void> {
    if (maintenance.current()) {
      endAll()
      return
    }
    const begun = [...some].filter((stream) => stream.memberId && streams.all.has(stream))
    for (let from = 0; from < begun.length; from += countedTogether) {
      const together = begun.slice(from, from + countedTogether)
      const counts = await countsOf(together)
      for (const stream of together) {
        if (counts) update(stream, counts.get(stream.session))
        if (isTick) streams.send(stream, ':\n\n')
        if (performance.now() - stream.begun > limits.longestMs) stream.response.end()
      }
    }
  }

  /** Null during an outage: the streams stay open. */
  async function countsOf(some: readonly Stream[]): Promise<Map<string, number> | null> {
    try {
      const rows = await unreadCounts(background, [...new Set(some.map(({ session }) => session))])
      return new Map(rows.map(({ session, unread }) => [session, unread]))
    } catch (error) {
      if (mayLog()) log.warn({ err: error }, 'live counts could not be read')
      return null
    }
  }

  function update(stream: Stream, unread: number | undefined): void {
    if (unread === undefined) {
      streams.send(stream, 'event: end\ndata: \n\n')
      stream.response.end()
    } else if (unread !== stream.sent) tell(stream, unread)
  }

  function tell(stream: Stream, unread: number): void {
    stream.sent = unread
    streams.send(stream, `data: ${unread}\n\n`)
  }

  function endAll(): void {
    for (const { response } of streams.all) {
      if (response.headersSent) response.end()
      else refuse(response, 503)
    }
  }

  return {
    accept,
    open: () => streams.all.size,
    async close() {
      isClosed = true
      for (const timer of [ticker, poller]) clearInterval(timer)
      clearTimeout(wakeTimer)
      endAll()
      await listener?.close()
    },
  }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  // nginx would buffer the events.
  'X-Accel-Buffering': 'no',
}

/** Tells a browser not to try again. It happens to other tabs while one signs out, so it is no error in their console. */
const signedOut = 204

function hashed(token = ''): string {
  return hashSecret(token).toString('hex')
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return
  if (status === signedOut) {
    response.writeHead(status, { 'Cache-Control': 'private, no-store' }).end()
    return
  }
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...(status === 405 && { Allow: 'GET' }),
    ...([429, 503].includes(status) && { 'Retry-After': '60' }),
  })
  response.end(`${refusals[status]}\n`)
}

const refusals: Record<number, string> = {
  403: 'The count is for pages of this site only.',
  405: 'This address takes GET only.',
  429: 'Too many open pages.',
  503: 'Not available at the moment.',
}
