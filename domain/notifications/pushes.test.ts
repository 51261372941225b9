import { createECDH, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterEach, expect, it, test } from 'vitest'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { endSession, startSession } from '#domain/sessions/sessions.server.ts'
import { OutboundRefusal } from '#platform/http/outbound.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { markRead, saveNotificationSettings } from './commands.server.ts'
import { deliverEvents } from './delivery.server.ts'
import { addPushDevice, pushDevicesOf, pushKeys, removePushDevice } from './push-devices.server.ts'
import { sendDuePushes } from './pushes.server.ts'
import { notificationSettings } from './queries.server.ts'
import type { NotificationKind } from './rules.ts'

const { db, another } = await testDatabase()
const config = {
  publicUrl: 'https://dojo.example',
  contactEmail: 'dojo@dojo.example',
  moderation: 'after' as const,
}
let serial = 0

afterEach(async () => {
  await db.rows(sql`delete from notification_events`)
  await db.rows(sql`delete from push_devices`)
})

it('sends each notification to each device of the member, encrypted and signed', async () => {
  const { member, token } = await makeReader()
  const other = await startSession(db, member.id)
  for (const session of [token, other]) await addDevice(session)
  await tell(member)
  const { post, posted } = pushService(201)
  expect(await sendDuePushes({ db, config, post })).toEqual({ sent: 2, failed: 0, error: null })
  expect(posted).toHaveLength(2)
  const [{ headers = {}, body } = {}] = posted
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', TTL: 86_400 })
  expect(claims(headers.Authorization)).toMatchObject({
    aud: 'https://push.example',
    sub: 'mailto:dojo@dojo.example',
  })
  expect(body?.byteLength).toBeLessThan(1_000)
  expect(body?.toString('latin1')).not.toContain('Ninja')
  expect(await waiting()).toBe(0)
})

it('signs with the same keys at each start', async () => {
  const keys = await pushKeys(db)
  expect(await pushKeys(db)).toEqual(keys)
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
})

test.each<[string, (member: Member, event: string) => Promise<unknown>]>([
  ['was read', (member, event) => markRead(db, member, event)],
  [
    'is of a kind that was turned off',
    (member) => saveNotificationSettings(db, member, { rank_changed: 'off' }),
  ],
  [
    'is of a kind without push',
    (member) => saveNotificationSettings(db, member, { rank_changed: 'app' }, []),
  ],
  [
    'is of a suspended member',
    ({ id }) =>
      db.rows(sql`update users set suspended_at = app_now(), suspended_reason = 'Noise' where id = ${id}`),
  ],
  [
    'is for a session that has expired',
    ({ id }) => db.rows(sql`update sessions set expires_at = app_now() where user_id = ${id}`),
  ],
])('a message that %s is not sent', async (_, change) => {
  const { member, token } = await makeReader()
  await addDevice(token)
  const event = await tell(member)
  await change(member, event)
  const { post, posted } = pushService(201)
  await sendDuePushes({ db, config, post })
  expect([posted.length, await waiting()]).toEqual([0, 0])
})

it('has no message for a kind that is off or without push, nor for the receipt that the member has just seen', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  await saveNotificationSettings(db, member, { rank_changed: 'app', vote_voided: 'mail', results: 'off' }, [
    'results',
  ])
  for (const kind of ['rank_changed', 'vote_voided', 'results', 'submission_received'] as const)
    await tell(member, kind)
  expect(await waiting()).toBe(0)
  await saveNotificationSettings(db, member, { rank_changed: 'app' })
  expect((await notificationSettings(db, member)).notPushed.sort()).toEqual(['rank_changed', 'vote_voided'])
})

test.each([404, 410])('a device for which the service answers %i is forgotten', async (status) => {
  const { member, token } = await makeReader()
  await addDevice(token)
  await tell(member)
  await sendDuePushes({ db, config, post: pushService(status).post })
  expect(await pushDevicesOf(db, member, token)).toMatchObject({ count: 0, hasThis: false })
  expect(await waiting()).toBe(0)
})

it('does not wait for a device that is being deleted', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  await another(1).transaction(async (tx) => {
    await tx.rows(sql`delete from push_devices`)
    await tell(member)
    expect(await waiting()).toBe(0)
  })
  expect(await db.rows(sql`select from notifications where user_id = ${member.id}`)).toHaveLength(1)
})

it('forgets a device whose address may not be requested', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  await tell(member)
  const post = () => Promise.reject(new OutboundRefusal('not public'))
  await sendDuePushes({ db, config, post })
  expect(await pushDevicesOf(db, member, token)).toMatchObject({ count: 0 })
})

it('sends to the others while an address does not answer, which gets one request', async () => {
  const [slow, other] = [await makeReader(), await makeReader()]
  const endpoint = 'https://push.example/slow'
  await addDevice(slow.token, { endpoint })
  await addDevice(other.token)
  for (let told = 0; told < 8; told++) await tell(slow.member)
  await tell(other.member)
  const otherTold = Promise.withResolvers<void>()
  const posted: string[] = []
  async function post(address: string): Promise<number> {
    posted.push(address)
    if (address !== endpoint) {
      otherTold.resolve()
      return 201
    }
    await otherTold.promise
    throw new Error('no answer')
  }
  expect(await sendDuePushes({ db, config, post })).toMatchObject({ sent: 1, failed: 1 })
  expect(posted).toHaveLength(2)
  expect(await waiting()).toBe(8)
})

it('does not repeat a refused message', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  await tell(member)
  const { post, posted } = pushService(403)
  const error = 'the push service answered 403'
  expect(await sendDuePushes({ db, config, post })).toEqual({ sent: 0, failed: 1, error })
  expect([posted.length, await waiting()]).toEqual([1, 0])
})

test.each([429, 500, 503, 'no answer'])(
  'repeats a message after %s, with growing waits, six times',
  async (answer) => {
    const { member, token } = await makeReader()
    await addDevice(token)
    await tell(member)
    const { post, posted } = pushService(answer)
    const waits: number[] = []
    for (let attempt = 0; attempt < 7; attempt++) {
      await sendDuePushes({ db, config, post })
      const row = await db.row<{ wait: number }>(sql`
      select round(extract(epoch from due_at - app_now()) / 60)::int as wait from pushes`)
      if (row) waits.push(row.wait)
      await db.rows(sql`update pushes set due_at = app_now()`)
    }
    expect(waits).toEqual([1, 5, 15, 60, 240])
    expect([posted.length, await waiting()]).toEqual([6, 0])
  },
)

it('sends a message once when two processes look for some', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  for (let count = 0; count < 3; count++) await tell(member)
  const { post, posted } = pushService(201)
  await Promise.all([sendDuePushes({ db, config, post }), sendDuePushes({ db, config, post })])
  expect(posted).toHaveLength(3)
})

it('sends to a few devices at a time', async () => {
  for (let count = 0; count < 20; count++) {
    const { member, token } = await makeReader()
    await addDevice(token)
    await tell(member)
  }
  let [open, most] = [0, 0]
  const post = async () => {
    most = Math.max(most, ++open)
    await db.rows(sql`select 1`)
    open--
    return 201
  }
  await sendDuePushes({ db, config, post })
  expect(most).toBeLessThanOrEqual(6)
})

it('a device belongs to its session: it goes when the member signs out or turns push off', async () => {
  const { member, token } = await makeReader()
  await addDevice(token)
  expect(await pushDevicesOf(db, member, token)).toMatchObject({ count: 1, hasThis: true })
  const other = await startSession(db, member.id)
  expect(await pushDevicesOf(db, member, other)).toMatchObject({ count: 1, hasThis: false })
  await addDevice(other)
  await removePushDevice(db, other)
  expect(await pushDevicesOf(db, member, token)).toMatchObject({ count: 1, hasThis: true })
  await tell(member)
  await endSession(db, token)
  expect([await pushDevicesOf(db, member, token), await waiting()]).toMatchObject([{ count: 0 }, 0])
})

it('a browser that changes hands or subscribes again is one device', async () => {
  const [ann, ben] = [await makeReader(), await makeReader()]
  const endpoint = 'https://push.example/shared'
  await addDevice(ann.token, { endpoint })
  await addDevice(ann.token, { endpoint: 'https://push.example/renewed' })
  expect(await pushDevicesOf(db, ann.member, ann.token)).toMatchObject({ count: 1 })
  await addDevice(ann.token, { endpoint })
  await addDevice(ben.token, { endpoint })
  expect(await pushDevicesOf(db, ann.member, ann.token)).toMatchObject({ count: 0 })
  expect(await pushDevicesOf(db, ben.member, ben.token)).toMatchObject({ count: 1, hasThis: true })
})

test.each([
  { endpoint: 'http://push.example/1' },
  { endpoint: 'https://push.example:8443/1' },
  { endpoint: 'https://user@push.example/1' },
  { endpoint: `https://push.example/${'x'.repeat(1_000)}` },
  { endpoint: '' },
  { p256dh: 'short' },
  { auth: '' },
])('refuses %o', async (wrong) => {
  const { token } = await makeReader()
  expect(await addPushDevice(db, token, { ...subscription(), ...wrong })).toMatchObject({
    ok: false,
    code: 'invalid',
  })
})

it('refuses a device without a session', async () => {
  for (const token of [undefined, 'unknown'])
    expect(await addPushDevice(db, token, subscription())).toMatchObject({ ok: false, code: 'signed-out' })
})

async function makeReader(): Promise<{ member: Member; token: string }> {
  const member = await makeMember(db, { displayName: `Push reader ${++serial}` })
  return { member, token: await startSession(db, member.id) }
}

/** As a browser makes it. */
function subscription() {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://push.example/${++serial}`,
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

async function addDevice(token: string, given: { endpoint?: string } = {}): Promise<void> {
  expect(await addPushDevice(db, token, { ...subscription(), ...given })).toMatchObject({ ok: true })
}

/** Returns the id of the event. */
async function tell(member: Member, kind: NotificationKind = 'rank_changed'): Promise<string> {
  await recordNotificationEvent(db, {
    kind,
    key: `${member.id} ${++serial}`,
    userId: member.id,
    details: { rank: 'Adept Ninja', before: 'Novice Ninja' },
  })
  await deliverEvents(db, { sendsMail: true })
  await db.rows(sql`update pushes set due_at = app_now()`)
  const event = await db.row<{ id: string }>(
    sql`select id from notification_events where key = ${`${member.id} ${serial}`}`,
  )
  return event?.id ?? ''
}

function pushService(answer: number | string) {
  const posted: { address: string; headers: Record<string, unknown>; body: Buffer }[] = []
  return {
    posted,
    async post(address: string, message: { headers: Record<string, string>; body: Buffer }): Promise<number> {
      posted.push({ address, ...message })
      if (typeof answer === 'string') throw new Error(answer)
      return answer
    },
  }
}

/** What the Authorization header of VAPID says. */
function claims(authorization: unknown): unknown {
  const [, , payload = ''] = /t=([\w-]+)\.([\w-]+)\./.exec(String(authorization)) ?? []
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

async function waiting(): Promise<number> {
  return (await db.row<{ count: number }>(sql`select count(*)::int as count from pushes`))?.count ?? -1
}
