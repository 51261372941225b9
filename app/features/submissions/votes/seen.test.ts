import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, requestContext } from '#test/request-context.ts'
import { action, loader } from './seen.ts'

const { db } = await testDatabase()
const [author, viewer] = [await makeMember(db), await makeMember(db)]
const { challenge, submission } = await makeBallot(db, { author })

async function send(fields: Record<string, string>, { id = challenge, by = viewer as Viewer } = {}) {
  const request = formRequest(`/challenges/${id}/seen`, fields)
  const context = await requestContext(db, by)
  const args = { request, params: { id }, context, url: new URL(request.url), pattern: '' }
  return (await action(args as Parameters<typeof action>[0]).catch((thrown: unknown) => thrown)) as Response
}

it('counts what a member has seen once', async () => {
  expect((await send({ ids: `${submission},${newId()}` })).status).toBe(204)
  expect((await send({ ids: submission })).status).toBe(204)
  expect(await db.rows(sql`select user_id, submission_id from impressions`)).toEqual([
    { user_id: viewer.id, submission_id: submission },
  ])
})

it('sends visitors to the sign-in, and refuses anything else', async () => {
  expect((await send({ ids: submission }, { by: null })).headers.get('location')).toBe(
    `/login?redirect=${encodeURIComponent(`/challenges/${challenge}`)}`,
  )
  const tooMany = Array.from({ length: 61 }, newId).join(',')
  const refused: Record<string, string>[] = [
    {},
    { ids: '' },
    { ids: 'x' },
    { ids: tooMany },
    { ids: submission, userId: author.id },
  ]
  for (const fields of refused) expect((await send(fields)).status, JSON.stringify(fields)).toBe(400)
  expect((await send({ ids: submission }, { id: 'x' })).status).toBe(404)
})

it('has a limit for each member', async () => {
  const flooding = await makeMember(db)
  const statuses = []
  for (let sent = 0; sent < 121; sent++)
    statuses.push((await send({ ids: submission }, { by: flooding })).status)
  expect(statuses.slice(0, 120)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

it('redirects a GET to the submissions', () => {
  const response = loader({ params: { id: challenge } } as Parameters<typeof loader>[0])
  expect(response.headers.get('location')).toBe(`/challenges/${challenge}/submissions`)
})
