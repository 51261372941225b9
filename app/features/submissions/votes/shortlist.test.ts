import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { SHORTLIST_MESSAGES } from '#domain/ballot/shortlist.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, requestContext } from '#test/request-context.ts'
import { action } from './ballot-action.ts'

const { db } = await testDatabase()
const [author, viewer] = [await makeMember(db), await makeMember(db)]
const { challenge, submission } = await makeBallot(db, { author })
const path = `/challenges/${challenge}/submissions/${submission}`
const from = `/challenges/${challenge}/voting-room/${submission}`

async function send(verb: 'shortlist' | 'unshortlist', fields: Record<string, string>, by: Viewer = viewer) {
  const request = formRequest(`${path}/${verb}`, fields)
  const params = { id: challenge, submissionId: submission }
  const args = { request, params, context: await requestContext(db, by), pattern: `/${verb}` }
  return (await action(args as never).catch((thrown: unknown) => thrown)) as Response
}

async function isListed() {
  return (await db.row(sql`select 1 as found from shortlists where user_id = ${viewer.id}`)) !== undefined
}

it('puts a submission on the shortlist and takes it off, and returns to the page', async () => {
  for (const [verb, listed] of [
    ['shortlist', true],
    ['unshortlist', false],
  ] as const) {
    const answer = await send(verb, { from })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, from])
    expect(answer.headers.get('set-cookie')).toBe(null)
    expect(await isListed()).toBe(listed)
  }
})

it('explains a refusal, redirects visitors to sign-in, and refuses other fields', async () => {
  const own = await send('shortlist', { from }, author)
  expect(decodeURIComponent(own.headers.get('set-cookie') ?? '')).toMatch(/^toast-/)
  expect((await send('shortlist', { from }, null)).headers.get('location')).toContain('/login?redirect=')
  expect((await send('shortlist', { from, userId: author.id })).status).toBe(400)
  expect((await send('shortlist', { from: 'https://evil.example' })).headers.get('location')).toBe('/')
  expect(SHORTLIST_MESSAGES.full).toContain('50')
})
