import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { type ChallengeStatus, DAY, STATUSES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { deliverEvents, removeWithdrawn } from '#domain/notifications/delivery.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { notificationsOf } from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import {
  as,
  type ChallengeSeed,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { advanceDue } from './advance.server.ts'
import {
  cancelChallenge,
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from './commands.server.ts'
import { possibleSteps, STEP_STATUSES, STEPS, type Step } from './rules.ts'
import { steeredChallenge } from './steering.server.ts'

const { db, another } = await testDatabase()
const organiser = await makeAdmin(db)
const admin = as(organiser)

type Command = (on: Db, scope: Scope, id: string, version?: number) => Promise<Outcome<unknown>>

const COMMANDS: Record<Step, Command> = {
  open: openChallenge,
  'close-entries': closeEntries,
  'start-voting': startVoting,
  extend: extendChallenge,
  complete: completeChallenge,
  cancel: (on, scope, id, version) => cancelChallenge(on, scope, id, 'Too few of us', version),
  reopen: (on, scope, id, version) => reopenChallenge(on, scope, id, 3, version),
}

interface State {
  status: ChallengeStatus
  version: number
  start: Date | null
  deadline: Date
  opens: Date | null
  ends: Date
  canceled: string | null
}

async function stateOf(id: string): Promise<State> {
  const row = await db.row<State>(sql`
    select status, version, start_date as start, deadline, voting_opens_at as opens, voting_ends_at as ends,
      canceled_from as canceled from challenges where id = ${id}`)
  if (!row) throw new Error('no such challenge')
  return row
}

/** A challenge with an entry by each author, in the status; in voting with a vote for the first. */
async function challengeIn(status: ChallengeStatus, seed: ChallengeSeed = {}) {
  const [author, rival, voter] = (await makeMembers(db, 3)) as [Member, Member, Member]
  const id = await makeChallenge(db, { deadline: daysFromNow(2), ...seed })
  const entry = await makeSubmission(db, author, id)
  await makeSubmission(db, rival, id)
  const isVoted = ['voting', 'completed'].includes(status) && seed.allowVoting !== false
  if (isVoted) {
    expect(await startVoting(db, admin, id)).toMatchObject({ ok: true })
    expect(await castVote(db, as(voter), id, entry)).toMatchObject({ ok: true })
  }
  if (status === 'completed') await completeChallenge(db, admin, id)
  if (status === 'canceled') await cancelChallenge(db, admin, id, 'Too few of us')
  if (status === 'draft' || status === 'upcoming')
    await db.rows(sql`update challenges set status = ${status} where id = ${id}`)
  return { id, author, rival, voter, entry }
}

async function told(member: Member): Promise<string[]> {
  await removeWithdrawn(db)
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, member, 'after', { page: 1, unread: false })
  return rows
    .filter(({ kind }) => kind !== 'submission_received' && kind !== 'rank_changed')
    .map((row) => {
      const { heading, text } = notificationText(row)
      return [heading, text].filter(Boolean).join(': ')
    })
}

async function linesOf(id: string) {
  const changes = (await challengeDetail(db, as(null), id))?.changes ?? []
  return changes.map(({ what }) => what)
}

async function pointsOf({ id }: Member): Promise<number> {
  return (await db.row<{ points: number }>(sql`select points from users where id = ${id}`))?.points ?? 0
}

describe.each(STEPS)('%s', (step) => {
  it.each(STATUSES)('is possible in the statuses of its row alone: %s', async (status) => {
    const { id } = await challengeIn(status)
    const isAllowed = (STEP_STATUSES[step] as readonly string[]).includes(status)
    const challenge = await steeredChallenge(db, organiser, id)
    if (!challenge) throw new Error('no such challenge')
    const isOffered = possibleSteps(challenge, challenge.now).includes(step)
    expect(isOffered).toBe(isAllowed)
    const before = await stateOf(id)
    const outcome = await COMMANDS[step](db, admin, id)
    expect(outcome.ok).toBe(isAllowed)
    if (!outcome.ok) expect(outcome.message).toMatch(/^Failed to .+\. .+\.$/)
    if (!outcome.ok) expect(await stateOf(id)).toEqual(before)
  })

  it('happens once for two administrators, and is refused to members and for another version', async () => {
    const { id, author } = await challengeIn(STEP_STATUSES[step][0])
    const { version } = await stateOf(id)
    const recorded = () => db.rows(sql`select action from audit_log where subject_id = ${id}`)
    const before = await recorded()
    expect(await COMMANDS[step](db, as(author), id, version)).toMatchObject({ code: 'forbidden' })
    expect(await COMMANDS[step](db, admin, id, version - 1)).toMatchObject({ code: 'conflict' })
    const other = as(await makeAdmin(db))
    const outcomes = await Promise.all([
      COMMANDS[step](db, admin, id, version),
      COMMANDS[step](another(), other, id, version),
    ])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict' })
    expect(await recorded()).toHaveLength(before.length + 1)
    expect(await brokenInvariants(db)).toEqual([])
  })
})

it('an upcoming challenge that is opened takes entries at once, and its followers are told', async () => {
  const id = await makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(1) })
  const follower = await makeMember(db)
  await followChallenge(db, as(follower), id)
  expect(await openChallenge(db, admin, id)).toMatchObject({ ok: true })
  expect(await stateOf(id)).toMatchObject({ status: 'active', start: null })
  expect(await told(follower)).toEqual(['Open for entries'])
  expect(await linesOf(id)).toEqual(['opened'])
  const over = await makeChallenge(db, { status: 'draft', deadline: daysFromNow(-1) })
  expect(await openChallenge(db, admin, over)).toMatchObject({
    message: 'Failed to open challenge. Its deadline has passed; choose a later one in the form first.',
  })
})

it('entries that are closed stay closed until voting starts as announced, or is started', async () => {
  const { id, author, entry, voter } = await challengeIn('active')
  const before = await stateOf(id)
  expect(await closeEntries(db, admin, id)).toMatchObject({ ok: true })
  const closed = await stateOf(id)
  expect(closed.deadline.getTime()).toBeLessThanOrEqual(Date.now())
  expect(closed).toMatchObject({ status: 'active', opens: before.deadline, ends: before.ends })
  await advanceDue(db, 'after')
  expect(await stateOf(id)).toMatchObject({ status: 'active' })
  await expect(makeSubmission(db, voter, id)).rejects.toThrow(/deadline/)
  expect(await castVote(db, as(voter), id, entry)).toMatchObject({ ok: false })
  expect(await told(author)).toEqual(['Entries are closed'])
  expect(await linesOf(id)).toEqual(['entries_closed'])
  expect(await closeEntries(db, admin, id)).toMatchObject({
    message: 'Failed to close entries. They are closed already.',
  })
  expect(await startVoting(db, admin, id)).toMatchObject({ ok: true })
  const voting = await stateOf(id)
  expect(voting.ends.getTime() - Date.now()).toBeGreaterThan(3 * DAY - 60_000)
  expect(voting.ends.getTime() - Date.now()).toBeLessThanOrEqual(3 * DAY)
  expect(await castVote(db, as(voter), id, entry)).toMatchObject({ ok: true })
  expect(await told(author)).toEqual(['Voting is open: Entries are closed.'])
})

it('an extension that gains less than a day is neither offered nor made', async () => {
  const { id } = await challengeIn('active')
  expect(await extendChallenge(db, admin, id)).toMatchObject({ ok: true })
  const extended = await stateOf(id)
  const challenge = await steeredChallenge(db, organiser, id)
  const offered = challenge ? possibleSteps(challenge, challenge.now) : []
  expect(offered).toContain('complete')
  expect(offered).not.toContain('extend')
  expect(await extendChallenge(db, admin, id)).toMatchObject({
    code: 'conflict',
    message: 'The deadline is already about a week from now',
  })
  expect(await stateOf(id)).toEqual(extended)
  await completeChallenge(db, admin, id)
  expect(await extendChallenge(db, admin, id)).toMatchObject({ ok: true })
})

it.each([
  ['close-entries', 'Failed to close entries. It has no entries; cancel it instead.'],
  ['start-voting', 'Failed to start voting. It has no entries that could get votes.'],
] as const)('%s needs an entry, and voting', async (step, message) => {
  expect(await COMMANDS[step](db, admin, await makeChallenge(db))).toMatchObject({ message })
  const { id } = await challengeIn('active', { allowVoting: false })
  expect(await COMMANDS[step](db, admin, id)).toMatchObject({
    message: expect.stringMatching(/Voting is off/),
  })
})

describe('a cancellation', () => {
  it('reaches entrants, voters and followers with its message, once, and stands on the page', async () => {
    const { id, author, rival, voter } = await challengeIn('voting')
    const follower = await makeMember(db)
    await followChallenge(db, as(follower), id)
    expect(await cancelChallenge(db, admin, id, '  ')).toMatchObject({ code: 'invalid' })
    expect(await cancelChallenge(db, admin, id, 'x'.repeat(501))).toMatchObject({ code: 'invalid' })
    expect(await cancelChallenge(db, admin, id, ' The brief was wrong. ')).toMatchObject({ ok: true })
    for (const member of [author, rival, voter, follower])
      expect(await told(member)).toEqual(['Challenge canceled: The brief was wrong.'])
    const [line] = (await challengeDetail(db, as(null), id))?.changes ?? []
    expect(line).toMatchObject({ what: 'canceled', note: 'The brief was wrong.' })
    expect(await stateOf(id)).toMatchObject({ status: 'canceled', canceled: 'voting' })
    // No win, and what was earned stays.
    expect(await pointsOf(author)).toBe(25 + 5)
    expect(
      await db.rows(sql`select after ->> 'message' as message from audit_log
        where subject_id = ${id} and action = 'challenge_canceled'`),
    ).toEqual([{ message: 'The brief was wrong.' }])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('is refused while the result is held', async () => {
    const { id } = await challengeIn('voting')
    await db.rows(sql`update challenges set held_at = app_now() where id = ${id}`)
    expect(await cancelChallenge(db, admin, id, 'No')).toMatchObject({
      message: 'Failed to cancel challenge. Its result is held; release it first.',
    })
  })

  it('pays the votes of a secret ballot, which reopening hides again', async () => {
    const { id, author, voter } = await challengeIn('voting', { showVotes: false })
    expect([await pointsOf(author), await pointsOf(voter)]).toEqual([25, 0])
    await cancelChallenge(db, admin, id, 'No')
    expect([await pointsOf(author), await pointsOf(voter)]).toEqual([30, 1])
    expect(await brokenInvariants(db)).toEqual([])
    expect(await reopenChallenge(db, admin, id, 1)).toMatchObject({ ok: true })
    expect(await stateOf(id)).toMatchObject({ status: 'voting', canceled: null })
    expect([await pointsOf(author), await pointsOf(voter)]).toEqual([25, 0])
    const shown = await db.row(
      sql`select votes_shown_at is not null as shown from challenges where id = ${id}`,
    )
    expect(shown).toEqual({ shown: true })
    expect(await brokenInvariants(db)).toEqual([])
  })
})

describe('reopening', () => {
  it('takes votes again after a completion, whose winner loses the win', async () => {
    const { id, author, voter, entry } = await challengeIn('completed')
    expect(await pointsOf(author)).toBe(25 + 5 + 25 + 100)
    expect(await reopenChallenge(db, admin, id, 7)).toMatchObject({ ok: true })
    const { status, ends } = await stateOf(id)
    expect(status).toBe('voting')
    expect(Math.round((ends.getTime() - Date.now()) / 60_000)).toBe(7 * 24 * 60)
    expect(await pointsOf(author)).toBe(25 + 5 + 25)
    expect(await told(author)).toEqual(['Voting is open again'])
    expect(await linesOf(id)).toEqual([
      'voting_reopened',
      'voting_end',
      'completed',
      'voting_started',
      'voting_end',
    ])
    const more = await makeMember(db)
    expect(await castVote(db, as(more), id, entry)).toMatchObject({ ok: true })
    expect(await castVote(db, as(voter), id, entry)).toMatchObject({ ok: false })
    await completeChallenge(db, admin, id)
    expect(await pointsOf(author)).toBe(25 + 5 + 5 + 25 + 100)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('takes entries again after voting has begun, and after a completion without voting', async () => {
    const { id, author } = await challengeIn('voting')
    expect(await reopenChallenge(db, admin, id, 1)).toMatchObject({ ok: true })
    const { status, deadline, ends } = await stateOf(id)
    expect(status).toBe('active')
    expect(Math.round((deadline.getTime() - Date.now()) / 60_000)).toBe(24 * 60)
    expect(Math.round((ends.getTime() - deadline.getTime()) / DAY)).toBe(3)
    expect(await told(author)).toEqual(['New deadline: It is open for entries again.'])
    const plain = await challengeIn('completed', { allowVoting: false })
    await reopenChallenge(db, admin, plain.id, 3)
    expect(await stateOf(plain.id)).toMatchObject({ status: 'active' })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it.each([
    ['upcoming', 'upcoming'],
    ['active', 'active'],
    ['voting', 'voting'],
  ] as const)('brings a challenge that was canceled while %s back', async (from, status) => {
    const { id, author } = await challengeIn(from)
    await cancelChallenge(db, admin, id, 'No')
    expect(await reopenChallenge(db, admin, id, 3)).toMatchObject({ ok: true })
    expect(await stateOf(id)).toMatchObject({ status, canceled: null })
    expect(await told(author)).toHaveLength(1)
    await advanceDue(db, 'after')
    expect(await stateOf(id)).toMatchObject({ status })
  })

  it('of a challenge that ended without entries takes entries', async () => {
    const id = await makeChallenge(db)
    await db.rows(sql`update challenges set deadline = app_now() where id = ${id}`)
    await advanceDue(db, 'after')
    expect(await stateOf(id)).toMatchObject({ status: 'canceled' })
    expect(await reopenChallenge(db, admin, id, 2)).toMatchObject({ code: 'invalid' })
    await reopenChallenge(db, admin, id, 3)
    expect(await stateOf(id)).toMatchObject({ status: 'active' })
  })

  it.each(['completed', 'canceled'] as const)('undoes one %s by mistake: its dates stay', async (status) => {
    const { id, author } = await challengeIn('active', { votingOpensAt: daysFromNow(3) })
    const { version: _, ...before } = await stateOf(id)
    if (status === 'completed') await completeChallenge(db, admin, id)
    else await cancelChallenge(db, admin, id, 'No')
    expect(await reopenChallenge(db, admin, id, 0)).toMatchObject({ ok: true })
    expect(await stateOf(id)).toMatchObject(before)
    expect(await told(author)).toEqual(['Open for entries: It is open for entries again.'])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('keeps the dates of a challenge that was canceled while upcoming', async () => {
    const id = await makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(1) })
    const { version: _, ...before } = await stateOf(id)
    await cancelChallenge(db, admin, id, 'No')
    expect(await reopenChallenge(db, admin, id, 0)).toMatchObject({ ok: true })
    expect(await stateOf(id)).toMatchObject(before)
  })
})

describe.each(['extend', 'reopen'] as const)('after entries were closed by a step, %s', (step) => {
  it.each([
    ['as usual', {}, 3],
    ['for longer', { votingClosesAt: daysFromNow(7) }, 5],
  ])('lets voting follow at once, %s', async (_, seed, days) => {
    const { id } = await challengeIn('active', seed)
    await closeEntries(db, admin, id)
    if (step === 'reopen') await startVoting(db, admin, id)
    await COMMANDS[step](db, admin, id)
    const { status, deadline, opens, ends } = await stateOf(id)
    expect({ status, opens }).toEqual({ status: 'active', opens: null })
    expect(Math.round((ends.getTime() - deadline.getTime()) / 3_600_000)).toBe(days * 24)
  })
})

it('a step and the schedule at the same moment are one change', async () => {
  for (let tried = 0; tried < 5; tried++) {
    const { id } = await challengeIn('active')
    await db.rows(sql`update challenges set deadline = app_now() + interval '5 ms' where id = ${id}`)
    await Promise.all([startVoting(db, admin, id), advanceDue(another(1), 'after')])
    await advanceDue(db, 'after')
    expect(await stateOf(id)).toMatchObject({ status: 'voting' })
    const opened = await db.rows(sql`
      select 1 from notification_events where challenge_id = ${id} and withdrawn_at is null
        and (kind = 'voting_opened' or details ->> 'step' = 'voting_started')`)
    expect(opened).toHaveLength(1)
  }
})
