import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { challengeCount } from '#domain/challenges/admin-list.server.ts'
import { memberCounts } from '#domain/members/admin-list.server.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { submissionCounts } from '#domain/submissions/admin-list.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { foldTallies, tally } from '#platform/database/tallies.server.ts'
import {
  as,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const members = await makeMembers(db, 6)
const [author = admin, second = admin, ...voters] = members
const finished = { status: ['completed', 'canceled'] as ('completed' | 'canceled')[] }

describe('tallies', () => {
  it('follow changes of members, submissions and challenges', async () => {
    const challenge = await makeChallenge(db, { kind: 'audio' })
    await makeChallenge(db, { status: 'completed', kind: 'code', type: 'daily' })
    const submission = await makeSubmission(db, author, challenge)
    const other = await makeSubmission(db, second, challenge)
    await approveSubmission(db, as(admin), submission)
    await rejectSubmission(db, as(admin), other, 'No.')
    await adjustPoints(db, admin, { userId: author.id, change: 400, description: '' })

    expect(await submissionCounts(db)).toEqual({
      total: 2,
      byStatus: { pending: 0, approved: 1, rejected: 1 },
    })
    expect(await challengeCount(db, finished)).toBe(1)
    expect(await challengeCount(db, { ...finished, kind: 'code', type: 'daily' })).toBe(1)
    expect(await challengeCount(db, { ...finished, kind: 'image' })).toBe(0)
    const counted = await memberCounts(db)
    expect(counted.total).toBe(7)
    expect(counted.byRank.slice(0, 2).map(({ count }) => count)).not.toEqual([7, 0])
    expect(await brokenInvariants(db)).toEqual([])
    await deleteSubmission({ db, files: noFiles }, as(admin), submission)
    expect((await submissionCounts(db)).total).toBe(1)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('keep their sums when several processes fold them during inserts', async () => {
    const before = await tally(db, 'users')
    const processes = [db, another(), another()]
    await Promise.all([
      ...processes.flatMap((process) => [foldTallies(process), foldTallies(process)]),
      ...Array.from({ length: 20 }, () => makeMember(db)),
    ])
    await foldTallies(db)
    const after = await tally(db, 'users')
    expect(after.get('Novice Ninja')).toBe((before.get('Novice Ninja') ?? 0) + 20)
    const rows = await db.rows(sql`select from tallies where subject = 'users'`)
    expect(rows).toHaveLength(after.size)
    expect(await foldTallies(db)).toBe(0)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('of a challenge follow concurrent votes and withdrawals', async () => {
    const challenge = await makeChallenge(db)
    const submissions = [
      await makeSubmission(db, author, challenge),
      await makeSubmission(db, second, challenge),
    ]
    await openVoting(db, challenge)
    const cast = (index: number) =>
      castVote(db, as(voters[index % 4] ?? null), challenge, submissions[index % 2] ?? '')
    await Promise.all(Array.from({ length: 12 }, (_, index) => cast(index)))
    await withdrawVote(db, as(voters[0] ?? null), challenge, submissions[0] ?? '')
    const tallied = await db.row(sql`
      select sum(votes)::int as votes from challenge_tallies where challenge_id = ${challenge}`)
    expect(tallied).toEqual({ votes: 3 })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('break an invariant when they are wrong', async () => {
    await db.rows(sql`insert into tallies values ('users', 'Elite Ninja', 1)`)
    expect(await brokenInvariants(db)).toEqual([
      { name: 'tallies equal the rows they count', ids: ['users Elite Ninja'] },
    ])
  })
})

describe('columns that submissions copy from their challenge', () => {
  it('follow it', async () => {
    const challenge = await makeChallenge(db, { kind: 'text', showVotes: false })
    const submission = await makeSubmission(db, author, challenge)
    const copies = () =>
      db.row(sql`select kind, votes_shown as shown from submissions where id = ${submission}`)
    expect(await copies()).toEqual({ kind: 'text', shown: -1 })
    await db.rows(sql`update challenges set kind = 'video' where id = ${challenge}`)
    expect(await copies()).toEqual({ kind: 'video', shown: -1 })
    await db.rows(
      sql`update challenges set status = 'canceled', completed_at = now() where id = ${challenge}`,
    )
    expect(await copies()).toEqual({ kind: 'video', shown: 0 })
  })
})
