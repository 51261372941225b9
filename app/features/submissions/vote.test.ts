import { beforeEach, describe, expect, it } from 'vitest'
import { takeToast } from '#app/forms/flash.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { ownVote } from '#domain/voting/queries.server.ts'
import { as, makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { handleVote, voteResultPage } from './vote-action.server.ts'

const { db } = await testDatabase()
const author = await makeMember(db)
const challenge = await makeChallenge(db)
const submission = await makeEntry(db, author, challenge)
await openVoting(db, challenge)
const submissionPath = `/challenges/${challenge}/submissions/${submission}`
let voter: NonNullable<Viewer>
beforeEach(async () => {
  voter = await makeMember(db)
})

describe('a vote', () => {
  it('is cast, said, and leads back to the entry', async () => {
    const answer = await send({})
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(submissionPath)
    expect(await toastOf(answer)).toEqual({ text: "You've voted for this submission", tone: 'good' })
    expect((await ownVote(db, as(voter), challenge)).submissionId).toBe(submission)
  })

  it('leads back to a path of this site, and to no other', async () => {
    const gallery = `/challenges/${challenge}/submissions?mode=voting`
    expect((await send({ from: gallery })).headers.get('location')).toBe(gallery)
    expect((await send({ from: '//evil.example' })).headers.get('location')).toBe('/')
  })

  it('says why it is refused', async () => {
    await send({})
    const again = await send({})
    expect(again.status).toBe(303)
    expect(await toastOf(again)).toEqual({ text: 'You have already voted for this submission', tone: 'bad' })
    const own = await send({}, { viewer: author })
    expect(await toastOf(own)).toEqual({ text: 'You cannot vote for your own submission', tone: 'bad' })
  })

  it('is taken back', async () => {
    await send({})
    const answer = await send({}, { verb: withdrawVote })
    expect(await toastOf(answer)).toEqual({ text: 'done', tone: 'good' })
    expect((await ownVote(db, as(voter), challenge)).submissionId).toBeNull()
  })
})

describe('what is no vote', () => {
  it('from a visitor leads to the sign-in and back to the entry', async () => {
    const answer = await send({}, { viewer: null })
    expect(answer.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(submissionPath)}`)
  })

  it.each<Record<string, string>>([{ userId: 'other' }, { from: '/', votes: '7' }])(
    'with a field too many is refused: %o',
    async (fields) => {
      expect((await send(fields)).status).toBe(400)
      expect((await ownVote(db, as(voter), challenge)).submissionId).toBeNull()
    },
  )

  it('for an address that is none is not found', async () => {
    expect((await send({}, { submissionId: 'x' })).status).toBe(404)
    expect((await thrown(async () => voteResultPage({ params: { id: 'x' } }))).status).toBe(404)
  })

  it('by another method is not allowed, and by none is the way to the entry', async () => {
    const request = new Request(`${origin}${submissionPath}/vote`, { method: 'DELETE' })
    const answer = await send({}, { request })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    const page = voteResultPage({ params: { id: challenge, submissionId: submission } })
    expect(page.headers.get('location')).toBe(submissionPath)
  })

  it('in another form than a form is refused', async () => {
    const headers = { 'content-type': 'text/plain' }
    const request = new Request(`${origin}${submissionPath}/vote`, {
      method: 'POST',
      body: 'from=/',
      headers,
    })
    expect((await send({}, { request })).status).toBe(415)
  })

  it('after sixty in a minute has to wait', async () => {
    for (let votes = 0; votes < 60; votes++) await send({})
    const answer = await send({})
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

interface Sending {
  viewer?: Viewer
  verb?: typeof castVote
  request?: Request
  submissionId?: string
}

async function send(fields: Record<string, string>, how: Sending = {}): Promise<Response> {
  const { viewer = voter, verb = castVote, submissionId = submission } = how
  const request = how.request ?? formRequest(`${submissionPath}/vote`, fields)
  const context = await requestContext(db, viewer)
  const params = { id: challenge, submissionId }
  const args = { request, params, context, url: new URL(request.url), pattern: '' }
  const done = verb === castVote ? "You've voted for this submission" : 'done'
  return thrown(() => handleVote(args, { verb, done }))
}

async function thrown(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (answer) {
    if (answer instanceof Response) return answer
    throw answer
  }
}

async function toastOf(answer: Response) {
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const request = new Request(origin, { headers: { Cookie: cookie.join('; ') } })
  return (await takeToast(request)).toast
}
