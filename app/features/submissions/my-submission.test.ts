import { expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { loader } from './my-submission.ts'

const { db } = await testDatabase()
const [author, other] = [await makeMember(db), await makeMember(db)]
const challenge = await makeChallenge(db)
const submission = await makeSubmission(db, author, challenge)

it('redirects members to their submission or to the form', async () => {
  expect(await redirectLocation(author)).toBe(`/challenges/${challenge}/submissions/${submission}`)
  expect(await redirectLocation(other)).toBe(`/challenges/${challenge}/submit`)
  expect(await redirectLocation(author, 'a/b')).toBe('/challenges/a%2Fb/submit')
})

it('redirects visitors to sign-in and back', async () => {
  const back = encodeURIComponent(`/challenges/${challenge}/my-submission`)
  expect(await redirectLocation(null)).toBe(`/login?redirect=${back}`)
})

async function redirectLocation(viewer: Viewer, id = challenge): Promise<string | null> {
  const request = new Request(`${origin}/challenges/${encodeURIComponent(id)}/my-submission`)
  const context = await requestContext(db, viewer)
  const args = { request, params: { id }, context, url: new URL(request.url), pattern: '' }
  const response = await loader(args as Parameters<typeof loader>[0]).catch((thrown: Response) => thrown)
  return response.headers.get('location')
}
