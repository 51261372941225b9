import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anAdmin, daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import {
  ADMIN_SUBMISSIONS_PAGE_SIZE,
  listSubmissions,
  type SubmissionFilters,
  usedSort,
} from './admin-list.server.ts'
import { newestFirst, SORT_COLUMNS } from './admin-sort.ts'

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

describe('the order', () => {
  const columns = {
    submitted: 'submission_date',
    title: 'lower(title)',
    votes: 'votes_shown',
    status: 'status',
    challenge: 'challenge_id',
  }
  const sorts = SORT_COLUMNS.flatMap((column) => [
    { column, descending: false },
    { column, descending: true },
  ])

  it.each(sorts)('is by $column, descending: $descending, the same over all pages', async (sort) => {
    await db.rows(sql`update submissions set title = case when votes % 2 = 0 then 'a' else 'B' end || title`)
    const [first, second] = [await found({ sort }), await found({ sort, page: 2 })]
    expect(first).toHaveLength(ADMIN_SUBMISSIONS_PAGE_SIZE)
    expect([...first, ...second].toSorted()).toEqual(ids.toSorted())
    const values = await db.rows<{ value: string }>(sql`
      select s.value from unnest(${[...first, ...second]}::uuid[]) with ordinality listed (id, place)
      join (select id, ${raw(columns[sort.column])} as value from submissions) s on s.id = listed.id order by listed.place`)
    const inOrder = await db.rows<{ value: string }>(sql`
      select ${raw(columns[sort.column])} as value from submissions order by 1 ${raw(sort.descending ? 'desc' : 'asc')}`)
    expect(values).toEqual(inOrder)
  })

  it('does not reveal counts of a secret ballot', async () => {
    const secret = await makeChallenge(db, { showVotes: false })
    const [popular, other] = [
      await makeSubmission(db, await makeMember(db), secret),
      await makeSubmission(db, await makeMember(db), secret),
    ]
    const sort = { column: 'votes', descending: true } as const
    const listed = async () => [
      await found({ sort }),
      await found({ sort, page: 2 }),
      await found({ sort, challengeId: secret }),
    ]
    const before = await listed()
    await db.rows(sql`update submissions set votes = 3 where id = ${popular}`)
    expect(await listed()).toEqual(before)
    expect(before[1]).toContain(other)
  })

  it('of votes is by kind, and not for a search or for rejected submissions', async () => {
    const sort = { column: 'votes', descending: true } as const
    const filters = { ...all, sort }
    expect(usedSort(filters)).toEqual(sort)
    expect(usedSort({ ...filters, search: 'moon' })).toEqual(newestFirst)
    expect(usedSort({ ...filters, status: 'rejected' })).toEqual(newestFirst)
    expect(usedSort({ ...filters, search: 'moon', challengeId: kites })).toEqual(sort)
    const song = await makeSubmission(db, await makeMember(db), await makeChallenge(db, { kind: 'audio' }))
    await db.rows(sql`update submissions set votes = 2 where id = ${ids[3]}`)
    await db.rows(sql`update submissions set votes = 1 where id = ${song}`)
    expect((await found({ sort })).slice(0, 2)).toEqual([ids[3], song])
    await db.rows(sql`update submissions set votes = 0`)
  })
})
