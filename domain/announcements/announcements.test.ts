import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { deliverEvents, removeWithdrawn } from '#domain/notifications/delivery.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { notificationsOf } from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { sendAnnouncement, withdrawAnnouncement } from './commands.server.ts'
import { parseAnnouncement } from './form.server.ts'
import {
  announceableChallenges,
  announcementFor,
  announcementToWithdraw,
  audienceOf,
  listAnnouncements,
} from './queries.server.ts'
import { ANNOUNCEMENT_MESSAGES as MESSAGES } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db, { displayName: 'Keeper' })
const news = { title: 'A new season', text: 'It begins\n\nin March.', link: null, challengeId: null }

async function told(member: { id: string }) {
  await deliverEvents(db, { sendsMail: true })
  const { rows } = await notificationsOf(db, as(member as never).viewer as never, 'after', {
    page: 1,
    unread: false,
  })
  return rows.map((row) => notificationText(row))
}

/** Makes earlier announcements an hour older, so that more can be sent. */
async function anHourLater() {
  await db.rows(sql`update announcements set sent_at = sent_at - interval '61 minutes'`)
}

it('notifies all members once when the form is sent repeatedly', async () => {
  const [ann, off] = [await makeMember(db), await makeMember(db)]
  const suspended = await makeMember(db)
  await db.rows(sql`insert into notification_settings values (${off.id}, 'announcement', 'off')`)
  await db.rows(sql`
    update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${suspended.id}`)
  const id = newId()
  const sent = await Promise.all(
    [1, 2, 3, 4].map((n) => sendAnnouncement(another(n % 2), admin, id, { ...news, link: '/challenges' })),
  )
  expect(sent).toEqual([1, 2, 3, 4].map(() => ({ ok: true, value: null })))
  expect(await told(ann)).toEqual([
    { heading: 'Announcement', subject: news.title, text: news.text, to: '/challenges' },
  ])
  expect(await told(off)).toEqual([])
  expect(await told(suspended)).toHaveLength(1)
  const { rows, total } = await listAnnouncements(db, admin, 1)
  expect([rows.length, total]).toEqual([1, 1])
  expect(rows[0]).toMatchObject({
    id,
    author: 'Keeper',
    told: 3,
    isForAll: true,
    isBeingSent: false,
    withdrawn: null,
  })
  const { entries } = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    action: 'announcement_sent',
    subjectName: news.title,
    subjectId: null,
    after: { text: news.text, link: '/challenges', audience: 'All members' },
  })
})

it('refuses another announcement from a form that has sent one', async () => {
  await anHourLater()
  const id = newId()
  expect(await sendAnnouncement(db, admin, id, news)).toEqual({ ok: true, value: null })
  for (const change of [{ title: 'Another' }, { text: 'Another' }, { link: '/tools' }])
    expect(await sendAnnouncement(db, admin, id, { ...news, ...change })).toMatchObject({
      code: 'conflict',
      message: MESSAGES.sentAlready,
    })
  expect(await sendAnnouncement(db, admin, id, news)).toEqual({ ok: true, value: null })
})

it('notifies the members who follow or have entered a challenge', async () => {
  await anHourLater()
  const challengeId = await makeChallenge(db, { title: 'Gates' })
  const draft = await makeChallenge(db, { status: 'draft' })
  const [follower, author, stranger] = [await makeMember(db), await makeMember(db), await makeMember(db)]
  await followChallenge(db, as(follower), challengeId)
  await makeSubmission(db, author, challengeId)
  expect(await audienceOf(db, admin, challengeId)).toEqual({ title: 'Gates', members: 2, hasVoters: true })
  expect(await audienceOf(db, admin, draft)).toBeUndefined()
  expect((await audienceOf(db, admin, null))?.members).toBeGreaterThan(4)
  expect(await announceableChallenges(db, admin, null)).toEqual([{ id: challengeId, title: 'Gates' }])
  const id = newId()
  expect(await sendAnnouncement(db, admin, newId(), { ...news, challengeId: draft })).toMatchObject({
    message: MESSAGES.notPublic,
  })
  await sendAnnouncement(db, admin, id, { ...news, challengeId })
  for (const member of [follower, author]) expect((await told(member))[0]?.to).toBe(`/announcements/${id}`)
  expect((await told(stranger)).filter(({ to }) => to.endsWith(id))).toEqual([])
  expect(await announcementFor(db, follower, id)).toMatchObject({ title: news.title, text: news.text })
  expect(await announcementFor(db, stranger, id)).toBeUndefined()
})

it('reaches the entrants, voters and winner of a finished challenge, but no voters of a secret ballot', async () => {
  await anHourLater()
  const [winner, voter] = [await makeMember(db), await makeMember(db)]
  const organiser = as(await makeAdmin(db))
  for (const showVotes of [true, false]) {
    const { challenge: challengeId, submission: entry } = await makeBallot(db, {
      author: winner,
      title: 'Wells',
      showVotes,
    })
    await castVote(db, as(voter), challengeId, entry)
    const during = { title: 'Wells', members: showVotes ? 2 : 1, hasVoters: showVotes }
    expect(await audienceOf(db, admin, challengeId)).toEqual(during)
    await completeChallenge(db, organiser, challengeId)
    expect(await audienceOf(db, admin, challengeId)).toEqual({ ...during, members: 2, hasVoters: true })
    expect(await announceableChallenges(db, admin, challengeId)).toContainEqual({
      id: challengeId,
      title: 'Wells',
    })
    const id = newId()
    expect(await sendAnnouncement(db, admin, id, { ...news, challengeId })).toMatchObject({ ok: true })
    for (const member of [winner, voter])
      expect((await told(member)).map(({ to }) => to)).toContain(`/announcements/${id}`)
  }
})

it('withdraws an announcement with its notifications and unsent mails', async () => {
  await anHourLater()
  const [ann, late] = [await makeMember(db), await makeMember(db)]
  await db.rows(sql`insert into notification_settings values (${ann.id}, 'announcement', 'mail')`)
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('x', ${ann.id}, ${ann.id}, 'ann@example.org', true)`)
  const id = newId()
  await sendAnnouncement(db, admin, id, news)
  expect(await told(ann)).toHaveLength(1)
  expect(await db.rows(sql`select 1 as found from mails`)).toHaveLength(1)
  const before = await announcementToWithdraw(db, admin, id)
  expect(before).toMatchObject({ isWithdrawn: false })
  expect(await withdrawAnnouncement(db, admin, id)).toEqual({ ok: true, value: null })
  expect(await withdrawAnnouncement(db, admin, id)).toMatchObject({ message: MESSAGES.withdrawnAlready })
  expect(await withdrawAnnouncement(db, admin, newId())).toMatchObject({ code: 'not-found' })
  expect(await removeWithdrawn(db)).toBe(1)
  expect(await db.rows(sql`select 1 as found from mails`)).toEqual([])
  expect(await told(ann)).toEqual([])
  expect(await told(late)).toEqual([])
  expect(await announcementFor(db, ann, id)).toBeUndefined()
  const [row] = (await listAnnouncements(db, admin, 1)).rows
  expect(row).toMatchObject({ id, told: before?.told, isBeingSent: false, withdrawn: { by: 'Keeper' } })
  const { entries } = await listAuditEntries(db, admin, { subjectType: null, before: null })
  expect(entries[0]).toMatchObject({ action: 'announcement_withdrawn', subjectName: news.title })
})

it('is delivered in batches and can be withdrawn between two of them', async () => {
  await anHourLater()
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, avatar_preset)
    select gen_random_uuid(), 'Crowd ' || n, 'crowd ' || n, 1 from generate_series(1, 1203) n`)
  const id = newId()
  await sendAnnouncement(db, admin, id, news)
  const stop = new AbortController()
  const stopping = another(1)
  const once = {
    ...stopping,
    async transaction<T>(work: (tx: never) => Promise<T>) {
      const result = await stopping.transaction(work as never)
      stop.abort()
      return result as T
    },
  }
  expect(await deliverEvents(once, { sendsMail: false }, stop.signal)).toBeLessThanOrEqual(500)
  expect((await listAnnouncements(db, admin, 1)).rows[0]).toMatchObject({ isBeingSent: true })
  await withdrawAnnouncement(db, admin, id)
  expect(await deliverEvents(db, { sendsMail: false })).toBe(0)
  await Promise.all([removeWithdrawn(db), removeWithdrawn(another(1))])
  await removeWithdrawn(db)
  expect(await db.row(sql`select from notification_events where announcement_id = ${id}`)).toBeUndefined()
})

it('is limited to five per hour, also concurrently', async () => {
  await anHourLater()
  const sent = await Promise.all(
    Array.from({ length: 7 }, (_, n) => sendAnnouncement(another(n % 3), admin, newId(), news)),
  )
  expect(sent.filter(({ ok }) => ok)).toHaveLength(5)
  expect(sent.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict', message: MESSAGES.tooMany })
})

it('is refused for members', async () => {
  const [ann] = await makeMembers(db, 1)
  expect(await sendAnnouncement(db, ann ?? null, newId(), news)).toMatchObject({ code: 'forbidden' })
  expect(await withdrawAnnouncement(db, null, newId())).toMatchObject({ code: 'forbidden' })
})

it('reads the form: lengths, a path of this site, an audience', () => {
  const parse = (change: object) =>
    parseAnnouncement({ title: 'News', text: 'Text', link: '', audience: 'all', ...change })
  expect(parse({ title: ' A\n b ', text: 'One\r\ntwo', link: ' /challenges?kind=audio ' })).toEqual({
    ok: true,
    form: { title: 'A b', text: 'One\ntwo', link: '/challenges?kind=audio', challengeId: null },
  })
  expect(parse({ title: '🎨'.repeat(120), text: '🎨'.repeat(2_000), link: '/' })).toMatchObject({ ok: true })
  const errors = (change: object) => {
    const parsed = parse(change)
    return parsed.ok ? [] : Object.keys(parsed.errors)
  }
  for (const title of ['', ' ', 'x'.repeat(121), 'x'.repeat(10_000)])
    expect(errors({ title })).toEqual(['title'])
  for (const text of ['', '\n', 'x'.repeat(2_001), 'x'.repeat(12_000)])
    expect(errors({ text })).toEqual(['text'])
  for (const link of [
    'https://evil.example',
    '//evil.example',
    '/\\evil',
    'challenges',
    `/${'x'.repeat(501)}`,
  ])
    expect(errors({ link })).toEqual(['link'])
  for (const audience of ['', 'some', '1']) expect(errors({ audience })).toEqual(['audience'])
})
