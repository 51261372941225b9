import { describe, expect, it } from 'vitest'
import { anAdmin, daysFromNow, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ADMIN_CHALLENGES_PAGE_SIZE, type ChallengeFilters, listChallenges } from './admin-list.server.ts'
import { STATUSES } from './rules.ts'

const { db } = await testDatabase()
const all: ChallengeFilters = { statuses: STATUSES, since: null, search: '', page: 1 }
const ids: string[] = []
for (let day = 0; day <= ADMIN_CHALLENGES_PAGE_SIZE; day++) {
  const status = day % 2 ? 'draft' : 'active'
  const title = day === 3 ? 'Half_way: 100% Rain' : `Day ${day}`
  ids.push(await makeChallenge(db, { title, status, createdAt: daysFromNow(-day) }))
}

function found(filters: Partial<ChallengeFilters>): Promise<string[]> {
  return listChallenges(db, anAdmin, { ...all, ...filters }).then(({ rows }) => rows.map(({ id }) => id))
}

describe('listChallenges', () => {
  it('lists all challenges in pages, newest first, including drafts', async () => {
    const [first, second] = [
      await listChallenges(db, anAdmin, all),
      await listChallenges(db, anAdmin, { ...all, page: 2 }),
    ]
    expect(first.total).toEqual({ count: ADMIN_CHALLENGES_PAGE_SIZE + 1, more: false })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
    expect(await found({ page: 100_000 })).toEqual([])
  })

  it('filters by status and by the day of creation', async () => {
    expect(await found({ statuses: ['draft'] })).toEqual(ids.filter((_, day) => day % 2 === 1))
    expect(await found({ since: daysFromNow(-2.5) })).toEqual(ids.slice(0, 3))
    expect(await found({ statuses: ['draft'], since: daysFromNow(-2.5) })).toEqual([ids[1]])
  })

  it('finds part of a title in any case, and matches wildcards literally', async () => {
    expect(await found({ search: 'rAIN' })).toEqual([ids[3]])
    expect(await found({ search: '100%' })).toEqual([ids[3]])
    expect(await found({ search: 'f_w' })).toEqual([ids[3]])
    expect(await found({ search: 'y_1' })).toEqual([])
    expect(await found({ search: '\\' })).toEqual([])
  })
})
