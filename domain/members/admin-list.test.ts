import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ADMIN_MEMBERS_PAGE_SIZE, listMembers, type MemberFilters, memberRow } from './admin-list.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db, { displayName: 'Organiser' })
const all: MemberFilters = { rank: null, search: '', page: 1 }
const ids: string[] = []
for (let place = 0; place <= ADMIN_MEMBERS_PAGE_SIZE; place++) {
  const { id } = await makeMember(db, { displayName: place === 2 ? '100%_Owl' : `Fox ${place}` })
  await adjustPoints(db, admin, { userId: id, change: 2_000 - place * 50, description: '' })
  ids.push(id)
}

function found(filters: Partial<MemberFilters>): Promise<string[]> {
  return listMembers(db, admin, { ...all, ...filters }).then(({ rows }) => rows.map(({ id }) => id))
}

describe('listMembers', () => {
  it('lists all members by points, in pages', async () => {
    const [first, second] = [
      await listMembers(db, admin, all),
      await listMembers(db, admin, { ...all, page: 2 }),
    ]
    expect(first.total).toEqual({ count: ADMIN_MEMBERS_PAGE_SIZE + 2, more: false })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([...ids, admin.id])
  })

  it('filters by rank', async () => {
    expect(await found({ rank: 'Skilled Ninja' })).toEqual(ids.slice(0, 16))
    expect(await found({ rank: 'Novice Ninja' })).toEqual([admin.id])
  })

  it('finds part of a name or e-mail address in any case, and matches wildcards literally', async () => {
    expect(await found({ search: 'oRGan' })).toEqual([admin.id])
    expect(await found({ search: `${ids[5]}@EXAMPLE` })).toEqual([ids[5]])
    expect(await found({ search: '%_o' })).toEqual([ids[2]])
    expect(await found({ search: 'F_x' })).toEqual([])
  })
})

it('memberRow counts submissions and names the last adjustment', async () => {
  const member = await makeMember(db)
  await makeSubmission(db, member, await makeChallenge(db))
  expect(await memberRow(db, admin, member.id)).toMatchObject({
    points: 25,
    submissions: 1,
    lastChange: null,
  })
  await adjustPoints(db, admin, { userId: member.id, change: 5, description: '' })
  const last = await db.row<{ id: string }>(sql`select id from points_history where user_id = ${member.id}`)
  expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 30, lastChange: last?.id })
})
