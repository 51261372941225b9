import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anAdmin, daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ADMIN_SUBMISSIONS_PAGE_SIZE, listSubmissions, type SubmissionFilters } from './admin-list.server.ts'

const { db } = await testDatabase()
const all: SubmissionFilters = {
  challengeId: null,
  status: null,
  since: null,
  until: null,
  search: '',
  page: 1,
}
const [kites, boats] = [await makeChallenge(db, { title: 'Kites' }), await makeChallenge(db)]
const ids: string[] = []
for (let day = 0; day <= ADMIN_SUBMISSIONS_PAGE_SIZE; day++) {
  const id = await makeSubmission(db, await makeMember(db), day % 3 ? boats : kites)
  const status = day === 4 ? 'approved' : 'pending'
  await db.rows(sql`
    update submissions set submission_date = ${daysFromNow(-day)}, status = ${status}, title = ${`Entry of day ${day}`},
      description = ${day === 7 ? 'The Moon at 5_o\\clock' : 'A river'} where id = ${id}`)
  ids.push(id)
}

function found(filters: Partial<SubmissionFilters>): Promise<string[]> {
  return listSubmissions(db, anAdmin, { ...all, ...filters }).then(({ rows }) => rows.map(({ id }) => id))
}

describe('listSubmissions', () => {
  it('lists all submissions in pages, newest first, with challenge and author', async () => {
    const [first, second] = [
      await listSubmissions(db, anAdmin, all),
      await listSubmissions(db, anAdmin, { ...all, page: 2 }),
    ]
    expect(first.total).toEqual({ count: ADMIN_SUBMISSIONS_PAGE_SIZE + 1, more: false })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
    expect(first.rows[0]).toMatchObject({
      excerpt: 'A river',
      challenge: { id: kites, title: 'Kites' },
      user: { rank: 'Novice Ninja' },
    })
  })

  it('filters by challenge, status and date of submission', async () => {
    expect(await found({ challengeId: kites })).toEqual(ids.filter((_, day) => day % 3 === 0))
    expect(await found({ status: 'approved' })).toEqual([ids[4]])
    expect(await found({ since: daysFromNow(-2.5) })).toEqual(ids.slice(0, 3))
    expect(await found({ since: daysFromNow(-2.5), until: daysFromNow(-0.5) })).toEqual(ids.slice(1, 3))
    expect(await found({ challengeId: boats, status: 'approved' })).toEqual([ids[4]])
  })

  it('finds part of a title or description in any case, and matches wildcards literally', async () => {
    expect(await found({ search: 'DAY 4' })).toEqual([ids[4]])
    expect(await found({ search: 'moon' })).toEqual([ids[7]])
    expect(await found({ search: '5_o\\c' })).toEqual([ids[7]])
    expect(await found({ search: 'day_4' })).toEqual([])
  })
})
