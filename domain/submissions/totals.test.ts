import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { as, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { castVote } from '../voting/commands.server.ts'
import { memberGallery } from './galleries.server.ts'
import { submissionTotals } from './queries.server.ts'

const { db } = await testDatabase()

it('counts the submissions and the votes received by a member', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge, submission } = await makeBallot(db, { author })
  await castVote(db, as(voter), challenge, submission)
  expect(await submissionTotals(db, as(null), author.id)).toEqual({
    submissionCount: 1,
    votesReceived: 1,
    wins: 0,
  })
})

it('counts neither hidden submissions nor hidden votes for others', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  await makeSubmission(db, author, await makeChallenge(db, { showSubmissions: false }))
  const { challenge: hiddenVotes, submission } = await makeBallot(db, { author, showVotes: false })
  await castVote(db, as(voter), hiddenVotes, submission)
  expect(await submissionTotals(db, as(voter), author.id)).toMatchObject({
    submissionCount: 1,
    votesReceived: 0,
  })
  expect(await submissionTotals(db, as(author), author.id)).toMatchObject({ submissionCount: 2 })
})

it('counts no votes of submissions that are hidden again', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge, submission } = await makeBallot(db, { author, showSubmissions: false })
  await castVote(db, as(voter), challenge, submission)
  await extendChallenge(db, as(await makeMember(db, { isAdmin: true })), challenge)
  const hidden = { submissionCount: 0, votesReceived: 0 }
  for (const viewer of [null, voter])
    expect(await submissionTotals(db, as(viewer), author.id)).toMatchObject(hidden)
  expect(await submissionTotals(db, as(author), author.id)).toMatchObject({ votesReceived: 1 })
})

it('counts a rejected submission for its author, as the own gallery does, and for nobody else', async () => {
  const author = await makeMember(db)
  const submission = await makeSubmission(db, author, await makeChallenge(db))
  await makeSubmission(db, author, await makeChallenge(db))
  await db.rows(sql`update submissions set status = 'rejected' where id = ${submission}`)
  for (const [viewer, count] of [
    [author, 2],
    [await makeMember(db), 1],
    [null, 1],
  ] as const) {
    const gallery = { tool: null, sort: 'newest', page: 1 } as const
    expect(await submissionTotals(db, as(viewer), author.id)).toMatchObject({ submissionCount: count })
    expect((await memberGallery(db, as(viewer), author.id, gallery)).total).toBe(count)
  }
})
