import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import { restoreVotes } from '#domain/integrity/commands.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { createCalendarAddress } from '#domain/notifications/calendars.server.ts'
import {
  saveNotificationSettings,
  unsubscribe,
  unsubscribeHash,
} from '#domain/notifications/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { createToken } from '#domain/sessions/tokens.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  noFiles,
  voidVotesOf,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { deleteMember } from './delete.server.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const admin = await makeAdmin(db)
const [observer, elsewhere] = [another(1), another(2)]
const { challenge, submission: entry } = await makeBallot(db, { showVotes: false })

function erase(tx: Db, member: Member) {
  return deleteMember({ db: tx, files: noFiles }, member.id, 'remove', { emails: [], userIds: [] })
}

/** Starts the request after the account was deleted, before this is committed. */
async function requestDuringDeletion(member: Member, request: () => Promise<unknown>): Promise<unknown> {
  const { pending } = await db.transaction(async (tx) => {
    expect(await erase(tx, member)).toMatchObject({ ok: true })
    const pending = request()
    await Promise.race([pending, lockWait(observer)])
    return { pending }
  })
  return pending
}

async function unsubscribeMember({ id }: Member) {
  const made = await db.row<{ token: string }>(sql`
    select encode(${unsubscribeHash(sql`${id}`, sql`'results'`)}, 'hex') as token`)
  return () => unsubscribe(elsewhere, 'results', id, made?.token ?? '')
}

it.each<[table: string, request: (member: Member) => () => Promise<unknown>]>([
  [
    'notification_settings',
    (member) => () => saveNotificationSettings(elsewhere, member, { results: 'app' }),
  ],
  ['calendar_addresses', (member) => () => createCalendarAddress(elsewhere, member)],
  ['access_tokens', (member) => () => createToken(elsewhere, member, 'Script')],
  ['impressions', (member) => () => recordImpressions(elsewhere, as(member), challenge, [entry])],
  [
    'notification_events',
    ({ id }) =>
      () =>
        recordNotificationEvent(elsewhere, { kind: 'rank_changed', key: `late ${id}`, userId: id }),
  ],
])('leaves no %s of a request during the deletion', async (table, request) => {
  const rowsOf = ({ id }: Member) => db.rows(sql`select user_id from ${raw(table)} where user_id = ${id}`)
  const [active, leaver] = await makeMembers(db, 2)
  await request(active)()
  expect(await rowsOf(active)).toHaveLength(1)
  await requestDuringDeletion(leaver, request(leaver))
  expect(await rowsOf(leaver)).toEqual([])
})

it('refuses settings and leaves none of an unsubscription during the deletion', async () => {
  const [ann, ben] = await makeMembers(db, 2)
  const outcome = await requestDuringDeletion(ann, () =>
    saveNotificationSettings(elsewhere, ann, { results: 'app' }),
  )
  expect(outcome).toMatchObject({ ok: false, code: 'signed-out' })
  await requestDuringDeletion(ben, await unsubscribeMember(ben))
})

it.each(['voided', 'rejected'])('restores no %s vote during the deletion', async (taken) => {
  const [author, voter, leaver] = await makeMembers(db, 3)
  const { challenge: id, submission } = await makeBallot(db, { author })
  for (const member of [voter, leaver]) await castVote(db, as(member), id, submission)
  if (taken === 'voided')
    await voidVotesOf(db, as(admin), id, { voters: [voter.id, leaver.id], reason: 'agreed', note: 'Ring' })
  else await rejectSubmission(db, as(admin), submission, 'Copied')
  const batch = await db.row<{ id: string }>(sql`select id from void_batches where challenge_id = ${id}`)
  const outcome = await requestDuringDeletion(leaver, () =>
    batch
      ? restoreVotes(elsewhere, as(admin), id, { batch: batch.id, note: 'Mistake' })
      : undoModeration(elsewhere, as(admin), submission),
  )
  expect(outcome).toMatchObject({ ok: true })
  expect(await db.rows(sql`select user_id as id from votes where challenge_id = ${id}`)).toEqual([
    { id: voter.id },
  ])
})

it('tells no deleted member that the vote was voided afterwards', async () => {
  const [author, voter, leaver] = await makeMembers(db, 3)
  const { challenge: id, submission } = await makeBallot(db, { author })
  for (const member of [voter, leaver]) await castVote(db, as(member), id, submission)
  await completeChallenge(db, as(admin), id)
  expect(
    await deleteMember({ db, files: noFiles }, leaver.id, 'keep', { emails: [], userIds: [] }),
  ).toMatchObject({ ok: true })
  const voided = { voters: [voter.id, leaver.id], reason: 'agreed', note: 'Ring' }
  expect(await voidVotesOf(db, as(admin), id, voided)).toMatchObject({ ok: true })
  expect(
    await db.rows(sql`
    select user_id as id from notification_events where challenge_id = ${id} and kind = 'vote_voided'`),
  ).toEqual([{ id: voter.id }])
})

const deliver = () => deliverEvents(elsewhere, { sendsMail: false })

async function toldOf(key: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select n.user_id as id from notifications n join notification_events e on e.id = n.event_id
    where e.key = ${key} order by 1`)
  return rows.map(({ id }) => id)
}

it('tells the others of an event, and not a member who is deleted during the delivery', async () => {
  await deliver()
  const members = (await makeMembers(db, 3)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first, leaver, last] = members as [Member, Member, Member]
  const id = await makeChallenge(db)
  for (const member of members) await followChallenge(db, as(member), id)
  await recordNotificationEvent(db, { kind: 'challenge_opened', key: 'again', challengeId: id })
  expect(await requestDuringDeletion(leaver, deliver)).toBe(1)
  expect(await toldOf('again')).toEqual([first.id])
  expect(await deliver()).toBe(1)
  expect(await toldOf('again')).toEqual([first.id, last.id])
})

it('does not delay a deletion by the delivery of its events, and loses none of a member who is only locked', async () => {
  await deliver()
  const [leaver, locked] = await makeMembers(db, 2)
  for (const { id } of [leaver, locked])
    await recordNotificationEvent(db, { kind: 'rank_changed', key: `rank ${id}`, userId: id })
  await db.transaction(async (tx) => {
    await tx.rows(
      sql`select from users where id = any(${[leaver.id, locked.id]}::uuid[]) order by id for update`,
    )
    const delivered = deliver()
    await Promise.race([delivered, lockWait(observer)])
    expect(await erase(tx, leaver)).toMatchObject({ ok: true })
    expect(await delivered).toBe(0)
  })
  expect(await deliver()).toBe(1)
  expect(await toldOf(`rank ${locked.id}`)).toEqual([locked.id])
})

it('locks a challenge with a voided vote before the member', async () => {
  const voter = await makeMember(db)
  const { challenge: id, submission: voted } = await makeBallot(db)
  await castVote(db, as(voter), id, voted)
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email_verified)
    values ('https://id.example', ${voter.id}, ${voter.id}, true)`)
  await voidVotesOf(db, as(admin), id, { voters: [voter.id], reason: 'agreed', note: 'Ring' })
  const deleted = await elsewhere.transaction(async (tx) => {
    await tx.rows(sql`select from challenges where id = ${id} for update`)
    const pending = erase(db, voter)
    await lockWait(observer)
    await tx.rows(sql`select from users where id = ${voter.id} for no key update nowait`)
    return { pending }
  })
  expect(await deleted.pending).toMatchObject({ ok: true })
})
