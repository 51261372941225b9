import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeManySubmissions,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { allSubmissions, gallery } from './galleries.server.ts'
import { recentSubmissions } from './queries.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

const many = 3_300

async function makeLarge(seed: { showSubmissions?: boolean; showVotes?: boolean }): Promise<string> {
  const challenge = await makeChallenge(db, { ...seed, kind: 'code' })
  await makeManySubmissions(db, challenge, many)
  return challenge
}

/** How many the visitor's list holds, and how many it counts. */
async function listed(on: Db, kind: 'code' | 'text') {
  const page = { kind, sort: 'newest', page: 1 } as const
  const { submissions, total } = await allSubmissions(on, as(null), page)
  const recent = await recentSubmissions(on, as(null), 12)
  return { shown: submissions.length, total, recent: recent.filter((entry) => entry.kind === kind).length }
}

it('lists hold submissions that are hidden until the deadline from the transition after it', async () => {
  const challenge = await makeChallenge(db, {
    kind: 'text',
    showSubmissions: false,
    deadline: daysFromNow(1),
    votingOpensAt: daysFromNow(2),
  })
  await makeSubmission(db, await makeMember(db), challenge)
  expect(await listed(db, 'text')).toEqual({ shown: 0, total: 0, recent: 0 })
  const waits = daysFromNow(1.01)
  expect(await at(db, waits, (tx) => advanceDue(tx, 'after'))).toEqual([
    { id: challenge, transition: 'show-submissions' },
  ])
  expect(await at(db, waits, (tx) => advanceDue(tx, 'after'))).toEqual([])
  expect(await at(db, waits, (tx) => listed(tx, 'text'))).toEqual({ shown: 1, total: 1, recent: 1 })
  expect((await extendChallenge(db, as(admin), challenge)).ok).toBe(true)
  expect(await listed(db, 'text')).toEqual({ shown: 0, total: 0, recent: 0 })
  expect(await brokenInvariants(db)).toEqual([])
})

it('tells all submissions of a challenge what it hides, also a late one, and refuses another claim', async () => {
  const challenge = await makeLarge({ showSubmissions: false, showVotes: false })
  const copies = () =>
    db.row(sql`select count(*) filter (where is_hidden)::int as hidden, count(*) filter (where votes_hidden)::int as secret
      from submissions where challenge_id = ${challenge}`)
  await makeSubmission(db, await makeMember(db), challenge)
  expect(await copies()).toEqual({ hidden: many + 1, secret: many + 1 })
  expect(await listed(db, 'code')).toEqual({ shown: 0, total: 0, recent: 0 })
  await openVoting(db, challenge)
  expect(await copies()).toEqual({ hidden: 0, secret: many + 1 })
  await expect(
    db.rows(sql`update submissions set votes_hidden = false where challenge_id = ${challenge}`),
  ).rejects.toThrow('submissions_hidden_fkey')
  expect((await completeChallenge(db, as(admin), challenge)).ok).toBe(true)
  expect(await copies()).toEqual({ hidden: 0, secret: 0 })
  expect(await brokenInvariants(db)).toEqual([])
  expect(await listed(db, 'code')).toMatchObject({ shown: 12, total: many + 1 })
})

it('passes over rejected and waiting submissions, and lists own hidden ones', async () => {
  const [author, other] = [await makeMember(db), await makeMember(db)]
  const hidden = await makeSubmission(
    db,
    author,
    await makeChallenge(db, { kind: 'video', showSubmissions: false }),
  )
  const waiting = await makeSubmission(db, author, await makeChallenge(db, { kind: 'video' }))
  const rejected = await makeSubmission(db, author, await makeChallenge(db, { kind: 'video' }))
  await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
  await db.rows(sql`
    update challenges set participant_count = 0 where id = (select challenge_id from submissions where id = ${rejected})`)
  const page = { kind: 'video', page: 1 } as const
  for (const sort of ['newest', 'oldest', 'votes'] as const)
    for (const [viewer, moderation, expected] of [
      [null, 'after', [waiting]],
      [null, 'before', []],
      [other, 'after', [waiting]],
      [author, 'after', [hidden, waiting]],
      [author, 'before', [hidden, waiting]],
      [admin, 'before', [hidden, waiting]],
    ] as const) {
      const { submissions, total } = await allSubmissions(db, as(viewer, moderation), { ...page, sort })
      expect(submissions.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      expect(total).toBe(expected.length)
    }
})

it.each(['newest', 'most votes'] as const)(
  'the gallery reads none of many hidden ones, %s first',
  async (order) => {
    const challenge = await makeLarge({ showSubmissions: false, showVotes: order === 'most votes' })
    const member = await makeMember(db)
    const own = await makeSubmission(db, member, challenge)
    await db.rows(sql`analyze submissions, challenges, users`)
    const recorded = recordStatements(db)
    const { submissions, total } = await gallery(recorded.db, as(member), challenge, 12)
    expect([submissions.map(({ id }) => id), total]).toEqual([[own], 1])
    for (const statement of recorded.statements) {
      const { rowsRead, text } = await measure(db, statement)
      expect(rowsRead, text).toBeLessThan(100)
    }
  },
)

it('follows the kind of the challenge, and whether it hides votes', async () => {
  const challenge = await makeChallenge(db, { kind: 'text', showVotes: false })
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  const copies = () =>
    db.row(sql`select kind, votes_shown as shown from submissions where id = ${submission}`)
  expect(await copies()).toEqual({ kind: 'text', shown: -1 })
  await db.rows(sql`update challenges set kind = 'video' where id = ${challenge}`)
  expect(await copies()).toEqual({ kind: 'video', shown: -1 })
  await db.rows(sql`update challenges set status = 'canceled', completed_at = now() where id = ${challenge}`)
  expect(await copies()).toEqual({ kind: 'video', shown: 0 })
})
