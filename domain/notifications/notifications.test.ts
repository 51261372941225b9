import sql, { type Sql } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import { recordNotificationEvent, recordWaiting } from '#domain/events/record.server.ts'
import { restoreVotes } from '#domain/integrity/commands.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { resolveReport, sendReport } from '#domain/reports/commands.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { receiptNumber } from '#domain/submissions/rules.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import {
  markAllRead,
  markRead,
  saveNotificationSettings,
  takeNewRank,
  unsubscribe,
} from './commands.server.ts'
import { deliverEvents, recordReminders, removeWithdrawn, sweepNotifications } from './delivery.server.ts'
import { FOLLOW_MESSAGES, followChallenge, mostFollowed, unfollowChallenge } from './follows.server.ts'
import { datesOf, recordMovedDates } from './moved-dates.server.ts'
import { notificationOf, notificationSettings, notificationsOf } from './queries.server.ts'
import { NOTIFICATION_MESSAGES as MESSAGES, type NotificationContent, notificationText } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const hour = 3_600_000

async function told(member: Member): Promise<string[]> {
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, member, 'after', { page: 1, unread: false })
  // Receipts have a separate test.
  return rows.flatMap((row) => {
    if (row.kind === 'submission_received') return []
    const { heading, subject, text } = notificationText(row)
    return [heading, subject, text].filter(Boolean).join(' | ')
  })
}

async function inVoting(count: number, challenge = {}) {
  const id = await makeChallenge(db, { title: 'Doors', ...challenge })
  const authors = await makeMembers(db, count)
  const entries: string[] = []
  for (const author of authors) entries.push(await makeSubmission(db, author, id))
  await openVoting(db, id)
  return { id, authors, entries }
}

it('notifies followers that a challenge and its voting opened, and authors of voting', async () => {
  const id = await makeChallenge(db, {
    title: 'Lanterns',
    status: 'upcoming',
    startDate: new Date(Date.now() - 1_000),
  })
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  expect(await followChallenge(db, as(ann), id)).toEqual({ ok: true, value: null })
  await advanceDue(db, 'after')
  expect(await told(ann)).toEqual(['Open for entries | Lanterns'])
  await makeSubmission(db, ben, id)
  await openVoting(db, id)
  const voting = 'Voting is open | Lanterns'
  expect(await told(ann)).toEqual([voting, expect.stringContaining('Open for entries')])
  expect(await told(ben)).toEqual([voting])
})

it('tells administrators alone of reports in a challenge, once a day, and of one that ended without entries (NOTE-20)', async () => {
  const [keeper, moderator] = [await makeAdmin(db), await makeMember(db, { isModerator: true })]
  const { id, authors, entries } = await inVoting(2)
  for (const [index, author] of authors.entries()) {
    const report = { kind: 'submission', id: entries[1 - index] ?? '', reason: 'spam', note: '' } as const
    expect(await sendReport(db, as(author), report)).toMatchObject({ ok: true })
  }
  const reported = 'New report | Doors | Members reported an entry or a comment.'
  expect(await told(keeper)).toEqual([reported])
  expect(await told(moderator)).toEqual([])
  const { rows } = await notificationsOf(db, keeper, 'after', { page: 1, unread: false })
  expect(rows.map((row) => notificationText(row).to)).toEqual([`/admin/challenges/${id}`])

  const empty = await makeChallenge(db, { title: 'Bridges', deadline: new Date(Date.now() - 1_000) })
  await advanceDue(db, 'after')
  expect((await told(keeper))[0]).toBe(
    'Canceled by itself | Bridges | No entry took part. It can be reopened.',
  )
  await saveNotificationSettings(db, keeper, { challenge_waits: 'off' })
  await recordWaiting(db, empty, 'mismatch')
  expect(await told(keeper)).toHaveLength(2)
})

it('reminds followers who have not entered, once at 24 and once at 3 hours', async () => {
  const id = await makeChallenge(db, { title: 'Bridges', deadline: new Date(Date.now() + 23 * hour) })
  await db.rows(sql`update challenges set activated_at = app_now() - interval '3 days' where id = ${id}`)
  const [ann, ben, late] = await makeMembers(db, 3)
  for (const member of [ann, ben]) await followChallenge(db, as(member), id)
  await makeSubmission(db, ben, id)
  for (let again = 0; again < 3; again++) await recordReminders(another(1))
  expect(await told(ann)).toEqual(['Less than 24 hours left | Bridges | You have not entered yet.'])
  expect(await told(ben)).toEqual([])
  await followChallenge(db, as(late), id)
  expect(await told(late)).toEqual([])
  await db.rows(sql`
    update challenges set deadline = app_now() + interval '2 hours', voting_ends_at = app_now() + interval '3 days' where id = ${id}`)
  await Promise.all([recordReminders(db), recordReminders(another(1))])
  expect(await told(ann)).toEqual([expect.stringContaining('Less than 3 hours left'), expect.any(String)])
  expect(await told(late)).toHaveLength(1)
})

it('does not wait for a member who is locked, and continues there later', async () => {
  const { authors } = await inVoting(3)
  // Members are told in the order of their ids, which of members that are made at once may be another.
  const [first, locked, last] = authors.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const toldIds = async () =>
    db.rows(sql`
      select n.user_id as id from notifications n join notification_events e on e.id = n.event_id
      where e.kind = 'voting_opened' and n.user_id = any(${authors.map(({ id }) => id)}::uuid[]) order by n.user_id`)
  await another(1).transaction(async (tx) => {
    await tx.rows(sql`select from users where id = ${locked?.id} for update`)
    await deliverEvents(db, { sendsMail: false })
    expect(await toldIds()).toEqual([{ id: first?.id }])
  })
  await deliverEvents(db, { sendsMail: false })
  expect(await toldIds()).toEqual([first, locked, last].map((author) => ({ id: author?.id })))
})

it('keeps a receipt of a submission, which does not count as unread', async () => {
  const id = await makeChallenge(db, { title: 'Bridges' })
  const ann = await makeMember(db)
  const submission = await makeSubmission(db, ann, id, { title: 'A red bridge' })
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, ann, 'after', { page: 1, unread: false })
  const [row] = rows
  expect(rows).toMatchObject([{ kind: 'submission_received', isUnread: false }])
  if (!row) throw new Error('no receipt')
  const number = receiptNumber(submission)
  expect(number).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
  const { heading, subject, text, to } = notificationText(row)
  expect([heading, subject, to]).toEqual([
    'Entry received',
    'A red bridge',
    `/challenges/${id}/submissions/${submission}`,
  ])
  expect(text).toBe(`Number ${number} in “Bridges”. Edit it until the deadline.`)
  await withdrawSubmission({ db, files: noFiles }, as(ann), id, submission)
  expect((await notificationsOf(db, ann, 'after', { page: 1, unread: false })).rows).toEqual([])
})

it('reminds members of a draft that is not submitted', async () => {
  const id = await makeChallenge(db, { title: 'Bridges', deadline: new Date(Date.now() + 2 * hour) })
  await db.rows(sql`update challenges set activated_at = app_now() - interval '3 days' where id = ${id}`)
  const [ann, ben] = await makeMembers(db, 2)
  const empty = {
    description: '',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
    imageAlt: '',
    imageId: null,
  }
  for (const member of [ann, ben]) await saveDraft(db, as(member), id, { ...empty, title: 'Half' })
  await makeSubmission(db, ben, id)
  await recordReminders(db)
  expect(await told(ann)).toEqual(['Less than 3 hours left | Bridges | Your draft is not submitted yet.'])
  expect(await told(ben)).toEqual([])
})

it('does not remind of a deadline that was as near when the challenge opened', async () => {
  const id = await makeChallenge(db, { deadline: new Date(Date.now() + 10 * hour) })
  const ann = await makeMember(db)
  await followChallenge(db, as(ann), id)
  await recordReminders(db)
  expect(await told(ann)).toEqual([])
})

it('sends the results with the place, and withdraws them when the challenge is opened again', async () => {
  const { id, authors, entries } = await inVoting(3)
  const [winner, second, third] = authors as [Member, Member, Member]
  const [voter, follower] = await makeMembers(db, 2)
  await followChallenge(db, as(follower), id)
  await castVote(db, as(voter), id, entries[0] ?? '')
  await castVote(db, as(third), id, entries[0] ?? '')
  await castVote(db, as(winner), id, entries[1] ?? '')
  await completeChallenge(db, as(admin), id)
  const newest = async (member: Member) => (await told(member))[0]
  const won = `The winner is ${winner.displayName}.`
  expect(await newest(winner)).toBe('You won | Doors | Your entry got the most votes.')
  expect(await newest(second)).toBe(`Results | Doors | Your entry placed 2nd of 3. ${won}`)
  expect(await newest(third)).toBe(`Results | Doors | ${won}`)
  expect(await newest(follower)).toBe(`Results | Doors | ${won}`)
  expect(await told(voter)).toEqual([])
  await db.rows(sql`update users set display_name = 'Renamed' where id = ${winner.id}`)
  expect(await newest(third)).toBe('Results | Doors | The winner is Renamed.')
  await extendChallenge(db, as(admin), id)
  expect((await told(winner)).filter((text) => text.startsWith('Results'))).toEqual([])
})

it('notifies authors of an approval and a rejection until it is undone', async () => {
  const id = await makeChallenge(db)
  const ann = await makeMember(db)
  const entry = await makeSubmission(db, ann, id, { title: 'Gate' })
  await approveSubmission(db, as(admin), entry)
  expect(await told(ann)).toEqual(['Entry approved | Gate'])
  await rejectSubmission(db, as(admin), entry, 'Not your own work')
  expect((await told(ann))[0]).toBe('Entry rejected | Gate | Reason: Not your own work')
  await undoModeration(db, as(admin), entry)
  expect(await told(ann)).toEqual(['Entry approved | Gate'])
})

it('names the submission of another member only while it is public, and never says why it was rejected', async () => {
  const { id, authors, entries } = await inVoting(1)
  const [author, ann] = [authors[0], await makeMember(db)]
  const submissionId = entries[0] ?? ''
  if (!author) throw new Error('no author')
  for (const member of [author, ann])
    await recordNotificationEvent(db, {
      kind: 'commented',
      key: `comment ${member.id}`,
      userId: member.id,
      challengeId: id,
      submissionId,
    })
  await deliverEvents(db, { sendsMail: false })
  const shown = async (member: Member, moderation: Moderation) => {
    const { rows } = await notificationsOf(db, member, moderation, { page: 1, unread: false })
    const row = rows.find(({ kind }) => kind === 'commented')
    expect(await notificationOf(db, member, moderation, row?.id ?? '')).toEqual(row)
    return row?.submission
  }
  const named = async (member: Member, moderation: Moderation) => (await shown(member, moderation))?.title
  const set = (status: string) =>
    db.rows(sql`update submissions set title = 'Secret', status = ${status} where id = ${submissionId}`)
  await set('pending')
  expect(await named(ann, 'after')).toBe('Secret')
  expect(await named(ann, 'before')).toBe('An entry that is not public')
  await set('approved')
  expect(await named(ann, 'before')).toBe('Secret')
  await db.rows(sql`update challenges set show_submissions = false where id = ${id}`)
  expect(await named(ann, 'before')).toBe('Secret')
  await extendChallenge(db, as(admin), id)
  expect(await named(ann, 'after')).toBe('An entry that is not public')
  await rejectSubmission(db, as(admin), submissionId, 'Copied')
  expect(await shown(ann, 'after')).toMatchObject({ title: 'Removed entry', rejectionReason: null })
  expect(await shown(author, 'before')).toMatchObject({ title: 'Secret', rejectionReason: 'Copied' })
})

it('notifies voters whose vote was voided, until it is restored', async () => {
  const { id, entries } = await inVoting(2)
  const [voter, other] = await makeMembers(db, 2)
  for (const member of [voter, other]) await castVote(db, as(member), id, entries[0] ?? '')
  await voidVotesOf(db, as(admin), id, { voters: [voter.id], reason: 'agreed', note: 'Ring' })
  expect(await told(voter)).toEqual(['Vote voided | Doors | Reason: Votes were given by agreement'])
  expect(await told(other)).toEqual([])
  const batch = await db.row<{ id: string }>(sql`select id from void_batches where challenge_id = ${id}`)
  expect(await restoreVotes(db, as(admin), id, { batch: batch?.id ?? '', note: 'Mistake' })).toMatchObject({
    ok: true,
  })
  expect(await told(voter)).toEqual([])
})

it('notifies a member of another rank, once a day for each rank', async () => {
  const ann = await makeMember(db)
  const change = (points: number) =>
    adjustPoints(db, as(admin).viewer, { userId: ann.id, change: points, description: 'x' })
  await change(200)
  expect(await told(ann)).toEqual(['New rank | Emerging Ninja | Your rank was Novice Ninja before.'])
  await change(-100)
  await change(100)
  expect(await told(ann)).toHaveLength(2)
  const events = await db.rows<Pick<NotificationContent, 'kind' | 'details'>>(sql`
    select kind, details from notification_events where user_id = ${ann.id}
    order by details ->> 'rank'`)
  const noSubject = { challenge: null, submission: null, announcement: null }
  expect(events.map((event) => notificationText({ ...event, ...noSubject }).to)).toEqual([
    '/profile/rank-up',
    '/profile/points',
  ])
})

it('hands out a new rank once, and none that is lost again', async () => {
  const ann = await makeMember(db)
  const change = async (points: number) => {
    await adjustPoints(db, as(admin).viewer, { userId: ann.id, change: points, description: 'x' })
    await told(ann)
  }
  const take = (rank: string) => takeNewRank(db, { ...ann, rank })
  const [novice, emerging, adept] = ['Novice Ninja', 'Emerging Ninja', 'Adept Ninja']
  expect(await take(novice)).toBe(false)
  await change(200)
  expect(await takeNewRank(db, { ...(await makeMember(db)), rank: emerging })).toBe(false)
  expect(await take(emerging)).toBe(true)
  expect(await take(emerging)).toBe(false)
  await change(400)
  await change(-550)
  expect(await take(novice)).toBe(false)
  expect(await take(adept)).toBe(false)
  const unread = await db.rows(sql`select from notifications where user_id = ${ann.id} and read_at is null`)
  expect(unread).toHaveLength(1)
})

it('delivers each event once, with two processes and more members than a batch', async () => {
  const id = await makeChallenge(db, { status: 'upcoming', startDate: new Date(Date.now() - 1_000) })
  await db.rows(sql`
    with made as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Crowd ' || n, 'crowd ' || n, 1 from generate_series(1, 1203) n returning id)
    insert into challenge_follows (user_id, challenge_id) select id, ${id}::uuid from made`)
  await advanceDue(db, 'after')
  const written = await Promise.all([1, 2, 3].map((n) => deliverEvents(another(n), { sendsMail: true })))
  expect(written.reduce((sum, count) => sum + count)).toBe(1203)
  const left = await db.row(sql`select from notification_events where delivered_at is null`)
  expect(left).toBeUndefined()
})

it('does not let an event wait for all recipients of an earlier one', async () => {
  const id = await makeChallenge(db, { status: 'upcoming', startDate: new Date(Date.now() - 1_000) })
  await db.rows(sql`
    with made as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Queue ' || n, 'queue ' || n, 1 from generate_series(1, 1203) n returning id)
    insert into challenge_follows (user_id, challenge_id) select id, ${id}::uuid from made`)
  await advanceDue(db, 'after')
  const ann = await makeMember(db)
  await recordNotificationEvent(db, {
    kind: 'rank_changed',
    key: 'soon',
    userId: ann.id,
    details: { rank: 'x' },
  })
  await deliverEvents(db, { sendsMail: false })
  // In the order in which they were written: each batch is one transaction.
  const written = await db.rows<{ kind: string }>(sql`
    select e.kind from notifications n join notification_events e on e.id = n.event_id
    where e.challenge_id = ${id} or e.key = 'soon' order by n.xmin::text::bigint, e.kind`)
  expect(written).toHaveLength(1204)
  expect(written.findIndex(({ kind }) => kind === 'rank_changed')).toBe(500)
})

it('delivers the other events if one fails', async () => {
  const [ann, ben] = await makeMembers(db, 2)
  await recordNotificationEvent(db, { kind: 'rank_changed', key: 'bad', userId: ann.id })
  await recordNotificationEvent(db, {
    kind: 'rank_changed',
    key: 'good',
    userId: ben.id,
    details: { rank: 'x' },
  })
  await db.rows(sql`
    create function refuse_one() returns trigger language plpgsql as $$
    begin
      if new.event_id = (select id from notification_events where key = 'bad') then raise 'refused'; end if;
      return new;
    end $$`)
  await db.rows(sql`
    create trigger refuse_one before insert on notifications for each row execute function refuse_one()`)
  await expect(deliverEvents(db, { sendsMail: false })).rejects.toThrow('rank_changed): refused')
  await db.rows(sql`drop trigger refuse_one on notifications`)
  expect((await notificationsOf(db, ben, 'after', { page: 1, unread: false })).total).toBe(1)
  expect(await told(ann)).toHaveLength(1)
})

it('keeps a list with read marks, which the bell counts', async () => {
  const [ann, ben] = await makeMembers(db, 2)
  for (let n = 1; n <= 30; n++)
    await recordNotificationEvent(db, {
      kind: 'rank_changed',
      key: `${ann.id} ${n}`,
      userId: ann.id,
      details: { rank: `Rank ${n}`, before: 'x' },
    })
  await deliverEvents(db, { sendsMail: false })
  const all = await notificationsOf(db, ann, 'after', { page: 1, unread: false })
  expect([all.total, all.rows.length, all.rows.every(({ isUnread }) => isUnread)]).toEqual([30, 25, true])
  expect((await notificationsOf(db, ann, 'after', { page: 2, unread: true })).rows).toHaveLength(5)
  const [first, second] = all.rows
  await markRead(db, ben, first?.id ?? '')
  expect((await notificationsOf(db, ann, 'after', { page: 1, unread: true })).total).toBe(30)
  await markRead(db, ann, first?.id ?? '')
  expect((await notificationsOf(db, ann, 'after', { page: 1, unread: true })).total).toBe(29)
  expect(await notificationOf(db, ben, 'after', first?.id ?? '')).toBeUndefined()

  await recordNotificationEvent(db, { kind: 'rank_changed', key: `${ann.id} later`, userId: ann.id })
  await deliverEvents(db, { sendsMail: false })
  await markAllRead(db, ann, second?.id ?? '')
  expect((await notificationsOf(db, ann, 'after', { page: 1, unread: true })).total).toBe(1)
})

it('follows the settings of a member', async () => {
  const ann = await makeMember(db)
  expect((await notificationSettings(db, ann)).settings).toMatchObject({
    rank_changed: 'app',
    results: 'mail',
  })
  expect(await saveNotificationSettings(db, ann, { rank_changed: 'loud' })).toMatchObject({
    message: MESSAGES.invalid,
  })
  expect(await saveNotificationSettings(db, ann, {})).toMatchObject({ message: MESSAGES.invalid })
  expect(await saveNotificationSettings(db, ann, { rank_changed: 'off', results: 'app' })).toMatchObject({
    ok: true,
  })
  expect((await notificationSettings(db, ann)).settings).toMatchObject({
    rank_changed: 'off',
    results: 'app',
  })
  await recordNotificationEvent(db, { kind: 'rank_changed', key: `off ${ann.id}`, userId: ann.id })
  expect(await told(ann)).toEqual([])
  expect(await unsubscribe(db, 'results', ann.id, '0'.repeat(32))).toBe(false)
})

it('follows public challenges that are not over, up to a limit', async () => {
  const ann = await makeMember(db)
  const [open, draft, over] = [
    await makeChallenge(db),
    await makeChallenge(db, { status: 'draft' }),
    await makeChallenge(db, { status: 'completed' }),
  ]
  expect(await followChallenge(db, as(null), open)).toMatchObject({ message: FOLLOW_MESSAGES.signIn })
  expect(await followChallenge(db, as(ann), draft)).toMatchObject({ code: 'not-found' })
  expect(await followChallenge(db, as(ann), over)).toMatchObject({ message: FOLLOW_MESSAGES.finished })
  for (let again = 0; again < 2; again++)
    expect(await followChallenge(db, as(ann), open)).toMatchObject({ ok: true })
  for (let again = 0; again < 2; again++)
    expect(await unfollowChallenge(db, as(ann), open)).toMatchObject({ ok: true })
  const ids: string[] = []
  for (let n = 0; n < mostFollowed + 1; n++) ids.push(await makeChallenge(db))
  for (const id of ids.slice(2)) await followChallenge(db, as(ann), id)
  const outcomes = await Promise.all(ids.slice(0, 2).map((id) => followChallenge(another(1), as(ann), id)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

it('notifies a suspended member without a mail, to be read after the reinstatement', async () => {
  const [reporter, ben] = await makeMembers(db, 2)
  for (const member of [reporter, ben]) {
    await db.rows(sql`
      insert into identities (issuer, subject, user_id, email, email_verified)
      values ('https://id.example', ${member.id}, ${member.id}, ${`${member.id}@example.org`}, true)`)
    await saveNotificationSettings(db, member, { report_resolved: 'mail' })
    const report = { kind: 'member', id: admin.id, reason: 'other', note: 'Copies others' } as const
    expect(await sendReport(db, as(member), report)).toMatchObject({ ok: true })
  }
  const { viewer } = as(admin)
  const suspension = { userId: reporter.id, reason: 'Ring' }
  expect(await suspendMember(db, viewer, suspension, { emails: [], userIds: [] })).toMatchObject({ ok: true })
  const report = await db.row<{ id: string }>(sql`select id from reports where reporter_id = ${reporter.id}`)
  const other = as(await makeAdmin(db)).viewer
  expect(await resolveReport(db, other, report?.id ?? '', { upheld: true })).toMatchObject({ value: 2 })
  expect(await deliverEvents(db, { sendsMail: true })).toBe(2)
  expect(await reinstateMember(db, viewer, reporter.id)).toMatchObject({ ok: true })
  expect(await told(reporter)).toEqual(['Your report | A member | Administrators agreed with it. Thank you.'])
  const mailed = await db.rows(sql`
    select user_id as id from mails where user_id = any(${[reporter.id, ben.id]}::uuid[])`)
  expect(mailed).toEqual([{ id: ben.id }])
})

it('deletes notifications after 180 days and with the account', async () => {
  const ann = await makeMember(db)
  await recordNotificationEvent(db, { kind: 'rank_changed', key: `old ${ann.id}`, userId: ann.id })
  await recordNotificationEvent(db, { kind: 'rank_changed', key: `new ${ann.id}`, userId: ann.id })
  await deliverEvents(db, { sendsMail: false })
  await db.rows(sql`
    update notification_events set created_at = created_at - interval '181 days' where key = ${`old ${ann.id}`}`)
  expect(await sweepNotifications(db)).toBeGreaterThan(0)
  expect((await notificationsOf(db, ann, 'after', { page: 1, unread: false })).total).toBe(1)
  await followChallenge(db, as(ann), await makeChallenge(db))
  await saveNotificationSettings(db, ann, { results: 'off' })
  await deleteMember({ db, files: noFiles }, ann.id, 'remove', { emails: [], userIds: [] })
  const left = await db.row<{ count: number }>(sql`
    select (select count(*) from notification_events where user_id = ${ann.id})
      + (select count(*) from notifications where user_id = ${ann.id})
      + (select count(*) from challenge_follows where user_id = ${ann.id})
      + (select count(*) from notification_settings where user_id = ${ann.id}) as count`)
  expect(left?.count).toBe(0)
  expect(await brokenInvariants(db)).toEqual([])
})

it('tells those who rely on a deadline that it was moved, once, and withdraws what is no longer true', async () => {
  const id = await makeChallenge(db, { title: 'Kilns', deadline: new Date(Date.now() + 2 * hour) })
  await db.rows(sql`update challenges set activated_at = app_now() - interval '3 days' where id = ${id}`)
  const [author, follower, drafter, stranger] = await makeMembers(db, 4)
  await makeSubmission(db, author, id)
  await followChallenge(db, as(follower), id)
  const draft = {
    title: 'Half',
    description: '',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
  }
  await saveDraft(db, as(drafter), id, { ...draft, imageAlt: '', imageId: null })
  await recordReminders(db)
  expect(await told(follower)).toEqual(['Less than 3 hours left | Kilns | You have not entered yet.'])
  await extendChallenge(db, as(admin), id)
  await removeWithdrawn(db)
  for (const member of [author, follower, drafter])
    expect(await told(member)).toEqual(['New deadline | Kilns'])
  expect(await told(stranger)).toEqual([])
  const [first] = await movedDates(id)
  expect(first).toMatchObject({ what: 'deadline' })
})

it('tells of an earlier deadline by the form, of moved voting to voters, and of nothing in drafts', async () => {
  const { id, entries } = await inVoting(1)
  const voter = await makeMember(db)
  await castVote(db, as(voter), id, entries[0] ?? '')
  const move = (change: Sql) => moveDates(id, change)
  await move(sql`voting_ends_at = voting_ends_at + interval '1 day'`)
  expect(await told(voter)).toEqual(['New dates | Doors'])
  await move(sql`voting_ends_at = voting_ends_at - interval '2 days'`)
  await removeWithdrawn(db)
  expect(await told(voter)).toEqual(['New dates | Doors'])
  const moved = await movedDates(id)
  expect(moved.map(({ what, from, to }) => [what, String(from) < String(to)])).toEqual([
    ['voting_end', false],
    ['voting_end', true],
  ])
  await move(sql`updated_at = app_now()`)
  await move(sql`status = 'draft'`)
  await move(
    sql`deadline = deadline + interval '1 hour', voting_ends_at = voting_ends_at + interval '1 hour'`,
  )
  expect(await movedDates(id)).toHaveLength(2)
})

it('keeps telling of a deadline when only the voting end is moved after it, while entries are open', async () => {
  const id = await makeChallenge(db, { title: 'Sails' })
  const ann = await makeMember(db)
  await followChallenge(db, as(ann), id)
  await moveDates(id, sql`deadline = deadline + interval '1 day'`)
  expect(await toldDates(ann)).toEqual([['deadline']])
  await moveDates(id, sql`voting_ends_at = voting_ends_at + interval '1 day'`)
  await removeWithdrawn(db)
  expect(await told(ann)).toEqual(['New deadline | Sails'])
  expect(await toldDates(ann)).toEqual([['deadline', 'voting_end']])
  await moveDates(id, sql`start_date = created_at - interval '1 day'`)
  await removeWithdrawn(db)
  expect(await toldDates(ann)).toEqual([['deadline', 'voting_end']])
  await moveDates(id, sql`status = 'voting', voting_ends_at = voting_ends_at + interval '1 day'`)
  await removeWithdrawn(db)
  expect(await toldDates(ann)).toEqual([['voting_end']])
})

it('does not tell that voting is to be announced when it is switched off or on', async () => {
  const id = await makeChallenge(db, { title: 'Masks' })
  const ann = await makeMember(db)
  await followChallenge(db, as(ann), id)
  await moveDates(id, sql`allow_voting = false`)
  await moveDates(id, sql`allow_voting = true`)
  expect(await movedDates(id)).toEqual([])
  expect(await toldDates(ann)).toEqual([])
  await moveDates(
    id,
    sql`deadline = deadline + interval '1 day', voting_ends_at = voting_ends_at + interval '1 day'`,
  )
  expect(await toldDates(ann)).toEqual([['deadline', 'voting_end']])
  await moveDates(id, sql`allow_voting = false`)
  await removeWithdrawn(db)
  expect(await toldDates(ann)).toEqual([['deadline']])
})

it('tells that a finished challenge takes entries again, whether a date was moved or not', async () => {
  for (const status of ['canceled', 'completed'] as const) {
    const id = await makeChallenge(db, { title: 'Wells', status })
    const ann = await makeMember(db)
    await db.rows(sql`insert into challenge_follows (user_id, challenge_id) values (${ann.id}, ${id})`)
    await moveDates(id, sql`status = 'active', completed_at = null`)
    expect(await told(ann)).toEqual(['Open for entries | Wells | It is open for entries again.'])
    await moveDates(id, sql`deadline = deadline + interval '1 day'`)
    await removeWithdrawn(db)
    expect(await told(ann)).toEqual(['New deadline | Wells | It is open for entries again.'])
  }
})

it('tells that entries are closed until a start, and of the opening once more', async () => {
  const startDate = new Date(Date.now() + hour)
  const id = await makeChallenge(db, { title: 'Looms', status: 'upcoming', startDate })
  const ann = await makeMember(db)
  await followChallenge(db, as(ann), id)
  await moveDates(id, sql`status = 'active'`)
  expect(await told(ann)).toEqual(['Open for entries | Looms'])
  await moveDates(id, sql`status = 'upcoming'`)
  await removeWithdrawn(db)
  expect(await told(ann)).toEqual(['New dates | Looms'])
  expect(await toldDates(ann)).toEqual([['start']])
  expect(await movedDates(id)).toEqual([])
  await moveDates(id, sql`status = 'active'`)
  expect(await told(ann)).toEqual(['Open for entries | Looms', 'New dates | Looms'])
})

function moveDates(id: string, change: Sql): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await datesOf(tx, id)
    await tx.rows(sql`update challenges set ${change} where id = ${id}`)
    await recordMovedDates(tx, id, before)
  })
}

/** The moments that each news of dates names to the member. */
async function toldDates(member: Member) {
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, member, 'after', { page: 1, unread: false })
  return rows
    .filter(({ kind }) => kind === 'dates_moved')
    .map(({ details }) => details.moved?.map(({ moment }) => moment))
}

async function movedDates(id: string) {
  return (await challengeDetail(db, as(admin), id))?.changes ?? []
}
