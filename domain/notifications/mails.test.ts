import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import sql from 'sql-template-tag'
import { afterEach, expect, it } from 'vitest'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { newId } from '#platform/id.server.ts'
import { type Mailer, mailerSettings, openMailer } from '#platform/mail/mailer.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { smtpError, startMailServer } from '#test/smtp-server.ts'
import { isUnsubscribeToken, markRead, saveNotificationSettings, unsubscribe } from './commands.server.ts'
import { deliverEvents } from './delivery.server.ts'
import { mailMessage } from './mail-message.server.ts'
import { mailState, retryMails, sendDueMails, sweepMails } from './mails.server.ts'
import { notificationSettings } from './queries.server.ts'

const { db, another } = await testDatabase()
const admin = { ...(await makeMember(db, { isAdmin: true })), isAdmin: true }
const config = {
  productName: 'Paper Moon',
  publicUrl: 'https://dojo.example',
  moderation: 'after' as const,
  timeZone: 'UTC',
}
const open: { close(): void }[] = []
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const mailer of open.splice(0)) mailer.close()
  for (const stop of stops.splice(0)) await stop()
  await db.rows(sql`delete from notification_events`)
})

async function serverAndMailer() {
  const server = await startMailServer()
  stops.push(server.stop)
  return { server, mailer: await mailerFor(server.url) }
}

async function mailerFor(url: string, timeoutMs = 5_000): Promise<Mailer> {
  const site = { ...config, contactEmail: 'help@dojo.example' }
  const settings = mailerSettings(site, { url, from: 'dojo@dojo.example' }, () => site)
  const mailer = await openMailer({ ...settings, timeoutMs })
  open.push(mailer)
  return mailer
}

async function makeReader({ verified = true } = {}): Promise<Member> {
  const member = await makeMember(db, { displayName: `Reader ${++serial}` })
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://id.example', ${member.id}, ${member.id}, ${addressOf(member)}, ${verified})`)
  return member
}
let serial = 0

function claimsOf({ id }: Member, email: string) {
  return { issuer: 'https://id.example', subject: id, email, emailVerified: true, name: null }
}

const addressOf = ({ id }: Member) => `${id}@example.org`

/** Tells the member of something that is mailed by default. */
async function tell(member: Member): Promise<void> {
  await recordNotificationEvent(db, {
    kind: 'rank_changed',
    key: `${member.id} ${++serial}`,
    userId: member.id,
    details: { rank: 'Adept <Ninja>', before: 'Novice Ninja' },
  })
  await saveNotificationSettings(db, member, { rank_changed: 'mail' })
  await deliverEvents(db, { sendsMail: true })
}

async function dueNow(): Promise<void> {
  await db.rows(sql`update mails set due_at = app_now() where sent_at is null and failed_at is null`)
}

it('sends a mail in text and HTML with an address for one-click unsubscription', async () => {
  const { server, mailer } = await serverAndMailer()
  const ann = await makeReader()
  await tell(ann)
  expect(await sendDueMails({ db, mailer, config })).toEqual({ sent: 1, failed: 0, error: null })
  const [mail] = server.received
  expect(mail?.to).toBe(addressOf(ann))
  const source = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  expect(source).toContain('Subject: New rank: Adept <Ninja>')
  expect(source).toMatch(/From: "?Paper Moon"? <dojo@dojo\.example>/)
  expect(source).toContain('Reply-To: help@dojo.example')
  expect(mail?.greeting).toBe('dojo.example')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(source).toContain('Auto-Submitted: auto-generated')
  expect(source).toContain('Content-Type: text/plain')
  expect(source).toContain('Adept &lt;Ninja&gt;')
  expect(source).toContain('https://dojo.example/profile/points')
  const [, token = ''] =
    source.match(/List-Unsubscribe:\s+<https:\/\/dojo\.example\/unsubscribe\/rank_changed\/[^/]+\/(\w+)>/) ??
    []
  expect(await isUnsubscribeToken(db, 'results', ann.id, token)).toBe(false)
  expect(await unsubscribe(db, 'rank_changed', ann.id, token)).toBe(true)
  expect(await unsubscribe(db, 'rank_changed', ann.id, token)).toBe(true)
  const settings = await db.row(sql`select channel from notification_settings where user_id = ${ann.id}`)
  expect(settings).toEqual({ channel: 'app' })
})

it('has the times of a receipt, a deadline and moved dates, in the zone of the member', () => {
  const mail = (
    kind: 'submission_received' | 'deadline_near' | 'dates_moved',
    details: object,
    zone = 'UTC',
  ) =>
    mailMessage({
      id: 'x',
      content: {
        kind,
        details,
        challenge: { id: '1', title: 'Doors', winnerName: null },
        submission: { id: 'abcdef0123456789', title: 'Gate', rejectionReason: null },
        announcement: null,
      },
      recipient: { name: 'Ann', address: 'ann@example.org' },
      zone,
      unsubscribePath: '/unsubscribe',
      site: config,
    }).text
  expect(mail('submission_received', { receivedAt: '2026-11-24T11:50:00Z' })).toContain(
    'until the deadline. Received: November 24, 2026 at 11:50 AM (11:50) UTC.',
  )
  expect(mail('deadline_near', { hours: 3, deadline: '2026-11-24T23:05:00Z' })).toContain(
    'You have not entered yet. Deadline: November 24, 2026 at 11:05 PM (23:05) UTC.',
  )
  const moved = [{ moment: 'deadline', from: null, to: '2026-11-24T23:05:00Z' }]
  expect(mail('dates_moved', { moved }, 'Asia/Tokyo')).toContain(
    'New deadline: Doors\n\nDeadline: November 25, 2026 at 8:05 AM (08:05) GMT+9.',
  )
  expect(mail('dates_moved', { moved, step: 'entries_closed' })).toContain(
    'Entries are closed: Doors\n\nDeadline: November 24, 2026 at 11:05 PM (23:05) UTC.',
  )
  const voting = [{ moment: 'voting_end', from: null, to: '2026-11-24T23:05:00Z' }]
  expect(mail('dates_moved', { moved: voting, step: 'voting_started' })).toContain(
    'Voting is open: Doors\n\nEntries are closed. Voting ends: November 24, 2026 at 11:05 PM (23:05) UTC.',
  )
  expect(mail('dates_moved', { moved: [], step: 'canceled', reason: 'The brief was wrong.' })).toContain(
    'Challenge canceled: Doors\n\nThe brief was wrong.',
  )
})

it('keeps texts from right to left apart from those around them, and links addresses', () => {
  const site = { productName: 'Creative Dojo', publicUrl: 'https://dojo.example.org' }
  const mailOf = (content: Partial<Parameters<typeof mailMessage>[0]['content']>) =>
    mailMessage({
      id: 'x',
      content: {
        kind: 'results',
        challenge: null,
        submission: null,
        announcement: null,
        details: {},
        ...content,
      },
      recipient: { name: 'Ana', address: 'ana@example.org' },
      unsubscribePath: '/unsubscribe/x',
      zone: 'UTC',
      site,
    })
  const challenge = { id: newId(), title: 'אתגר!', winnerName: 'נינג׳ה!' }
  const results = mailOf({ challenge, details: { place: 2, entries: 9 } })
  expect(results.subject).toBe('Results: \u2068אתגר!\u2069')
  expect(results.text).toContain('Results: \u2068אתגר!\u2069\n')
  expect(results.text).toContain('The winner is \u2068נינג׳ה!\u2069.')
  expect(results.html).toMatch(/<h1 dir="auto"[^>]*>אתגר!<\/h1>/)
  const text = 'See https://a.example/Blur_(band). And https://a:b@evil.example'
  const news = mailOf({
    kind: 'announcement',
    announcement: { id: newId(), title: 'News', text, link: null },
  })
  expect(news.subject).toBe('Announcement: News')
  expect(news.html).toMatch(
    /See <a href="https:\/\/a\.example\/Blur_\(band\)"[^>]*>https:\/\/a\.example\/Blur_\(band\)<\/a>\. And https:/,
  )
})

it('sends each mail once, from several processes', async () => {
  const { server, mailer } = await serverAndMailer()
  const members: Member[] = []
  for (let n = 0; n < 45; n++) members.push(await makeReader())
  for (const member of members) await tell(member)
  const results = await Promise.all([0, 1, 2].map((n) => sendDueMails({ db: another(n), mailer, config })))
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(45)
  expect(server.received.map(({ to }) => to).sort()).toEqual(members.map(addressOf).sort())
  expect(await mailState(db)).toMatchObject({ waiting: 0, sent: 45, failed: 0, lastError: null })
})

it('keeps mails while the server is down, and sends them when it recovers', async () => {
  const { server, mailer } = await serverAndMailer()
  await server.stop()
  stops.pop()
  const [ann, ben] = [await makeReader(), await makeReader()]
  for (const member of [ann, ben]) await tell(member)
  const result = await sendDueMails({ db, mailer, config })
  expect(result).toMatchObject({ sent: 0, failed: 1, error: expect.stringContaining('ECONNREFUSED') })
  expect(await mailState(db)).toMatchObject({ waiting: 2, failed: 0, lastError: expect.any(String) })
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 0, failed: 0 })
  const back = await startMailServer({ port: Number(new URL(server.url).port) })
  stops.push(back.stop)
  await dueNow()
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 2, failed: 0 })
  expect(back.received).toHaveLength(2)
})

it('stops sending a refused mail at once, and a failing one after its last attempt', async () => {
  const { server, mailer } = await serverAndMailer()
  const [ann, ben, cat] = [await makeReader(), await makeReader(), await makeReader()]
  server.onRecipient = (address) => {
    if (address === addressOf(ann)) throw smtpError(550, 'No such user')
    if (address === addressOf(ben)) throw smtpError(451, 'Try again later')
  }
  for (const member of [ann, ben, cat]) await tell(member)
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1, failed: 2 })
  expect(await mailState(db)).toMatchObject({ waiting: 1, sent: 1, failed: 1 })
  let attempts = 1
  for (; attempts < 20; attempts++) {
    await dueNow()
    const { failed } = await sendDueMails({ db, mailer, config })
    if (failed === 0) break
  }
  expect(attempts).toBe(8)
  expect(await mailState(db)).toMatchObject({ waiting: 0, failed: 2 })
})

it('sends no more to an address that the server does not know, until it changes or the mail is retried', async () => {
  const { server, mailer } = await serverAndMailer()
  const ann = await makeReader()
  const refuse = (address: string) => {
    if (address === addressOf(ann)) throw smtpError(550, `5.1.1 <${address}>: No such user`)
  }
  server.onRecipient = refuse
  await tell(ann)
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({
    failed: 1,
    error: expect.stringContaining('<(address)>: No such user'),
  })
  expect((await mailState(db)).lastError).not.toContain(addressOf(ann))
  const refused = { hasAddress: false, isRefused: true }
  expect(await notificationSettings(db, ann)).toMatchObject(refused)
  await tell(ann)
  expect((await mailState(db)).waiting).toBe(0)

  expect(await retryMails(db, admin)).toMatchObject({ value: 1 })
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 0, failed: 1 })
  server.onRecipient = () => undefined
  expect(await retryMails(db, admin)).toMatchObject({ value: 1 })
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1, failed: 0 })

  server.onRecipient = refuse
  await tell(ann)
  await sendDueMails({ db, mailer, config })
  await signIn(db, claimsOf(ann, 'new@example.org'))
  expect(await notificationSettings(db, ann)).toMatchObject({ hasAddress: true, isRefused: false })
  await tell(ann)
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1, failed: 0 })
  expect(server.received.at(-1)?.to).toBe('new@example.org')
})

it('keeps sending to an address that a policy of the server refused', async () => {
  const { server, mailer } = await serverAndMailer()
  const ann = await makeReader()
  server.onRecipient = () => {
    throw smtpError(550, 'relay not permitted')
  }
  await tell(ann)
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ failed: 1 })
  expect(await notificationSettings(db, ann)).toMatchObject({ hasAddress: true })
})

it('retries mails that wait after a failure, and leaves alone one that is being sent', async () => {
  const { server, mailer } = await serverAndMailer()
  const ann = await makeReader()
  server.onRecipient = () => {
    throw smtpError(451, 'Try again later')
  }
  await tell(ann)
  for (let attempt = 0; attempt < 3; attempt++) {
    await dueNow()
    await sendDueMails({ db, mailer, config })
  }
  let retriedMeanwhile: unknown
  server.onRecipient = () => undefined
  server.onMessage = async () => {
    retriedMeanwhile = await retryMails(db, admin)
  }
  expect(await retryMails(db, admin)).toMatchObject({ value: 1 })
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1, failed: 0 })
  expect(retriedMeanwhile).toMatchObject({ value: 0 })
  expect(server.received).toHaveLength(1)
})

it('sends without TLS to a server with a certificate of its own where the URL says so', async () => {
  const server = await startMailServer({ startTls: true })
  stops.push(server.stop)
  await tell(await makeReader())
  const strict = await mailerFor(server.url)
  expect(await sendDueMails({ db, mailer: strict, config })).toMatchObject({
    sent: 0,
    error: expect.stringContaining('certificate'),
  })
  await dueNow()
  const lenient = await mailerFor(`${server.url}?ignoreTLS=true`)
  expect(await sendDueMails({ db, mailer: lenient, config })).toMatchObject({ sent: 1, failed: 0 })
})

it('disconnects from a server that does not answer', async () => {
  const { server } = await serverAndMailer()
  const mailer = await mailerFor(server.url, 300)
  server.onMessage = () => new Promise(() => undefined)
  await tell(await makeReader())
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 0, failed: 1 })
  expect((await mailState(db)).waiting).toBe(1)
})

it('disconnects from a server that sends an answer without end', async () => {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client.on('close', () => clients.delete(client)).on('error', () => undefined))
    client.write('220 mail.example\r\n')
    client.once('data', () => {
      const drip = setInterval(() => client.write('250-mail.example\r\n'), 20)
      client.on('close', () => clearInterval(drip))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => void server.close())
  const mailer = await mailerFor(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, 300)
  for (let n = 0; n < 2; n++) await tell(await makeReader())
  const { failed, error } = await sendDueMails({ db, mailer, config })
  expect({ failed, error }).toEqual({ failed: 1, error: expect.stringContaining('abort') })
  expect((await mailState(db)).waiting).toBe(2)
  await expect.poll(() => clients.size).toBe(0)
})

it('sends a mail that was not recorded as sent again, with the same message id', async () => {
  const { server, mailer } = await serverAndMailer()
  await tell(await makeReader())
  const dying: Mailer = {
    ...mailer,
    async send(message) {
      await mailer.send(message)
      throw new Error('the process ended')
    },
  }
  await expect(sendDueMails({ db, mailer: dying, config })).rejects.toThrow('the process ended')
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 0 })
  await dueNow()
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1 })
  const ids = server.received.map(({ source }) => source.match(/^Message-ID: (.*)$/m)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

it('sends no mail that is no longer needed or wanted, or without a verified address', async () => {
  const { server, mailer } = await serverAndMailer()
  const [read, off, suspended, unverified] = [
    await makeReader(),
    await makeReader(),
    await makeReader(),
    await makeReader({ verified: false }),
  ]
  for (const member of [read, off, suspended, unverified]) await tell(member)
  const notification = await db.row<{ id: string }>(sql`
    select event_id as id from notifications where user_id = ${read.id}`)
  await markRead(db, read, notification?.id ?? '')
  await saveNotificationSettings(db, off, { rank_changed: 'app' })
  await db.rows(sql`
    update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${suspended.id}`)
  expect(await sendDueMails({ db, mailer, config })).toEqual({ sent: 0, failed: 0, error: null })
  expect(server.received).toEqual([])
  expect((await mailState(db)).waiting).toBe(0)
})

it.each([
  ['rejected', 'after'],
  ['pending', 'before'],
] as const)('mails a comment on a %s submission to its author only', async (status, moderation) => {
  const { server, mailer } = await serverAndMailer()
  const [author, ann] = [await makeReader(), await makeReader()]
  const challengeId = await makeChallenge(db)
  const submissionId = await makeSubmission(db, author, challengeId)
  for (const member of [author, ann]) {
    await saveNotificationSettings(db, member, { commented: 'mail', submission_received: 'app' })
    await recordNotificationEvent(db, {
      kind: 'commented',
      key: `comment ${member.id}`,
      userId: member.id,
      challengeId,
      submissionId,
    })
  }
  await deliverEvents(db, { sendsMail: true })
  await db.rows(sql`update submissions set status = ${status} where id = ${submissionId}`)
  const site = { ...config, moderation }
  // It may be deleted soon after.
  expect(await sendDueMails({ db, mailer, config: site })).toMatchObject({ sent: 0 })
  await db.rows(sql`update mails set due_at = due_at - interval '5 minutes'`)
  expect(await sendDueMails({ db, mailer, config: site })).toMatchObject({ sent: 1 })
  expect(server.received.map(({ to }) => to)).toEqual([addressOf(author)])
})

it('sends one mail about comments on a submission that come soon after each other', async () => {
  const { server, mailer } = await serverAndMailer()
  const author = await makeReader()
  const challengeId = await makeChallenge(db)
  const submissionId = await makeSubmission(db, author, challengeId)
  await saveNotificationSettings(db, author, { commented: 'mail', submission_received: 'app' })
  async function comment(...keys: string[]): Promise<void> {
    for (const key of keys) {
      const userId = author.id
      await recordNotificationEvent(db, { kind: 'commented', key, userId, challengeId, submissionId })
    }
    await deliverEvents(db, { sendsMail: true })
    await db.rows(sql`update mails set due_at = due_at - interval '5 minutes' where sent_at is null`)
  }
  await comment('first', 'second')
  await comment('third')
  await db.rows(sql`delete from notification_events where key = 'first'`)
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1 })
  await comment('fourth')
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 1 })
  expect(server.received).toHaveLength(2)
})

it('sends no mail that became needless, or that another process took, while those before it were sent', async () => {
  const { server, mailer } = await serverAndMailer()
  const readers: Member[] = []
  for (let n = 0; n < 5; n++) readers.push(await makeReader())
  for (const member of readers) await tell(member)
  const changes = [
    sql`update users set deleted_at = app_now(), email = null, display_name = 'Anonymous Ninja' where id = `,
    sql`update notifications set read_at = app_now() where user_id = `,
    sql`update mails set attempts = attempts + 1, due_at = app_now() + interval '5 minutes' where user_id = `,
    sql`delete from mails where user_id = `,
  ]
  const slow: Mailer = {
    ...mailer,
    async send(message) {
      await mailer.send(message)
      const others = readers.filter((member) => addressOf(member) !== server.received[0]?.to)
      for (const [at, change] of changes.entries()) await db.rows(sql`${change}${others[at]?.id}`)
    },
  }
  expect(await sendDueMails({ db, mailer: slow, config })).toEqual({ sent: 1, failed: 0, error: null })
  expect(server.received).toHaveLength(1)
})

it('does not name the submission of another member that is not public', async () => {
  const { server, mailer } = await serverAndMailer()
  const [author, ann] = [await makeReader(), await makeReader()]
  const challengeId = await makeChallenge(db)
  await saveNotificationSettings(db, author, { submission_received: 'app' })
  const submissionId = await makeSubmission(db, author, challengeId, { title: 'Secret' })
  await recordNotificationEvent(db, {
    kind: 'comment_hidden',
    key: `hidden ${ann.id}`,
    userId: ann.id,
    challengeId,
    submissionId,
    details: { reason: 'Rude' },
  })
  await deliverEvents(db, { sendsMail: true })
  const site = { ...config, moderation: 'before' as const }
  expect(await sendDueMails({ db, mailer, config: site })).toMatchObject({ sent: 1 })
  expect(server.received[0]?.source).toContain('An entry that is not public')
  expect(server.received[0]?.source).not.toContain('Secret')
})

it('releases mails when the process stops', async () => {
  const { server, mailer } = await serverAndMailer()
  for (let n = 0; n < 3; n++) await tell(await makeReader())
  const stopping = new AbortController()
  server.onMessage = () => stopping.abort()
  expect(await sendDueMails({ db, mailer, config }, stopping.signal)).toMatchObject({ sent: 1 })
  await dueNow()
  expect(await sendDueMails({ db, mailer, config })).toMatchObject({ sent: 2 })
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(3)
})

it('deletes sent mails after 30 days', async () => {
  const { mailer } = await serverAndMailer()
  await tell(await makeReader())
  await sendDueMails({ db, mailer, config })
  expect(await sweepMails(db)).toBe(0)
  await db.rows(sql`update mails set sent_at = app_now() - interval '31 days'`)
  expect(await sweepMails(db)).toBe(1)
})
