import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import {
  anAdmin,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { recentChallenges, recentSubmissions, siteCount } from './dashboard.server.ts'

const { db } = await testDatabase()

describe('an empty database', () => {
  it('has no figures or recent items', async () => {
    for (const name of ['users', 'submissions', 'pending', 'active', 'closingSoon', 'reports'] as const)
      expect(await siteCount(db, anAdmin, name)).toBe(0)
    expect([await recentChallenges(db, anAdmin), await recentSubmissions(db, anAdmin)]).toEqual([[], []])
  })
})

describe('siteCount', () => {
  it('counts members who are not deleted, submissions of every status, and challenges active or in voting', async () => {
    const [one, other] = await makeMembers(db, 2)
    const soon = await makeChallenge(db, { deadline: daysFromNow(0.9) })
    await makeChallenge(db, { deadline: daysFromNow(1.1) })
    for (const status of ['draft', 'upcoming', 'completed', 'canceled'] as const)
      await makeChallenge(db, { status })
    const rejected = one && (await makeSubmission(db, one, soon))
    if (other) await makeSubmission(db, other, soon)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    await openVoting(db, await makeChallenge(db))
    const deleted = await makeMember(db, { displayName: 'Anonymous Ninja' })
    await db.rows(sql`update users set email = null, deleted_at = app_now() where id = ${deleted.id}`)
    await db.rows(sql`
      insert into reports (id, reporter_id, member_id, reason, resolved_at, upheld)
      values (gen_random_uuid(), ${one?.id}, ${other?.id}, 'spam', app_now(), true),
        (gen_random_uuid(), ${one?.id}, ${other?.id}, 'spam', null, null)`)
    const counts = { users: 2, submissions: 2, pending: 1, active: 3, closingSoon: 1, reports: 1 }
    for (const [which, count] of Object.entries(counts)) {
      expect(await siteCount(db, anAdmin, which as keyof typeof counts)).toBe(count)
    }
  })
})

describe('recent items', () => {
  it('are the 5 newest challenges, including drafts', async () => {
    const ids: string[] = []
    for (let age = 0; age < 6; age++) {
      ids.push(
        await makeChallenge(db, { status: age ? 'active' : 'draft', createdAt: daysFromNow(10 - age) }),
      )
    }
    const found = await recentChallenges(db, anAdmin)
    expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 5))
    expect(found[0]).toMatchObject({
      status: 'draft',
      createdAt: expect.any(Date),
      deadline: expect.any(Date),
    })
  })

  it('are the 5 newest submissions, with their authors', async () => {
    const challenge = await makeChallenge(db, { title: 'Kites' })
    const ids: string[] = []
    for (let age = 0; age < 6; age++) {
      const id = await makeSubmission(db, await makeMember(db, { displayName: `Ninja ${age}` }), challenge)
      await db.rows(sql`update submissions set submission_date = ${daysFromNow(10 - age)} where id = ${id}`)
      ids.push(id)
    }
    const found = await recentSubmissions(db, anAdmin)
    expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 5))
    expect(found[0]).toMatchObject({
      displayName: 'Ninja 0',
      challengeTitle: 'Kites',
      title: 'Static garden',
    })
  })
})
