import { expect, it } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { action, loader } from './withdraw.tsx'

const { db } = await testDatabase()

it('sends the author the same data before and after a hidden vote', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const id = await makeChallenge(db, { showVotes: false })
  const submissionId = await makeSubmission(db, author, id)
  await openVoting(db, id)
  const request = new Request(`http://localhost/challenges/${id}/submissions/${submissionId}/withdraw`)
  const load = async () =>
    loader({ request, params: { id, submissionId }, context: await requestContext(db, author) } as never)
  const before = await load()
  expect(await castVote(db, as(voter), id, submissionId)).toMatchObject({ ok: true })
  expect(await load()).toEqual(before)
})

it('refuses the eleventh withdrawal in one challenge', async () => {
  const author = await makeMember(db)
  const id = await makeChallenge(db)
  const statuses: unknown[] = []
  for (let time = 0; time < 11; time++) {
    const submissionId = await makeSubmission(db, author, id)
    const request = new Request(`http://localhost/challenges/${id}/submissions/${submissionId}/withdraw`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
    const context = await requestContext(db, author)
    const answer = await action({ request, params: { id, submissionId }, context } as never)
    statuses.push('status' in answer ? answer.status : answer.init?.status)
  }
  expect(statuses).toEqual([...Array(10).fill(303), 429])
})
