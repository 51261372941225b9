import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { applyPointsEntries, reverseReward } from '#domain/points/ledger.server.ts'
import type { Period } from '#domain/points/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { periodLeaderboard, periodPlace, sweepPeriods } from './periods.server.ts'

const { db, another } = await testDatabase()

function pay(userId: string, points: number, on: Db = db): Promise<void> {
  return applyPointsEntries(on, [
    { userId, points, reason: 'admin_adjustment', challengeId: null, sourceId: newId() },
  ])
}

async function listed(period: Period, on: Db = db) {
  const rows = await periodLeaderboard(on, period, 20)
  return rows.map(({ position, id, points }) => [position, id, points])
}

/** What both periods list at a time. */
function listedAt(instant: string) {
  return at(db, instant, async (tx) => ({
    month: await listed('month', tx),
    season: await listed('season', tx),
  }))
}

beforeEach(async () => {
  await db.rows(sql`truncate points_log, period_points`)
  await db.rows(sql`update users set points = 0`)
})

describe('the leaderboard of a period', () => {
  it('adds up the ledger of a month and of a quarter in UTC', async () => {
    const { id } = await makeMember(db)
    for (const [instant, points] of [
      ['2026-06-30T23:59:59.999Z', 1],
      ['2026-07-01T00:00:00.000Z', 10],
      ['2026-08-31T23:59:59.999Z', 100],
      ['2026-09-01T00:00:00.000Z', 1_000],
      ['2026-10-01T00:00:00.000Z', 10_000],
    ] as const) {
      await at(db, instant, (tx) => pay(id, points, tx))
    }
    expect(await listedAt('2026-06-30T23:59:59.999Z')).toEqual({ month: [[1, id, 1]], season: [[1, id, 1]] })
    expect(await listedAt('2026-07-01T00:00:00.000Z')).toEqual({
      month: [[1, id, 10]],
      season: [[1, id, 1_110]],
    })
    expect(await listedAt('2026-08-31T23:59:59.999Z')).toEqual({
      month: [[1, id, 100]],
      season: [[1, id, 1_110]],
    })
    expect(await listedAt('2026-09-30T23:59:59.999Z')).toEqual({
      month: [[1, id, 1_000]],
      season: [[1, id, 1_110]],
    })
    expect(await listedAt('2026-12-31T23:59:59.999Z')).toEqual({ month: [], season: [[1, id, 10_000]] })
    expect(await listedAt('2027-01-01T00:00:00.000Z')).toEqual({ month: [], season: [] })
  })

  it('orders equal points by the day of joining, then by id, and has twenty rows at most', async () => {
    const members = await makeMembers(db, 25)
    await db.rows(
      sql`update users set joined_date = '2026-01-01' where id = any(${members.map(({ id }) => id)}::uuid[])`,
    )
    const [early, rich] = [members[24], members[23]]
    await db.rows(sql`update users set joined_date = '2025-12-31' where id = ${early?.id}`)
    for (const { id } of members) await pay(id, 5)
    await pay(rich?.id ?? '', 1)
    const others = members
      .slice(0, 23)
      .map(({ id }) => id)
      .sort()
    const ids = (await listed('month')).map(([, id]) => id)
    expect(ids).toEqual([rich?.id, early?.id, ...others].slice(0, 20))
    expect(await periodPlace(db, others[22] ?? '', 'month')).toEqual({ place: 2, isLast: false, total: 25 })
    expect(await periodPlace(db, early?.id ?? '', 'season')).toEqual({ place: 2, isLast: false, total: 25 })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('omits members while their sum is not above 0', async () => {
    const [back, none] = [await makeMember(db), await makeMember(db)]
    const [sourceId, challengeId] = [newId(), await makeChallenge(db)]
    const month = { userId: back.id, reason: 'challenge_submission', challengeId, sourceId } as const
    await at(db, '2026-05-20', (tx) => applyPointsEntries(tx, [{ ...month, points: 25 }]))
    await at(db, '2026-06-20', (tx) => reverseReward(tx, month))
    expect((await listedAt('2026-05-20')).month).toEqual([[1, back.id, 25]])
    expect(await listedAt('2026-06-20')).toEqual({ month: [], season: [] })
    await at(db, '2026-06-21', (tx) => pay(back.id, 25, tx))
    expect(await listedAt('2026-06-21')).toEqual({ month: [], season: [[1, back.id, 25]] })
    await at(db, '2026-06-21', (tx) => pay(back.id, 1, tx))
    expect((await listedAt('2026-06-21')).month).toEqual([[1, back.id, 1]])
    const places = at(db, '2026-06-21', async (tx) => [
      await periodPlace(tx, back.id, 'month'),
      await periodPlace(tx, none.id, 'month'),
    ])
    expect(await places).toEqual([{ place: 1, isLast: false, total: 1 }, undefined])
  })

  it('counts what many connections pay at once, without a deadlock', async () => {
    const members = await makeMembers(db, 6)
    const pool = another(12)
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        applyPointsEntries(
          pool,
          members
            .toSorted(() => (turn % 2 ? 1 : -1))
            .map(({ id }) => ({
              userId: id,
              points: 1,
              reason: 'admin_adjustment' as const,
              challengeId: null,
              sourceId: newId(),
            })),
        ),
      ),
    )
    expect((await listed('month')).map(([, , points]) => points)).toEqual(Array(6).fill(40))
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('keeps the current periods although the clock was ahead', async () => {
    const member = await makeMember(db)
    await pay(member.id, 5)
    await at(db, daysFromNow(120), (tx) => sweepPeriods(tx))
    expect(await listed('month')).toContainEqual([expect.any(Number), member.id, 5])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('deletes old periods, also while a ledger entry locks one', async () => {
    const [held, free] = [await makeMember(db), await makeMember(db)]
    await at(db, '2025-03-31', async (tx) => {
      await pay(held.id, 5, tx)
      await pay(free.id, 5, tx)
    })
    await pay(held.id, 7)
    await another(1).transaction(async (tx) => {
      await tx.rows(sql`select 1 from period_points where user_id = ${held.id} and points = 5 for update`)
      expect(await sweepPeriods(db)).toBe(2)
    })
    expect(await sweepPeriods(db)).toBe(2)
    expect(await sweepPeriods(db)).toBe(0)
    expect(await listed('month')).toEqual([[1, held.id, 7]])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('finds totals that differ from the ledger', async () => {
    const { id } = await makeMember(db)
    await pay(id, 5)
    await db.rows(
      sql`update period_points set points = 6, joined_date = '2020-01-01' where user_id = ${id} and period = 'season'`,
    )
    const broken = await brokenInvariants(db)
    expect(broken.map(({ name }) => name)).toEqual([
      'the points of a period equal the ledger, and deleted members have none',
      'the order of equal points of a period is that of all time',
    ])
    expect(broken.every(({ ids }) => ids.length === 1 && ids[0] === id)).toBe(true)
  })

  it('has no points of a secret ballot before it is completed', async () => {
    const [author, voter] = [await makeMember(db), await makeMember(db)]
    const secret = await makeChallenge(db, { showVotes: false })
    const submission = await makeSubmission(db, author, secret)
    await openVoting(db, secret)
    const before = await listed('month')
    expect(await castVote(db, as(voter), secret, submission)).toMatchObject({ ok: true })
    expect(await listed('month')).toEqual(before)
    const admin = await makeMember(db, { isAdmin: true })
    expect(await completeChallenge(db, as(admin), secret)).toMatchObject({ ok: true })
    expect(await listed('month')).toEqual([
      [1, author.id, 25 + 5 + 100 + 25],
      [2, voter.id, 1],
    ])
    expect(await brokenInvariants(db)).toEqual([])
  })
})
