import { beforeEach, describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { as, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { action, loader } from './ballot-action.ts'

const { db } = await testDatabase()
const author = await makeMember(db)
const { challenge, submission } = await makeBallot(db, { author })
const submissionPath = `/challenges/${challenge}/submissions/${submission}`
let voter: NonNullable<Viewer>
beforeEach(async () => {
  voter = await makeMember(db)
})

describe('a vote', () => {
  it('is cast, confirmed by a toast, and redirects to the submission', async () => {
    const response = await send({})
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(submissionPath)
    expect(await toastOf(response)).toEqual({ text: "You've voted for this submission", tone: 'good' })
    expect((await ballotOf(db, as(voter), challenge)).votedFor).toBe(submission)
  })

  it('redirects to a path of this site only', async () => {
    const gallery = `/challenges/${challenge}/submissions?mode=voting`
    expect((await send({ from: gallery })).headers.get('location')).toBe(gallery)
    expect((await send({ from: '//evil.example' })).headers.get('location')).toBe('/')
  })

  it('explains a refusal', async () => {
    await send({})
    const again = await send({})
    expect(again.status).toBe(303)
    expect(await toastOf(again)).toEqual({ text: 'You have already voted for this submission', tone: 'bad' })
    const own = await send({}, { viewer: author })
    expect(await toastOf(own)).toEqual({ text: 'You cannot vote for your own submission', tone: 'bad' })
  })

  it('can be withdrawn', async () => {
    await send({})
    const response = await send({}, { verb: 'unvote' })
    expect(await toastOf(response)).toEqual({ text: 'Your vote has been removed', tone: 'good' })
    expect((await ballotOf(db, as(voter), challenge)).votedFor).toBeNull()
  })
})

describe('a request that is not a vote', () => {
  it('from a visitor redirects to sign-in and back to the submission', async () => {
    const response = await send({}, { viewer: null })
    expect(response.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(submissionPath)}`)
  })

  it.each<Record<string, string>>([{ userId: 'other' }, { from: '/', votes: '7' }])(
    'with an extra field is refused: %o',
    async (fields) => {
      expect((await send(fields)).status).toBe(400)
      expect((await ballotOf(db, as(voter), challenge)).votedFor).toBeNull()
    },
  )

  it('with a field twice is refused', async () => {
    const twice = new URLSearchParams([
      ['from', '/'],
      ['from', submissionPath],
    ])
    const request = new Request(`${origin}${submissionPath}/vote`, { method: 'POST', body: twice })
    expect((await send({}, { request })).status).toBe(400)
    expect((await ballotOf(db, as(voter), challenge)).votedFor).toBeNull()
  })

  it('for an invalid id is not found', async () => {
    expect((await send({}, { submissionId: 'x' })).status).toBe(404)
    expect((await responseOf(async () => loader({ params: { id: 'x' } } as never))).status).toBe(404)
  })

  it('with another method is refused; a GET redirects to the submission', async () => {
    const request = new Request(`${origin}${submissionPath}/vote`, { method: 'DELETE' })
    const response = await send({}, { request })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
    const page = loader({ params: { id: challenge, submissionId: submission } } as never)
    expect(page.headers.get('location')).toBe(submissionPath)
  })

  it('with another content type is refused', async () => {
    const headers = { 'content-type': 'text/plain' }
    const request = new Request(`${origin}${submissionPath}/vote`, {
      method: 'POST',
      body: 'from=/',
      headers,
    })
    expect((await send({}, { request })).status).toBe(415)
  })

  it('after sixty in a minute is limited', async () => {
    for (let votes = 0; votes < 60; votes++) await send({})
    const response = await send({})
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

interface SendOptions {
  viewer?: Viewer
  verb?: string
  request?: Request
  submissionId?: string
}

async function send(fields: Record<string, string>, options: SendOptions = {}): Promise<Response> {
  const { viewer = voter, verb = 'vote', submissionId = submission } = options
  const request = options.request ?? formRequest(`${submissionPath}/${verb}`, fields)
  const context = await requestContext(db, viewer)
  const params = { id: challenge, submissionId }
  return responseOf(() => action({ request, params, context, pattern: `/${verb}` } as never))
}

async function responseOf(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (response) {
    if (response instanceof Response) return response
    throw response
  }
}

async function toastOf(response: Response) {
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  const request = new Request(origin, { headers: { Cookie: cookie.join('; ') } })
  return (await takeToasts(request)).toasts[0]
}
