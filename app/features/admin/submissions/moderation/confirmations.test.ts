import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { moderation } from './actions.server.ts'

const { db } = await testDatabase()

type Context = Awaited<ReturnType<typeof requestContext>>

function confirmation(verb: string, context: Context, id: string) {
  return moderation.loader({ request: new Request(origin), params: { id, verb }, context })
}

it('says that an approval counts all votes again if those of the submission did not count', async () => {
  const admin = await makeAdmin(db)
  const { challenge, submission } = await makeBallot(db)
  await castVote(db, as(await makeMember(db)), challenge, submission)
  const context = await requestContext(db, admin)
  const consequences = async () => {
    const { data } = await confirmation('approve', context, submission)
    return data.consequences
  }
  expect(await consequences()).toEqual(['It is public already. Approving marks it as seen.'])
  await completeChallenge(db, { viewer: admin, moderation: 'before' }, challenge)
  expect((await consequences())[1]).toMatch(/^Its 1 vote did not count .* All votes are counted again/)
})

it('names what the author will lose, and whether voters can vote again', async () => {
  const admin = await makeAdmin(db)
  const context = await requestContext(db, admin)
  const author = await makeMember(db)
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, author, challenge)
  const losses = async () => {
    const { data } = await confirmation('delete', context, submission)
    return data.consequences.join(' ')
  }
  const points = async () =>
    (await db.row<{ points: number }>(sql`select points from users where id = ${author.id}`))?.points ?? 0
  expect(await losses()).toContain('The author loses 25 points.')
  await openVoting(db, challenge)
  await castVote(db, as(await makeMember(db)), challenge, submission)
  expect(await losses()).toContain('The voters can vote again.')
  await completeChallenge(db, as(admin), challenge)
  const text = await losses()
  expect(text).not.toContain('vote again')
  const before = await points()
  expect(before).toBeGreaterThan(150)
  expect(text).toContain(`The author loses ${before} points.`)
  await rejectSubmission(db, as(admin), submission, 'Spam')
  expect(await points()).toBe(0)
})

it('names no more points than the author has', async () => {
  const admin = await makeAdmin(db)
  const author = await makeMember(db)
  const submission = await makeSubmission(db, author, await makeChallenge(db))
  await db.rows(sql`update users set points = 10 where id = ${author.id}`)
  const { data } = await confirmation('reject', await requestContext(db, admin), submission)
  expect(data.consequences).toContain('The author loses 10 points.')
})

it('says that an undone rejection is public only where it will be', async () => {
  const admin = await makeAdmin(db)
  for (const [policy, isApproved, showSubmissions, isPublic] of [
    ['after', false, true, true],
    ['after', true, false, false],
    ['before', false, true, false],
    ['before', true, true, true],
  ] as const) {
    const submission = await makeSubmission(
      db,
      await makeMember(db),
      await makeChallenge(db, { showSubmissions }),
    )
    const scope = { viewer: admin, moderation: policy }
    if (isApproved) await approveSubmission(db, scope, submission)
    await rejectSubmission(db, scope, submission, 'Spam')
    const context = await requestContext(db, admin, { MODERATION: policy })
    const { data } = await confirmation('undo', context, submission)
    expect(data.consequences[0]).toBe(`The submission is ${isApproved ? 'approved' : 'pending'} again.`)
    expect(data.consequences.includes('It is public again.')).toBe(isPublic)
  }
})
