import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { as, daysFromNow, makeAdmin, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ALL_PAGE_SIZE, type AllFilters, allChallenges } from './all.server.ts'

const { db } = await testDatabase()

const everything: AllFilters = { statuses: [], types: [], kind: null, page: 1 }

async function titles(filters: Partial<AllFilters> = {}, scope = as(null)) {
  const { cards, total } = await allChallenges(db, scope, { ...everything, ...filters })
  expect(total).toBeGreaterThanOrEqual(cards.length)
  return cards.map(({ title }) => title)
}

describe('all challenges', () => {
  beforeAll(async () => {
    const made = { createdAt: daysFromNow(-2) }
    await makeChallenge(db, {
      ...made,
      title: 'Upcoming',
      status: 'upcoming',
      type: 'monthly',
      startDate: daysFromNow(1),
    })
    await makeChallenge(db, { title: 'Open', type: 'daily', kind: 'audio' })
    await makeChallenge(db, { ...made, title: 'Voting', status: 'voting', type: 'special' })
    await makeChallenge(db, { title: 'Draft', status: 'draft' })
    for (const [title, status, day] of [
      ['Canceled', 'canceled', 3],
      ['Completed', 'completed', 5],
    ] as const) {
      const id = await makeChallenge(db, { title, status, type: 'daily' })
      await db.rows(sql`update challenges set completed_at = ${daysFromNow(-day)} where id = ${id}`)
    }
  })

  it('are listed open first, then upcoming, then finished, without drafts', async () => {
    const all = ['Open', 'Voting', 'Upcoming', 'Canceled', 'Completed']
    expect(await titles()).toEqual(all)
    expect(await titles({}, as(await makeAdmin(db)))).toEqual(all)
  })

  it('are filtered by one or several statuses and types, and by kind', async () => {
    expect(await titles({ statuses: ['voting'] })).toEqual(['Voting'])
    expect(await titles({ statuses: ['upcoming', 'active', 'voting'] })).toEqual([
      'Open',
      'Voting',
      'Upcoming',
    ])
    expect(await titles({ statuses: ['canceled', 'upcoming'] })).toEqual(['Upcoming', 'Canceled'])
    expect(await titles({ types: ['daily'] })).toEqual(['Open', 'Canceled', 'Completed'])
    expect(await titles({ types: ['monthly', 'special'] })).toEqual(['Voting', 'Upcoming'])
    expect(await titles({ kind: 'audio' })).toEqual(['Open'])
    expect(await titles({ types: ['daily'], statuses: ['completed'], kind: 'image' })).toEqual(['Completed'])
    expect(await titles({ types: ['weekly'] })).toEqual([])
  })

  it('are paged across the phases, each of them once', async () => {
    for (let n = 0; n < 2 * ALL_PAGE_SIZE; n++) {
      const status = (['active', 'upcoming', 'completed'] as const)[n % 3]
      await makeChallenge(db, {
        title: `Weekly ${n}`,
        type: 'weekly',
        kind: 'text',
        ...(status && { status }),
      })
    }
    const reached: string[] = []
    for (const page of [1, 2, 3]) reached.push(...(await titles({ page })))
    expect(reached).toHaveLength(2 * ALL_PAGE_SIZE + 5)
    expect(new Set(reached).size).toBe(reached.length)
    expect(await titles({ page: 4 })).toEqual([])
    expect((await titles({ page: 2, kind: 'text' })).length).toBe(ALL_PAGE_SIZE)
  })
})
