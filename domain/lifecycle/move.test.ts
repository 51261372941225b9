import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import {
  accepted,
  as,
  type ChallengeSeed,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSeries,
} from '#test/builders.ts'
import { at, keepInvariants, testDatabase } from '#test/database.ts'
import { movableChallenge, moveChallenge } from './move.server.ts'
import { MOVE_MESSAGES } from './rules.ts'

const { db } = await testDatabase()
keepInvariants(db)
const admin = await makeAdmin(db)

const start = new Date('2027-03-22T08:00Z')
const planned: ChallengeSeed = {
  status: 'upcoming',
  startDate: start,
  deadline: new Date('2027-03-27T08:00Z'),
  votingOpensAt: new Date('2027-03-27T12:00Z'),
  votingClosesAt: new Date('2027-03-29T07:00Z'),
}

const move = (id: string, day: string, { timeZone = 'Europe/Berlin', version = 0 } = {}) =>
  moveChallenge(db, as(admin), id, { day, timeZone, version })

const datesOf = async (id: string) => {
  const row = await db.row<Record<string, Date | null>>(sql`
    select start_date, deadline, voting_opens_at, voting_closes_at, voting_ends_at from challenges where id = ${id}`)
  return Object.values(row ?? {}).map((moment) => moment?.toISOString().slice(0, 16) ?? null)
}

it('moves all dates by as many days, at the same times of day over a clock change (SER-12)', async () => {
  const id = await makeChallenge(db, planned)
  accepted(await move(id, '2027-03-29'))
  expect(await datesOf(id)).toEqual([
    '2027-03-29T07:00',
    '2027-04-03T07:00',
    '2027-04-03T11:00',
    '2027-04-05T07:00',
    '2027-04-05T07:00',
  ])
  accepted(await move(id, '2027-03-22', { version: 1 }))
  expect((await datesOf(id))[0]).toBe('2027-03-22T08:00')
  const log = await db.rows<{ action: string; before: object }>(sql`
    select action, before from audit_log where subject_id = ${id} order by created_at, id`)
  expect(log.map(({ action }) => action)).toEqual(['challenge_updated', 'challenge_updated'])
  expect(log[0]?.before).toHaveProperty('start_date')
})

it('counts the days in the zone of who moves it, and keeps the times of the zone of its series', async () => {
  const late = {
    ...planned,
    startDate: new Date('2027-03-13T04:30Z'),
    votingOpensAt: null,
    votingClosesAt: null,
  }
  const id = await makeChallenge(db, late)
  const series = await makeSeries(db, admin.id)
  await db.rows(sql`
    insert into series_dates (series_id, held_on, is_skipped, challenge_id) values (${series.id}, '2027-03-13', false, ${id})`)
  // It is Friday there, and the clocks change on Sunday, in Berlin two weeks later: half past midnight on Monday.
  accepted(await move(id, '2027-03-15', { timeZone: 'America/New_York' }))
  expect(await datesOf(id)).toEqual(['2027-03-15T04:30', '2027-03-29T07:00', null, null, '2027-04-01T07:00'])
})

it.each([
  // In Berlin the clocks change on 28 March and 31 October 2027: 01:30 there is on the day before in UTC only in summer.
  ['2027-10-24T23:30Z', '2027-11-07', '2027-11-07T00:30'],
  ['2027-10-24T23:30Z', '2027-10-29', '2027-10-29T23:30'],
  ['2027-03-22T00:30Z', '2027-04-05', '2027-04-05T23:30'],
  // No day has this time of day there, so that it is on the next one.
  ['2027-10-29T23:30Z', '2027-10-31', '2027-11-01T00:30'],
])('from %s to %s in another zone is on that day over a clock change', async (startDate, day, moved) => {
  const deadline = new Date('2027-12-01T12:00Z')
  const id = await makeChallenge(db, { status: 'upcoming', startDate: new Date(startDate), deadline })
  const series = await makeSeries(db, admin.id)
  await db.rows(sql`
    insert into series_dates (series_id, held_on, is_skipped, challenge_id) values (${series.id}, '2027-10-25', false, ${id})`)
  accepted(await move(id, day, { timeZone: 'UTC' }))
  expect((await datesOf(id))[0]).toBe(moved)
})

it('changes nothing on the same day', async () => {
  const id = await makeChallenge(db, planned)
  accepted(await move(id, '2027-03-22'))
  expect(await movableChallenge(db, admin, id)).toMatchObject({ version: 0 })
})

it('tells those who follow it, unless it is a draft', async () => {
  for (const status of ['upcoming', 'draft'] as const) {
    const id = await makeChallenge(db, { ...planned, status: 'upcoming' })
    const follower = await makeMember(db)
    await followChallenge(db, as(follower), id)
    await db.rows(sql`update challenges set status = ${status} where id = ${id}`)
    const { version = 0 } = (await movableChallenge(db, admin, id)) ?? {}
    accepted(await move(id, '2027-03-24', { version }))
    const told = await db.rows(sql`
      select from notification_events where challenge_id = ${id} and kind = 'dates_moved'`)
    expect(told).toHaveLength(status === 'draft' ? 0 : 1)
    expect(
      await db.rows(sql`select from challenge_changes where challenge_id = ${id} and what = 'start'`),
    ).toHaveLength(status === 'draft' ? 0 : 1)
  }
})

it.each([
  ['another version', planned, '2027-03-29', { version: 3 }, MOVE_MESSAGES.stale],
  [
    'an open challenge',
    { ...planned, status: 'active', startDate: null },
    '2027-03-29',
    {},
    MOVE_MESSAGES.opened,
  ],
  ['no start', { ...planned, startDate: null }, '2027-03-29', {}, MOVE_MESSAGES.noStart],
  ['a day in the past', planned, '2020-03-29', {}, MOVE_MESSAGES.past],
  ['no day', planned, '2027-02-30', {}, MOVE_MESSAGES.day],
  ['other text', planned, "soon'", {}, MOVE_MESSAGES.day],
  ['a far year', planned, '9999-12-31', {}, MOVE_MESSAGES.day],
] as const)('is refused for %s, with nothing written', async (_, seed, day, options, message) => {
  const id = await makeChallenge(db, seed)
  const before = await datesOf(id)
  expect(await move(id, day, options)).toMatchObject({ ok: false, message })
  expect(await datesOf(id)).toEqual(before)
})

it.each([
  [-1, true],
  [0, false],
])('is for administrators, and until the start %d ms', async (offset, isMoved) => {
  const id = await makeChallenge(db, planned)
  const to = { day: '2027-03-29', timeZone: 'UTC', version: 0 }
  for (const viewer of [null, await makeMember(db), await makeMember(db, { isModerator: true })])
    expect(await moveChallenge(db, { viewer, moderation: 'after' }, id, to)).toMatchObject({
      code: 'forbidden',
    })
  const outcome = await at(db, new Date(start.getTime() + offset), (tx) =>
    moveChallenge(tx, as(admin), id, to),
  )
  expect(outcome.ok).toBe(isMoved)
})

it('takes place once, though two administrators move it at the same time', async () => {
  const id = await makeChallenge(db, planned)
  const outcomes = await Promise.all([move(id, '2027-03-29'), move(id, '2027-04-05')])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await movableChallenge(db, admin, id)).toMatchObject({ version: 1 })
})
