import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { addComment } from '#domain/comments/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { as, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { action as add } from './add.tsx'
import * as deletion from './delete.tsx'
import { action as edit } from './edit.tsx'

const { db } = await testDatabase()

async function world() {
  const [author, ann] = [await makeMember(db), await makeMember(db)]
  const { challenge: challengeId, submission: submissionId } = await makeBallot(db, { author })
  const comment = async (text: string) => {
    const added = await addComment(db, as(ann), { challengeId, submissionId, parentId: null, text })
    return added.ok ? added.value.id : ''
  }
  return { author, ann, challengeId, submissionId, comment }
}

type Answer = { status?: number; init?: { status?: number }; headers?: Headers }

/** The answer of an action to a form, also a thrown one. */
async function send(action: unknown, viewer: Member, params: Record<string, string>, fields = {}) {
  const request = new Request(origin, { method: 'POST', body: new URLSearchParams(fields) })
  const args = { request, params, context: await requestContext(db, viewer) }
  const answer = await (action as (args: never) => Promise<Answer>)(args as never).catch((thrown) => thrown)
  return { status: answer.status ?? answer.init?.status, to: answer.headers?.get?.('Location') }
}

it('a comment of a rejected submission is deleted by its author, but not edited', async () => {
  const { author, ann, submissionId, comment } = await world()
  const commentId = await comment('Nice')
  await db.rows(sql`update submissions set status = 'rejected' where id = ${submissionId}`)
  const args = { request: new Request(origin), params: { commentId }, context: await requestContext(db, ann) }
  expect(await deletion.loader(args as never)).toMatchObject({ text: 'Nice', from: { to: '/me' } })
  expect(await send(edit, ann, { commentId }, { text: 'New' })).toMatchObject({ status: 404 })
  expect(await send(deletion.action, author, { commentId })).toMatchObject({ status: 404 })
  expect(await send(deletion.action, ann, { commentId })).toEqual({ status: 303, to: '/me' })
  expect(await send(deletion.action, ann, { commentId })).toMatchObject({ status: 404 })
})

it('comments can be deleted after the limit of writing', async () => {
  const { ann, challengeId, submissionId, comment } = await world()
  const commentId = await comment('A mistake')
  const write = (text: string) => send(add, ann, { id: challengeId, submissionId }, { text })
  for (let turn = 0; turn < 10; turn++) expect(await write(`${turn}`)).toMatchObject({ status: 303 })
  expect(await write('One more')).toMatchObject({ status: 429 })
  expect(await send(deletion.action, ann, { commentId })).toEqual({
    status: 303,
    to: `/challenges/${challengeId}/submissions/${submissionId}#comments`,
  })
})
