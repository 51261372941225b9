import { expect, it } from 'vitest'
import { done } from '#platform/outcome.ts'
import { makeAdmin } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { runAdminAction } from './run-admin-action.server.ts'

const { db } = await testDatabase()

it.each([
  ['an unknown field', { chosen: ['a'], other: ['b'] }],
  ['a field twice', { chosen: ['a'], reason: ['first', 'second'] }],
])('a form with %s changes nothing', async (_, fields) => {
  const { answer, runs } = await send(fields)
  expect(answer).toMatchObject({
    data: { message: 'Failed. This form has a field that is not known.' },
    init: { status: 400 },
  })
  expect(runs).toBe(0)
})

it('a list may be named several times', async () => {
  const { answer, runs } = await send({ chosen: ['a', 'b'], reason: ['first'] })
  expect(answer).toMatchObject({ status: 303 })
  expect(runs).toBe(1)
})

async function send(fields: Record<string, string[]>) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value])),
  )
  const request = new Request(`${origin}/admin/submissions/reject`, { method: 'POST', body })
  let runs = 0
  const answer = await runAdminAction(
    { request, context: await requestContext(db, await makeAdmin(db)) },
    {
      list: '/admin/submissions',
      fields: ['chosen', 'reason'],
      lists: ['chosen'],
      run: async () => {
        runs += 1
        return done(null)
      },
      done: 'Done',
      failed: 'Failed',
    },
  )
  return { answer, runs }
}
