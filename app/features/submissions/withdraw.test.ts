import { expect, it } from 'vitest'
import { SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import { maxSubmissions } from '#domain/submissions/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as submitPage from './form/submit.tsx'
import * as withdrawPage from './withdraw.tsx'

const { action, loader } = withdrawPage
type PageModule = Parameters<typeof openPage>[1]

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

it('withdraws the last submission that a member may make, and the submit page then says so', async () => {
  const author = await makeMember(db)
  const id = await makeChallenge(db)
  const open = (page: PageModule, path: string, params = {}) =>
    openPage(db, page, `/challenges/${id}/${path}`, { viewer: author, params: { id, ...params } })
  for (let time = 1; time <= maxSubmissions; time++) {
    const submissionId = await makeSubmission(db, author, id)
    const path = `submissions/${submissionId}/withdraw`
    const { text } = await open(withdrawPage, path, { submissionId })
    expect(text.includes('You can submit again until the deadline.')).toBe(time < maxSubmissions)
    expect(text.includes('You cannot submit to this challenge again')).toBe(time === maxSubmissions)
    const request = new Request(`http://localhost/challenges/${id}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
    const context = await requestContext(db, author)
    const answer = await action({ request, params: { id, submissionId }, context } as never)
    expect('status' in answer ? answer.status : answer.init?.status).toBe(303)
  }
  const { text, html } = await open(submitPage, 'submit')
  expect(text).toContain(SUBMISSION_MESSAGES.limit)
  expect(html).not.toContain('<form')
})
