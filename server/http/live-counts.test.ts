import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import { sendAnnouncement, withdrawAnnouncement } from '#domain/announcements/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { endSession, startSession } from '#domain/members/sessions.server.ts'
import { markAllRead } from '#domain/notifications/commands.server.ts'
import { deliverEvents, removeWithdrawn } from '#domain/notifications/delivery.server.ts'
import { recordNotificationEvent } from '#domain/notifications/events.server.ts'
import { CHANGED_CHANNEL } from '#domain/notifications/live.server.ts'
import { LIVE_PATH } from '#domain/notifications/live-path.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { listenerName } from '#platform/database/listener.server.ts'
import { newId } from '#platform/id.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import type { Maintenance } from '#platform/maintenance.server.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestListener } from './http.ts'
import { listen } from './listener.ts'
import { openLiveCounts } from './live-counts.ts'
import { rememberMember } from './recent-members.ts'

const { db, connection, another } = await testDatabase()
type Limits = Parameters<typeof openLiveCounts>[0]['limits']

/** A server process without pages: its address, its streams and its connections. */
async function openProcess(limits: Limits = {}, { pooled = false, env = {} } = {}) {
  const background = pooled ? openDatabase({ connection, pooled, poolSize: 2 }) : another(2)
  if (pooled) onTestFinished(() => background.close())
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost',
    productName: 'Dojo',
  })
  const origin = `http://localhost:${(listener.server.address() as AddressInfo).port}`
  const config = readConfig({ PUBLIC_URL: origin, TRUST_PROXY: '1', ...env })
  const log = createLogger({ level: 'silent' })
  const sockets: Socket[] = []
  listener.server.on('connection', (socket) => sockets.push(socket))
  let state: Maintenance | null = null
  const maintenance = { current: () => state }
  const live = openLiveCounts({ db, background, config, maintenance, log, limits: { wakeMs: 20, ...limits } })
  const services = { db, config, log, maintenance } as Services
  const pages = async () => new Response('a page')
  const files = async (_: unknown, next: () => Promise<void>) => next()
  listener.serve(requestListener({ services, pages, files, live, formTargets: () => [] }))
  async function stop(drainMs = 5_000) {
    await Promise.all([live.close(), listener.close(drainMs)])
  }
  onTestFinished(() => stop())
  return {
    origin,
    live,
    background,
    sockets,
    stop,
    maintain: () => {
      state = { message: 'Back soon' }
    },
  }
}

interface Opened {
  status: number
  headers: IncomingMessage['headers']
  /** What arrived so far, without heartbeats and waits. */
  events(): string[]
  text(): string
  closed: Promise<void>
  isClosed(): boolean
  end(): void
}

function open(
  origin: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const cookie = token === undefined ? {} : { Cookie: `session=${token}` }
    const request = httpGet(
      origin + LIVE_PATH,
      { agent: false, headers: { ...cookie, ...headers } },
      (response) => {
        let text = ''
        let isClosed = false
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('error', () => undefined)
        const closed = new Promise<void>((done) => {
          response.on('close', () => {
            isClosed = true
            done()
          })
        })
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          events: () => text.split('\n').filter((line) => /^(data|event)/.test(line)),
          closed,
          isClosed: () => isClosed,
          end: () => request.destroy(),
        })
      },
    )
    request.on('error', reject)
    onTestFinished(() => void request.destroy())
  })
}

async function signedIn(): Promise<{ member: Member; token: string }> {
  const member = await makeMember(db)
  return { member, token: await startSession(db, member.id) }
}

let told = 0

async function tell({ id }: Member, text = 'x') {
  const key = `${text} ${told++}`
  await recordNotificationEvent(db, { kind: 'rank_changed', key, userId: id, details: { rank: text } })
  await deliverEvents(db, { sendsMail: false })
}

const arrives = (stream: Opened, last: string) =>
  expect.poll(() => stream.events().at(-1), { timeout: 5_000 }).toBe(last)

const isOpen = (live: { open(): number }, count: number) =>
  expect.poll(() => live.open(), { timeout: 5_000 }).toBe(count)

test('the count arrives at the member’s pages on two processes, and at no one else’s', async () => {
  const processes = [await openProcess(), await openProcess()]
  const [ann, ben] = [await signedIn(), await signedIn()]
  const streams = await Promise.all(processes.map(({ origin }) => open(origin, ann.token)))
  const other = await open(processes[0]?.origin ?? '', ben.token)
  for (const stream of [...streams, other]) {
    expect(stream.status).toBe(200)
    await arrives(stream, 'data: 0')
  }
  expect(streams[0]?.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(streams[0]?.headers['set-cookie']).toBeUndefined()
  expect(streams[0]?.headers['access-control-allow-origin']).toBeUndefined()
  await tell(ann.member)
  for (const stream of streams) await arrives(stream, 'data: 1')
  await tell(ann.member)
  for (const stream of streams) await arrives(stream, 'data: 2')
  const newest = await db.row<{ id: string }>(sql`
    select event_id as id from notifications where user_id = ${ann.member.id} order by created_at desc, event_id desc limit 1`)
  await markAllRead(db, ann.member, newest?.id ?? '')
  for (const stream of streams) await arrives(stream, 'data: 0')
  expect(other.events()).toEqual(['data: 0'])
})

test('an announcement to many updates every page, and so does its withdrawal', async () => {
  const { origin } = await openProcess()
  const { token } = await signedIn()
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, avatar_preset)
    select gen_random_uuid(), 'Crowd ' || n, 'crowd ' || n, 1 from generate_series(1, 800) n`)
  const admin = await makeAdmin(db)
  const stream = await open(origin, token)
  await arrives(stream, 'data: 0')
  const id = newId()
  await sendAnnouncement(db, admin, id, { title: 'News', text: 'Text', link: null, challengeId: null })
  await deliverEvents(db, { sendsMail: false })
  await arrives(stream, 'data: 1')
  await withdrawAnnouncement(db, admin, id)
  await removeWithdrawn(db)
  await arrives(stream, 'data: 0')
})

test('refuses pages of other sites, visitors, ended sessions, other methods and maintenance', async () => {
  const { origin, maintain, live } = await openProcess()
  const { token } = await signedIn()
  const ended = await signedIn()
  await endSession(db, ended.token)
  const own = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
  expect((await open(origin, token, own)).status).toBe(200)
  expect((await open(origin, token, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await open(origin, token, { 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
  expect((await open(origin, token, { 'Sec-Fetch-Site': 'none' })).status).toBe(403)
  expect((await open(origin, token, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await open(origin, token, { Origin: 'null' })).status).toBe(403)
  expect((await open(origin, undefined)).status).toBe(204)
  expect((await open(origin, 'short')).status).toBe(204)
  expect((await open(origin, ended.token)).status).toBe(204)
  for (const method of ['POST', 'HEAD', 'DELETE']) {
    const answer = await fetch(origin + LIVE_PATH, {
      method,
      headers: { Cookie: `session=${token}`, Origin: origin },
    })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  }
  maintain()
  const refused = await open(origin, token)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60'])
  await isOpen(live, 1)
})

test('the demo opens streams under its own name only', async () => {
  const { origin, live } = await openProcess()
  const { token } = await signedIn()
  const { host } = new URL(origin)
  expect((await open(origin, token, { Host: 'evil.example' })).status).toBe(421)
  const other = await open(origin, token, { Host: host.replace('localhost', '127.0.0.1') })
  expect([other.status, other.headers.location]).toEqual([307, origin + LIVE_PATH])
  expect((await open(origin, token, { Host: host })).status).toBe(200)
  await isOpen(live, 1)
})

test('a session that ended, a suspension and maintenance end the stream', async () => {
  const process = await openProcess({ checkMs: 100 })
  const [ann, ben, eve] = [await signedIn(), await signedIn(), await signedIn()]
  const [first, second, third] = await Promise.all(
    [ann, ben, eve].map(({ token }) => open(process.origin, token)),
  )
  if (!first || !second || !third) throw new Error('no streams')
  await endSession(db, ann.token)
  await first.closed
  expect(first.events()).toEqual(['data: 0', 'event: end', 'data: '])
  await suspendMember(
    db,
    await makeAdmin(db),
    { userId: ben.member.id, reason: 'x' },
    { emails: [], userIds: [] },
  )
  await second.closed
  expect(second.events()).toContain('event: end')
  await expect.poll(() => third.text()).toMatch(/\n:\n\n$/)
  expect(third.isClosed()).toBe(false)
  process.maintain()
  await third.closed
  expect(third.events()).toEqual(['data: 0'])
  await isOpen(process.live, 0)
})

test('limits the streams of a member, of a network and of the process', async () => {
  const { origin, live } = await openProcess({ streams: 6, streamsPerNetwork: 4, streamsPerMember: 2 })
  const [ann, ben, eve] = [await signedIn(), await signedIn(), await signedIn()]
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const statusOf = async (token: string, address: string) => (await open(origin, token, from(address))).status
  expect([await statusOf(ann.token, '192.0.2.1'), await statusOf(ann.token, '192.0.2.1')]).toEqual([200, 200])
  expect(await statusOf(ann.token, '192.0.2.2')).toBe(429)
  expect([await statusOf(ben.token, '192.0.2.1'), await statusOf(ben.token, '192.0.2.1')]).toEqual([200, 200])
  expect(await statusOf(eve.token, '192.0.2.1')).toBe(429)
  await isOpen(live, 4)
  rememberMember(new Request(origin, { headers: { cookie: `session=${eve.token}` } }), eve.member.id)
  // Her session is known, so strangers behind the same address do not use up her streams.
  const known = await open(origin, eve.token, from('192.0.2.1'))
  expect(known.status).toBe(200)
  known.end()
  await isOpen(live, 4)
  const last = await open(origin, eve.token, from('2001:db8::1'))
  expect([last.status, await statusOf(eve.token, '2001:db8:1::1')]).toEqual([200, 200])
  expect(await statusOf(eve.token, '192.0.2.9')).toBe(503)
  last.end()
  await isOpen(live, 5)
  expect(await statusOf(eve.token, '192.0.2.9')).toBe(200)
})

test('takes no place of a page, and closes a client that does not read', async () => {
  const { origin, live, sockets } = await openProcess({ checkMs: 50, unsentBytes: 1_900 })
  const members = await Promise.all(Array.from({ length: 30 }, signedIn))
  const streams = await Promise.all(members.map(({ token }) => open(origin, token)))
  expect(streams.map(({ status }) => status)).toEqual(members.map(() => 200))
  expect(await (await fetch(origin)).text()).toBe('a page')
  // What is written waits, as if the client did not read.
  sockets[0]?.cork()
  sockets[0]?.write(Buffer.alloc(2_000))
  await isOpen(live, 29)
  expect(sockets[0]?.destroyed).toBe(true)
})

test('ends a stream after a time, so that broken ones do not accumulate', async () => {
  const { origin } = await openProcess({ checkMs: 50, longestMs: 10 })
  const stream = await open(origin, (await signedIn()).token)
  await stream.closed
  expect(stream.text()).toMatch(/^retry: \d+\ndata: 0\n\n(:\n\n)?$/)
})

test('recovers after the listening connection was lost, and sends the counts that it missed', async () => {
  const { origin } = await openProcess({ pollMs: 60_000 })
  const { member, token } = await signedIn()
  const stream = await open(origin, token)
  await arrives(stream, 'data: 0')
  const listening = sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = ${listenerName}`
  await expect.poll(async () => (await db.rows(listening)).length).toBeGreaterThan(0)
  await db.rows(sql`select pg_terminate_backend(pid) from (${listening}) listeners`)
  await tell(member)
  await arrives(stream, 'data: 1')
  await tell(member)
  await arrives(stream, 'data: 2')
})

test('asks the database from time to time behind a pooler, which passes nothing on', async () => {
  const listening = sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = ${listenerName}`
  await expect.poll(async () => (await db.rows(listening)).length).toBe(0)
  const { origin } = await openProcess({ pollMs: 100 }, { pooled: true })
  const { member, token } = await signedIn()
  const stream = await open(origin, token)
  await tell(member)
  await arrives(stream, 'data: 1')
  expect(await db.rows(listening)).toEqual([])
})

test('counts once for all wake-ups that come while the database is slow', async () => {
  const { origin, background } = await openProcess()
  const { member, token } = await signedIn()
  const stream = await open(origin, token)
  const counts = vi.spyOn(background, 'rows')
  await db.transaction(async (tx) => {
    await tx.rows(sql`lock table sessions`)
    for (let n = 0; n < 10; n++) {
      await db.rows(sql`select pg_notify(${CHANGED_CHANNEL}, ${member.id})`)
      await sleep(40)
    }
  })
  await tell(member)
  await arrives(stream, 'data: 1')
  expect(counts.mock.calls.length).toBeLessThanOrEqual(4)
})

test('keeps streams during an outage, and ends them at once when the process stops', async () => {
  const { origin, live, stop } = await openProcess({ checkMs: 50 })
  const { token } = await signedIn()
  const stream = await open(origin, token)
  await db.rows(sql`alter table sessions rename to sessions_away`)
  const heartbeats = () => stream.text().split(':\n\n').length
  const before = heartbeats()
  await expect.poll(heartbeats).toBeGreaterThan(before + 2)
  expect((await open(origin, token)).status).toBe(503)
  await db.rows(sql`alter table sessions_away rename to sessions`)
  expect(stream.isClosed()).toBe(false)
  // A stream that stayed open would keep it for ten minutes.
  await stop(600_000)
  await stream.closed
  expect(live.open()).toBe(0)
})
