import sql, { raw } from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { lastCountedPlace, leaderboard, leaderboardPlace } from './leaderboard.server.ts'
import { periodLeaderboard, periodPlace } from './periods.server.ts'

const { db } = await testDatabase()

beforeEach(async () => {
  await db.rows(sql`truncate points_log, period_points`)
  await db.rows(sql`update users set points = 0`)
})

/** Members with these points, of all time and of the current periods. */
async function membersWith(totals: readonly number[]) {
  const members = await makeMembers(db, totals.length)
  for (const [index, { id }] of members.entries())
    await applyPointsEntries(db, [
      {
        userId: id,
        points: totals[index] ?? 0,
        reason: 'challenge_participation',
        challengeId: null,
        sourceId: newId(),
      },
    ])
  return members
}

const boards = [
  {
    name: 'all time',
    list: (limit: number) => leaderboard(db, limit),
    place: (id: string) => leaderboardPlace(db, id),
  },
  {
    name: 'the month',
    list: (limit: number) => periodLeaderboard(db, 'month', limit),
    place: (id: string) => periodPlace(db, id, 'month'),
  },
  {
    name: 'the season',
    list: (limit: number) => periodLeaderboard(db, 'season', limit),
    place: (id: string) => periodPlace(db, id, 'season'),
  },
]

describe.each(boards)('places of $name', ({ list, place }) => {
  it('are shared by equal points, and the next one is left out', async () => {
    await membersWith([90, 90, 70, 50, 50, 50, 10])
    expect((await list(7)).map(({ position, points }) => [position, points])).toEqual([
      [1, 90],
      [1, 90],
      [3, 70],
      [4, 50],
      [4, 50],
      [4, 50],
      [7, 10],
    ])
  })

  it('are the same in a shorter list, and for each member alone', async () => {
    const members = await membersWith([90, ...Array<number>(24).fill(50), 10, 10])
    const all = await list(members.length)
    expect(all).toHaveLength(members.length)
    for (const shown of [1, 5, 20]) expect(await list(shown)).toEqual(all.slice(0, shown))
    for (const { id, position } of all) expect((await place(id))?.place).toBe(position)
    expect(all.at(-1)?.position).toBe(26)
  })

  it('ignore when a member joined', async () => {
    const [first, second] = await membersWith([30, 30])
    for (const [table, key] of [
      ['users', 'id'],
      ['period_points', 'user_id'],
    ] as const)
      await db.rows(
        sql`update ${raw(table)} set joined_date = '2020-01-01' where ${raw(key)} = ${second?.id}`,
      )
    expect((await list(2)).map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect((await place(first?.id ?? ''))?.place).toBe(1)
  })
})

it('counts places up to the last one', async () => {
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, avatar_preset, points)
    select gen_random_uuid(), 'Ahead ' || n, 'ahead-' || n, 1, 10 from generate_series(1, ${lastCountedPlace - 2}) n`)
  const behind = await makeMember(db)
  expect(await leaderboardPlace(db, behind.id)).toMatchObject({ place: lastCountedPlace - 1, isLast: false })
  const [richer] = await membersWith([20])
  expect(await leaderboardPlace(db, behind.id)).toMatchObject({ place: lastCountedPlace, isLast: true })
  await membersWith([20])
  expect(await leaderboardPlace(db, behind.id)).toMatchObject({ place: lastCountedPlace, isLast: true })
  expect(await leaderboardPlace(db, richer?.id ?? '')).toMatchObject({ place: 1, isLast: false })
})
