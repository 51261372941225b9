import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  type ChallengeSeed,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { at, keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { advanceAndGetTime, advanceDue } from './advance.server.ts'
import { completeChallenge, extendChallenge } from './commands.server.ts'

const { db, another } = await testDatabase(20)
keepInvariants(db)
const admin = as(await makeMember(db, { isAdmin: true }))
const moment = new Date('2027-03-01T12:00:00.000Z')

interface State {
  status: string
  winner_submission_id: string | null
  winner_votes: number | null
  deadline: Date
  completed_at: Date | null
}

async function state(id: string): Promise<State> {
  const row = await db.row<State>(sql`select * from challenges where id = ${id}`)
  if (!row) throw new Error('no such challenge')
  return row
}

function points(userId: string) {
  return db
    .row<{ points: number }>(sql`select points from users where id = ${userId}`)
    .then((row) => row?.points)
}

/** Where a challenge stands after a status check at `offset` ms from `moment`; rolled back afterwards. */
async function statusAt(offset: number, seed: ChallengeSeed, submissions = 0): Promise<string | undefined> {
  const id = await makeChallenge(db, {
    ...seed,
    status: 'active',
    startDate: null,
    votingOpensAt: null,
    deadline: daysFromNow(300),
  })
  for (const member of await makeMembers(db, submissions)) await makeSubmission(db, member, id)
  const {
    status = 'active',
    startDate = null,
    deadline = moment,
    votingOpensAt = null,
    allowVoting = true,
  } = seed
  await db.rows(sql`
    update challenges set status = ${status}, start_date = ${startDate}, deadline = ${deadline},
      voting_opens_at = ${votingOpensAt}, voting_ends_at = ${deadline}::timestamptz + interval '72 hours', allow_voting = ${allowVoting}
    where id = ${id}`)
  const found = await at(db, new Date(moment.getTime() + offset), async (tx) => {
    await advanceDue(tx, 'after')
    return tx.row<{ status: string }>(sql`select status from challenges where id = ${id}`)
  })
  await db.rows(
    sql`update challenges set status = 'draft' where id = ${id} and status not in ('completed', 'canceled')`,
  )
  return found?.status
}

describe('advanceDue', () => {
  const later = new Date(moment.getTime() + 30 * 86_400_000)
  it.each([
    [-1, 'upcoming'],
    [0, 'active'],
    [1, 'active'],
  ])('starts an upcoming challenge: %i ms from its start date it is %s', async (offset, status) => {
    expect(await statusAt(offset, { status: 'upcoming', startDate: moment, deadline: later })).toBe(status)
  })

  it('ignores drafts, with or without a start date', async () => {
    expect(await statusAt(1, { status: 'draft', startDate: moment, deadline: later })).toBe('draft')
  })

  it.each([
    [-1, 'active'],
    [0, 'voting'],
    [1, 'voting'],
  ])('opens voting: %i ms from the deadline, with submissions, it is %s', async (offset, status) => {
    expect(await statusAt(offset, {}, 1)).toBe(status)
  })

  it.each([
    [-1, 'active'],
    [0, 'canceled'],
    [1, 'canceled'],
  ])('cancels: %i ms from the deadline, without submissions, it is %s', async (offset, status) => {
    expect(await statusAt(offset, {})).toBe(status)
  })

  it('waits for the chosen opening of voting, and completes at once if voting is off', async () => {
    const opening = new Date(moment.getTime() + 3_600_000)
    expect(await statusAt(1, { votingOpensAt: opening }, 1)).toBe('active')
    expect(await statusAt(3_600_000, { votingOpensAt: opening }, 1)).toBe('voting')
    expect(await statusAt(0, { allowVoting: false }, 1)).toBe('completed')
  })

  it.each([
    ['daily', 1],
    ['weekly', 3],
    ['monthly', 7],
    ['special', 3],
  ] as const)(
    'completes a %s challenge %i days after its deadline, to the millisecond',
    async (type, days) => {
      const deadline = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000)
      const [author, voter] = await makeMembers(db, 2)
      const id = await makeChallenge(db, { type, deadline })
      if (!author || !voter) throw new Error('two members')
      const submission = await makeSubmission(db, author, id)
      await at(db, deadline, (tx) => advanceDue(tx, 'after'))
      await at(db, deadline, (tx) => castVote(tx, as(voter), id, submission))
      const end = deadline.getTime() + days * 86_400_000
      await at(db, new Date(end - 1), (tx) => advanceDue(tx, 'after'))
      expect((await state(id)).status).toBe('voting')
      await at(db, new Date(end), (tx) => advanceDue(tx, 'after'))
      expect(await state(id)).toMatchObject({
        status: 'completed',
        winner_submission_id: submission,
        winner_votes: 1,
      })
      expect(await points(author.id)).toBe(25 + 5 + 100)
    },
  )

  it('makes several transitions in one run after an outage', async () => {
    const id = await makeChallenge(db, {
      status: 'upcoming',
      startDate: daysFromNow(-9),
      deadline: daysFromNow(-8),
    })
    await advanceDue(db, 'after')
    expect((await state(id)).status).toBe('canceled')
  })

  it('breaks a tie by the earlier submission, and needs a vote to win', async () => {
    const members = await makeMembers(db, 4)
    const [first, second, ...voters] = members
    if (!first || !second) throw new Error('four members')
    const [tied, voteless] = [await makeChallenge(db), await makeChallenge(db)]
    const earlier = await makeSubmission(db, second, tied)
    const later = await makeSubmission(db, first, tied)
    await makeSubmission(db, first, voteless)
    await openVoting(db, tied)
    await openVoting(db, voteless)
    await castVote(db, as(voters[0] ?? null), tied, later)
    await castVote(db, as(voters[1] ?? null), tied, earlier)
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id in (${tied}, ${voteless})`)
    await db.rows(
      sql`update challenges set voting_ends_at = deadline + interval '1 ms' where id in (${tied}, ${voteless})`,
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    await advanceDue(db, 'after')
    expect(await state(tied)).toMatchObject({ status: 'completed', winner_submission_id: earlier })
    expect(await state(voteless)).toMatchObject({ status: 'completed', winner_submission_id: null })
  })

  it('makes the other transitions if one fails, and reports it', async () => {
    const started = daysFromNow(-1)
    const ids: string[] = []
    for (let made = 0; made < 3; made++) {
      ids.push(await makeChallenge(db, { status: 'upcoming', startDate: started, deadline: daysFromNow(1) }))
    }
    const [failing = '', ...others] = ids
    await db.rows(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    await db.rows(
      raw(`
      create trigger refuse before update on challenges for each row when (old.id = '${failing}')
      execute function refuse()`),
    )
    await expect(advanceDue(db, 'after')).rejects.toThrow(`challenge ${failing} (start): refused`)
    for (const id of others) expect((await state(id)).status).toBe('active')
    expect(await advanceAndGetTime(db, 'after')).toBeInstanceOf(Date)
    await db.rows(sql`drop function refuse cascade`)
    expect(await advanceDue(db, 'after')).toEqual([{ id: failing, transition: 'start' }])
  })

  it('waits for a challenge that a command holds, after the others', async () => {
    const [held, free] = await Promise.all(
      [-1, -1].map((days) =>
        makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(days), deadline: daysFromNow(1) }),
      ),
    )
    const advancing = await db.transaction(async (tx) => {
      await tx.rows(sql`select from challenges where id = ${held} for update`)
      const pending = advanceDue(another(2), 'after')
      await lockWait(tx)
      expect((await state(free ?? '')).status).toBe('active')
      return { pending }
    })
    expect((await advancing.pending).map(({ id }) => id)).toEqual([free, held])
  })

  it('does not wait for a challenge longer than half a second, or for a page at all', async () => {
    const held = await makeChallenge(db, {
      status: 'upcoming',
      startDate: daysFromNow(-1),
      deadline: daysFromNow(1),
    })
    await db.transaction(async (tx) => {
      await tx.rows(sql`select from challenges where id = ${held} for update`)
      expect(await advanceAndGetTime(another(2), 'after')).toBeInstanceOf(Date)
      expect(await advanceDue(another(2), 'after')).toEqual([])
    })
    expect(await advanceDue(db, 'after')).toEqual([{ id: held, transition: 'start' }])
  })

  it('leaves the rest to the next call when its signal aborts', async () => {
    const id = await makeChallenge(db, {
      status: 'upcoming',
      startDate: daysFromNow(-1),
      deadline: daysFromNow(1),
    })
    expect(await advanceDue(db, 'after', AbortSignal.abort())).toEqual([])
    expect((await state(id)).status).toBe('upcoming')
    expect(await advanceDue(db, 'after')).toEqual([{ id, transition: 'start' }])
  })

  it('transitions 100 due challenges once each with two processes', async () => {
    const [author, voter] = await makeMembers(db, 2)
    const ids: string[] = []
    for (let made = 0; made < 100; made++) {
      const { challenge: id, submission } = await makeBallot(db, { author })
      await castVote(db, as(voter), id, submission)
      ids.push(id)
    }
    await db.rows(
      sql`update challenges set voting_ends_at = deadline + interval '1 ms' where id = any(${ids}::uuid[])`,
    )
    const before = (await points(author.id)) ?? 0
    const [mine, theirs] = await Promise.all([advanceDue(db, 'after'), advanceDue(another(5), 'after')])
    const moved = [...mine, ...theirs].map(({ id }) => id).filter((id) => ids.includes(id))
    expect(moved.toSorted()).toEqual(ids.toSorted())
    expect(await points(author.id)).toBe(before + 100 * 100)
  })
})

describe('manual completion and extension', () => {
  async function running() {
    const [author, other, voter] = await makeMembers(db, 3)
    const id = await makeChallenge(db)
    const submission = await makeSubmission(db, author, id)
    await makeSubmission(db, other, id)
    await openVoting(db, id)
    await castVote(db, as(voter), id, submission)
    return { id, author, other, submission }
  }

  it('completing pays participants 25 and the winner 100 more, once for two concurrent administrators', async () => {
    const { id, author, other } = await running()
    const outcomes = await Promise.all([
      completeChallenge(db, admin, id),
      completeChallenge(another(), admin, id),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({
      message: 'Failed to complete challenge. It is not running any more.',
    })
    expect([await points(author.id), await points(other.id)]).toEqual([25 + 5 + 25 + 100, 25 + 25])
  })

  it('extending takes back the win, clears the winner and reopens for a week', async () => {
    const { id, author, other } = await running()
    await completeChallenge(db, admin, id)
    expect(await extendChallenge(db, admin, id)).toMatchObject({ ok: true })
    const extended = await state(id)
    expect(extended).toMatchObject({ status: 'active', winner_submission_id: null, completed_at: null })
    expect(Math.round((extended.deadline.getTime() - Date.now()) / 60_000)).toBe(7 * 24 * 60)
    expect([await points(author.id), await points(other.id)]).toEqual([25 + 5 + 25, 25 + 25])
    await completeChallenge(db, admin, id)
    expect([await points(author.id), await points(other.id)]).toEqual([25 + 5 + 25 + 100, 25 + 25])
  })

  it.each([
    [-155, 0],
    [-100, 55],
    [-60, 95],
  ])('a win that a penalty of %i kept from being taken back is not paid again', async (penalty, left) => {
    const { id, author } = await running()
    await completeChallenge(db, admin, id)
    await adjustPoints(db, admin.viewer, { userId: author.id, change: penalty, description: '' })
    await extendChallenge(db, admin, id)
    await completeChallenge(db, admin, id)
    expect(await points(author.id)).toBe(left)
  })

  it.each([
    ['active', 20],
    ['completed', 20],
    ['active', 7.5],
  ] as const)('a challenge that is %s with a deadline in %f days is not extended', async (status, days) => {
    const deadline = daysFromNow(days)
    const id = await makeChallenge(db, { deadline })
    if (status === 'completed') await completeChallenge(db, admin, id)
    expect(await extendChallenge(db, admin, id)).toMatchObject({
      code: 'conflict',
      message: 'The deadline is later than a week from now',
    })
    expect(await state(id)).toMatchObject({ status, deadline })
  })

  it('moves custom voting dates by the same time, and says whether the challenge was reactivated', async () => {
    const [deadline, opens, closes] = [daysFromNow(2), daysFromNow(4), daysFromNow(20)]
    const id = await makeChallenge(db, { deadline })
    await db.rows(sql`
      update challenges set voting_opens_at = ${opens}, voting_closes_at = ${closes}, voting_ends_at = ${closes} where id = ${id}`)
    const outcome = await extendChallenge(db, admin, id)
    expect(outcome).toMatchObject({
      value: { message: 'Challenge deadline extended by one week successfully!' },
    })
    const dates = await db.row<Record<'deadline' | 'opens' | 'closes' | 'ends', Date>>(sql`
      select deadline, voting_opens_at as opens, voting_closes_at as closes, voting_ends_at as ends
      from challenges where id = ${id}`)
    const moved = (dates?.deadline.getTime() ?? 0) - deadline.getTime()
    expect(Math.round(moved / 60_000)).toBe(5 * 24 * 60)
    expect(dates?.opens.getTime()).toBe(opens.getTime() + moved)
    expect(dates?.closes.getTime()).toBe(closes.getTime() + moved)
    expect(dates?.ends).toEqual(dates?.closes)
    await completeChallenge(db, admin, id)
    await db.rows(sql`update challenges set deadline = deadline - interval '1 hour' where id = ${id}`)
    expect(await extendChallenge(db, admin, id)).toMatchObject({
      value: { message: 'Challenge deadline extended by one week and reactivated successfully!' },
    })
  })

  it('refuses members and unknown challenges', async () => {
    const { id, author } = await running()
    expect(await completeChallenge(db, as(author), id)).toMatchObject({ code: 'forbidden' })
    expect(await extendChallenge(db, as(null), id)).toMatchObject({ code: 'forbidden' })
    expect(await extendChallenge(db, admin, '019ac000-0000-7000-8000-000000000000')).toMatchObject({
      code: 'not-found',
    })
    const draft = await makeChallenge(db, { status: 'draft' })
    expect(await completeChallenge(db, admin, draft)).toMatchObject({ code: 'conflict' })
    expect(await extendChallenge(db, admin, draft)).toMatchObject({ code: 'conflict' })
  })
})

it('the invariant check reports a wrong winner', async () => {
  const [first, second, voter] = await makeMembers(db, 3)
  const id = await makeChallenge(db)
  const right = await makeSubmission(db, first, id)
  const wrong = await makeSubmission(db, second, id)
  await openVoting(db, id)
  await castVote(db, as(voter), id, right)
  await completeChallenge(db, admin, id)
  await db.transaction(async (tx) => {
    await tx.rows(
      sql`update challenges set winner_submission_id = ${wrong}, winner_id = ${second.id} where id = ${id}`,
    )
    expect((await brokenInvariants(tx)).map(({ name }) => name)).toContain(
      'the winner has the most votes by the tie rule',
    )
    await tx.rows(
      sql`update challenges set winner_submission_id = ${right}, winner_id = ${first.id} where id = ${id}`,
    )
  })
  await expect(db.rows(sql`update challenges set winner_id = ${voter.id} where id = ${id}`)).rejects.toThrow(
    'foreign key',
  )
})
