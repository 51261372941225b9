import { expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { makeChallenge, makeEntry, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { loader } from './my-submission.ts'

const { db } = await testDatabase()
const [maker, other] = [await makeMember(db), await makeMember(db)]
const challenge = await makeChallenge(db)
const submission = await makeEntry(db, maker, challenge)

it('leads members to what they handed in, or to the form for it', async () => {
  expect(await led(maker)).toBe(`/challenges/${challenge}/submissions/${submission}`)
  expect(await led(other)).toBe(`/challenges/${challenge}/submit`)
  expect(await led(maker, 'a/b')).toBe('/challenges/a%2Fb/submit')
})

it('asks visitors to sign in, and brings them back', async () => {
  const back = encodeURIComponent(`/challenges/${challenge}/my-submission`)
  expect(await led(null)).toBe(`/login?redirect=${back}`)
})

async function led(viewer: Viewer, id = challenge): Promise<string | null> {
  const request = new Request(`${origin}/challenges/${encodeURIComponent(id)}/my-submission`)
  const context = await requestContext(db, viewer)
  const args = { request, params: { id }, context, url: new URL(request.url), pattern: '' }
  const answer = await loader(args as Parameters<typeof loader>[0]).catch((thrown: Response) => thrown)
  return answer.headers.get('location')
}
