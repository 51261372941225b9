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
import { MAX_BARS, recentChallenges, recentSubmissions, siteCount, voteShares } from './dashboard.server.ts'

const { db } = await testDatabase()

async function vote(submission: string, count: number) {
  for (const { id } of await makeMembers(db, count)) {
    await db.rows(sql`
      insert into votes (id, submission_id, challenge_id, author_id, user_id)
      select gen_random_uuid(), id, challenge_id, user_id, ${id} from submissions where id = ${submission}`)
  }
  await db.rows(sql`update submissions set votes = votes + ${count} where id = ${submission}`)
}

describe('an empty database', () => {
  it('has no figures, recent items or vote shares', async () => {
    for (const name of ['users', 'submissions', 'pending', 'active', 'closingSoon', 'reports'] as const)
      expect(await siteCount(db, anAdmin, name)).toBe(0)
    expect([await recentChallenges(db, anAdmin), await recentSubmissions(db, anAdmin)]).toEqual([[], []])
    expect(await voteShares(db, anAdmin, null)).toBeUndefined()
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

describe('voteShares', () => {
  it('returns the given challenge, or the one in voting with the latest deadline', async () => {
    const [early, late] = [await makeChallenge(db), await makeChallenge(db)]
    for (const id of [early, late]) await openVoting(db, id)
    await db.rows(sql`update challenges set deadline = deadline - interval '2 days' where id = ${early}`)
    expect((await voteShares(db, anAdmin, null))?.id).toBe(late)
    expect((await voteShares(db, anAdmin, null))?.choices.slice(0, 1)).toMatchObject([{ id: late }])
    expect((await voteShares(db, anAdmin, early))?.id).toBe(early)
    const completed = await makeChallenge(db, { status: 'completed' })
    expect((await voteShares(db, anAdmin, completed))?.id).toBe(completed)
    expect((await voteShares(db, anAdmin, await makeChallenge(db)))?.id).toBe(late)
  })

  it('leaves out a secret ballot until its completion', async () => {
    const challenge = await makeChallenge(db, {
      showVotes: false,
      status: 'voting',
      deadline: daysFromNow(30),
    })
    const shares = await voteShares(db, anAdmin, challenge)
    expect(shares?.id).not.toBe(challenge)
    expect(shares?.choices.map(({ id }) => id)).not.toContain(challenge)
    await db.rows(sql`
      update challenges set status = 'completed', completed_at = app_now() where id = ${challenge}`)
    expect((await voteShares(db, anAdmin, challenge))?.id).toBe(challenge)
  })

  it('returns the 20 submissions with the most votes by standings, and sums over all', async () => {
    const challenge = await makeChallenge(db, { deadline: daysFromNow(1) })
    const submissions: string[] = []
    for (const member of await makeMembers(db, MAX_BARS + 3))
      submissions.push(await makeSubmission(db, member, challenge))
    await openVoting(db, challenge)
    const voted = submissions.slice(1)
    for (const id of voted) await vote(id, id === submissions[5] ? 3 : 1)
    const shares = await voteShares(db, anAdmin, challenge)
    expect(shares).toMatchObject({ participants: MAX_BARS + 3, votes: voted.length + 2 })
    const others = voted.filter((id) => id !== submissions[5]).slice(0, MAX_BARS - 1)
    expect(shares?.submissions.map(({ id }) => id)).toEqual([submissions[5], ...others])
    expect(shares?.submissions[0]).toMatchObject({
      votes: 3,
      title: 'Static garden',
      authorName: expect.any(String),
    })
  })
})
