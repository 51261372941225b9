import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { leaderboard } from '#domain/leaderboard/leaderboard.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { adjustPoints } from './commands.server.ts'
import { applyPointsEntries, payMany, payReward, rankOf, reverseReward } from './ledger.server.ts'
import { challengesFor, RANKS, rankAfter, rankFor, rankProgress } from './ranks.ts'

const { db, another } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })

function member(id: string) {
  return db.row<{ points: number; rank: string }>(sql`select points, rank from users where id = ${id}`)
}

async function memberWith(points: number) {
  const made = await makeMember(db)
  if (points > 0) await adjustPoints(db, admin, { userId: made.id, change: points, description: '' })
  return made
}

describe('ranks', () => {
  it('are eight, each with minimum and colour', () => {
    expect(RANKS.map(({ name, minimum, colour }) => [name, minimum, colour])).toEqual([
      ['Novice Ninja', 0, '#00BFFF'],
      ['Emerging Ninja', 150, '#4169E1'],
      ['Adept Ninja', 500, '#9933FF'],
      ['Skilled Ninja', 1_250, '#800080'],
      ['Expert Ninja', 3_000, '#00CED1'],
      ['Master Ninja', 7_500, '#D4AF37'],
      ['Elite Ninja', 15_000, '#9400D3'],
      ['Legendary Ninja', 30_000, '#FF3333'],
    ])
  })

  it.each(RANKS.slice(1))('$name begins exactly at $minimum points', ({ name, minimum }) => {
    expect([rankFor(minimum - 1).name, rankFor(minimum).name]).not.toEqual([name, name])
    expect(rankFor(minimum).name).toBe(name)
    expect(rankAfter(rankFor(minimum - 1))?.name).toBe(name)
  })

  it('are the same in SQL, and all are accepted by the database', async () => {
    for (const { name, minimum } of RANKS) {
      for (const points of [minimum - 1, minimum, minimum + 1]) {
        const row = await db.row<{ rank: string }>(sql`select ${rankOf(sql`${points}::int`)} as rank`)
        expect(row?.rank).toBe(rankFor(points).name)
      }
      await expect(db.rows(sql`update users set rank = ${name} where id = ${newId()}`)).resolves.toEqual([])
    }
    await expect(
      db.rows(sql`update users set rank = 'Apprentice Ninja' where id = ${admin.id}`),
    ).rejects.toThrow()
  })

  it('show progress as a floored percent, at most 99, and 100 at the top', () => {
    expect(rankProgress(0, 'Novice Ninja').percent).toBe(0)
    expect(rankProgress(149, 'Novice Ninja').percent).toBe(99)
    expect(rankProgress(400, 'Novice Ninja').percent).toBe(99)
    expect(rankProgress(325, 'Emerging Ninja')).toMatchObject({ percent: 50, pointsToNext: 175 })
    expect(rankProgress(10, 'Master Ninja').percent).toBe(0)
    expect(rankProgress(30_000, 'Legendary Ninja')).toMatchObject({
      percent: 100,
      next: null,
      pointsToNext: 0,
    })
    expect([challengesFor(1), challengesFor(40), challengesFor(41), challengesFor(-3)]).toEqual([1, 1, 2, 0])
  })
})

describe('the ledger', () => {
  it('pays once per member, reason and source', async () => {
    const { id } = await makeMember(db)
    const entry = {
      userId: id,
      points: 25,
      reason: 'admin_adjustment',
      challengeId: null,
      sourceId: newId(),
    } as const
    await Promise.all(Array.from({ length: 10 }, () => applyPointsEntries(db, [entry])))
    expect(await member(id)).toMatchObject({ points: 25 })
  })

  it('stops at 0 over several deductions, and logs what was deducted', async () => {
    const { id } = await memberWith(30)
    const take = (points: number) =>
      ({ userId: id, points, reason: 'admin_adjustment', challengeId: null, sourceId: newId() }) as const
    await applyPointsEntries(db, [take(-5), take(-20), take(-25)])
    expect(await member(id)).toMatchObject({ points: 0 })
    const logged = await db.row<{ taken: number }>(sql`
      select sum(points)::int as taken from points_log where user_id = ${id} and points < 0`)
    expect(logged?.taken).toBe(-30)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('changes the rank when a threshold is crossed in either direction, with history', async () => {
    const { id } = await memberWith(149)
    const entry = (points: number) =>
      ({ userId: id, points, reason: 'admin_adjustment', challengeId: null, sourceId: newId() }) as const
    await applyPointsEntries(db, [entry(1)])
    expect(await member(id)).toEqual({ points: 150, rank: 'Emerging Ninja' })
    await applyPointsEntries(db, [entry(-1)])
    expect(await member(id)).toEqual({ points: 149, rank: 'Novice Ninja' })
    const history = await db.rows<{ rank: string }>(sql`
      select rank from rank_history where user_id = ${id} order by achieved_at`)
    expect(history.map(({ rank }) => rank)).toEqual(['Emerging Ninja', 'Novice Ninja'])
  })

  it('keeps a manually set rank until a threshold is crossed', async () => {
    const { id } = await memberWith(100)
    await db.rows(sql`update users set rank = 'Elite Ninja' where id = ${id}`)
    const entry = (points: number) =>
      ({ userId: id, points, reason: 'admin_adjustment', challengeId: null, sourceId: newId() }) as const
    await applyPointsEntries(db, [entry(5)])
    expect((await member(id))?.rank).toBe('Elite Ninja')
    await applyPointsEntries(db, [entry(45)])
    expect((await member(id))?.rank).toBe('Emerging Ninja')
  })

  it('takes back what is left of a reward, and pays again what was taken', async () => {
    const { id } = await makeMember(db)
    const challengeId = await makeChallenge(db)
    const reward = { userId: id, challengeId, reason: 'challenge_submission', sourceId: newId() } as const
    const adjust = (points: number) =>
      applyPointsEntries(db, [
        { userId: id, points, reason: 'admin_adjustment', challengeId: null, sourceId: newId() },
      ])
    await payReward(db, 25, reward)
    await payReward(db, 25, reward)
    expect(await member(id)).toMatchObject({ points: 25 })
    await adjust(-15)
    expect(await reverseReward(db, reward)).toBe(10)
    expect(await member(id)).toMatchObject({ points: 0 })
    await payReward(db, 25, reward)
    expect(await member(id)).toMatchObject({ points: 10 })
    await adjust(100)
    expect(await reverseReward(db, reward)).toBe(25)
    expect(await reverseReward(db, reward)).toBe(0)
    await payReward(db, 25, { ...reward, sourceId: newId() })
    expect(await member(id)).toMatchObject({ points: 110 })
  })

  it('pays a submission again whatever an earlier one of the challenge still has (PTS-24)', async () => {
    const { id } = await makeMember(db)
    const challengeId = await makeChallenge(db)
    const reward = { userId: id, challengeId, reason: 'challenge_submission' } as const
    const [first, second] = [newId(), newId()]
    await payReward(db, 25, { ...reward, sourceId: first })
    await applyPointsEntries(db, [
      { userId: id, points: -25, reason: 'admin_adjustment', challengeId: null, sourceId: newId() },
    ])
    expect(await reverseReward(db, { ...reward, sourceId: first })).toBe(0)
    await payReward(db, 25, { ...reward, sourceId: second })
    expect(await reverseReward(db, { ...reward, sourceId: second })).toBe(25)
    await payReward(db, 25, { ...reward, sourceId: second })
    expect(await member(id)).toMatchObject({ points: 25 })
  })

  it('takes a reward back from what a member is paid at the same moment', async () => {
    const { id } = await makeMember(db)
    const [challengeId, sourceId] = [await makeChallenge(db), newId()]
    const reward = { userId: id, challengeId, reason: 'challenge_submission', sourceId } as const
    await payReward(db, 25, reward)
    await adjustPoints(db, admin, { userId: id, change: -4, description: '' })
    const paid = { userId: id, points: 25, reason: 'challenge_win', challengeId, sourceId: newId() } as const
    const taken = await db.transaction(async (tx) => {
      await applyPointsEntries(tx, [paid])
      const taking = reverseReward(another(1), reward)
      await lockWait(tx)
      return { taking }
    })
    expect(await taken.taking).toBe(25)
    expect(await member(id)).toMatchObject({ points: 21 })
  })

  it('pays very many members for the month in which the ledger was written', async () => {
    const { id } = await makeMember(db)
    const due = { userId: id, points: 100, reason: 'vote_cast', sourceId: newId() } as const
    const moments = ['2031-01-31T23:59:59Z', '2031-02-01T00:00:09Z']
    await db.transaction(async (tx) => {
      const late = {
        ...tx,
        async rows(statement: Sql) {
          await tx.rows(sql`select set_config('app.now', ${moments.shift()}, true)`)
          return tx.rows(statement)
        },
      } as typeof tx
      await payMany(late, [{ ...due, challengeId: await makeChallenge(tx) }])
    })
    expect(
      await db.rows(
        sql`select period, starts_on::text as start from period_points where user_id = ${id} order by 1`,
      ),
    ).toEqual([
      { period: 'month', start: '2031-01-01' },
      { period: 'season', start: '2031-01-01' },
    ])
  })

  it('pays very many members without a lock on them until their totals are written, once', async () => {
    const [held, free] = [await makeMember(db), await makeMember(db)]
    const challengeId = await makeChallenge(db)
    const due = [held, free].map(
      ({ id }) => ({ userId: id, points: 100, reason: 'vote_cast', challengeId, sourceId: newId() }) as const,
    )
    const vote = { userId: free.id, points: 60, reason: 'vote_cast', challengeId, sourceId: newId() } as const
    let paying = Promise.resolve()
    const undone = db.transaction(async (tx) => {
      // The payment waits here, in the ledger.
      await tx.rows(sql`
        insert into points_log (user_id, points, reason, source_id)
        values (${held.id}, 100, 'vote_cast', ${due[0]?.sourceId})`)
      paying = payMany(another(1), due)
      await lockWait(tx)
      await applyPointsEntries(another(1), [vote])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await paying
    await payMany(db, due)
    expect(await member(held.id)).toEqual({ points: 100, rank: 'Novice Ninja' })
    expect(await member(free.id)).toEqual({ points: 160, rank: 'Emerging Ninja' })
  })

  it('is append-only', async () => {
    await memberWith(10)
    await expect(db.rows(sql`update points_log set points = 11`)).rejects.toThrow('append-only')
    await expect(db.rows(sql`delete from points_log`)).rejects.toThrow('append-only')
  })
})

describe('adjustPoints', () => {
  it('records both totals and ranks, and recomputes a manually set rank', async () => {
    const { id } = await memberWith(600)
    await db.rows(sql`update users set rank = 'Elite Ninja' where id = ${id}`)
    expect(await adjustPoints(db, admin, { userId: id, change: -50, description: '' })).toMatchObject({
      value: { total: 550 },
    })
    expect(await member(id)).toEqual({ points: 550, rank: 'Adept Ninja' })
    expect(
      await db.row(
        sql`select * from points_history where user_id = ${id} order by created_at desc, id desc limit 1`,
      ),
    ).toMatchObject({
      points: -50,
      description: 'Administrative adjustment',
      old_total: 600,
      new_total: 550,
      admin_id: admin.id,
      rank_changed: true,
      old_rank: 'Elite Ninja',
      new_rank: 'Adept Ninja',
    })
  })

  it.each([0, 0.5, Number.NaN, 2e15])('refuses a change of %d', async (change) => {
    const { id } = await makeMember(db)
    expect(await adjustPoints(db, admin, { userId: id, change, description: '' })).toMatchObject({
      code: 'invalid',
    })
  })

  it('refuses unknown members', async () => {
    expect(await adjustPoints(db, admin, { userId: newId(), change: 5, description: '' })).toMatchObject({
      code: 'not-found',
    })
  })

  it('is for administrators', async () => {
    const { id } = await makeMember(db)
    expect(
      await adjustPoints(db, { ...admin, isAdmin: false }, { userId: id, change: 5, description: '' }),
    ).toMatchObject({ code: 'forbidden' })
    expect(await adjustPoints(db, null, { userId: id, change: 5, description: '' })).toMatchObject({
      code: 'forbidden',
    })
  })

  it('determines the order of the leaderboard', async () => {
    const { id } = await memberWith(99_000)
    expect((await leaderboard(db, 20))[0]).toMatchObject({
      position: 1,
      id,
      points: 99_000,
      rank: 'Legendary Ninja',
    })
  })
})
