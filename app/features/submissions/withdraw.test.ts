import { expect, it } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { loader } from './withdraw.tsx'

const { db } = await testDatabase()

it('sends the author the same data before and after a hidden vote', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge: id, submission: submissionId } = await makeBallot(db, { author, showVotes: false })
  const request = new Request(`http://localhost/challenges/${id}/submissions/${submissionId}/withdraw`)
  const load = async () =>
    loader({ request, params: { id, submissionId }, context: await requestContext(db, author) } as never)
  const before = await load()
  expect(await castVote(db, as(voter), id, submissionId)).toMatchObject({ ok: true })
  expect(await load()).toEqual(before)
})
