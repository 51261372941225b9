import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  anAdmin,
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { approveConfirmation } from './confirmations.server.ts'

const { db } = await testDatabase()

it('says that an approval counts all votes again if those of the submission did not count', async () => {
  const admin = await makeAdmin(db)
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  await castVote(db, as(await makeMember(db)), challenge, submission)
  const context = await requestContext(db, admin)
  const consequences = async () => {
    const { data } = await approveConfirmation(context, anAdmin, submission)
    return data.consequences
  }
  expect(await consequences()).toEqual(['It is public already. Approving marks it as seen.'])
  await completeChallenge(db, { viewer: admin, moderation: 'before' }, challenge)
  expect((await consequences())[1]).toMatch(/^Its 1 vote did not count .* All votes are counted again/)
})
