import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import type { Member } from '#domain/members/rules.ts'
import { done, refused } from '#platform/outcome.ts'
import { makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as newAnnouncement from './features/admin/announcements/new-announcement.tsx'
import * as judgeMany from './features/admin/submissions/bulk/judge-many.ts'
import * as judge from './features/admin/submissions/moderation/judge.tsx'
import * as follow from './features/challenges/follow.ts'
import * as ballot from './features/submissions/votes/ballot-action.ts'
import { receiveForm, runCommand } from './forms/run-command.server.ts'

const { db } = await testDatabase()

async function loggedContext(viewer: Member) {
  const context = await requestContext(db, viewer)
  const lines: unknown[][] = []
  const info = (...line: unknown[]) => void lines.push(line)
  const services = context.get(servicesContext)
  context.set(servicesContext, { ...services, log: { ...services.log, info } as never })
  return { context, lines }
}

it('a refused vote, which redirects like an accepted one, leaves its reason in the log', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge: id, submission: submissionId } = await makeBallot(db, { author })
  const path = `/challenges/${id}/submissions/${submissionId}/vote`
  const send = async (viewer: Member) => {
    const { context, lines } = await loggedContext(viewer)
    const request = formRequest(path, {})
    await ballot.action({ request, params: { id, submissionId }, context, pattern: path } as never)
    return lines
  }
  expect(await send(author)).toEqual([
    [{ refused: 'forbidden', reason: 'VOTE_REFUSALS.own' }, 'an action was refused'],
  ])
  expect(await send(voter)).toEqual([])
  expect(await send(voter)).toMatchObject([[{ refused: 'conflict', reason: 'VOTE_REFUSALS.already' }, {}]])
  await db.rows(sql`update challenges set voters = 'verified' where id = ${id}`)
  expect(await send(await makeMember(db))).toMatchObject([[{ reason: 'voterBar.not verified' }, {}]])
})

it('actions with messages of their own, or put together, leave a reason too', async () => {
  const [member, admin] = [await makeMember(db), { ...(await makeMember(db)), isAdmin: true }]
  await db.rows(sql`update users set is_admin = true where id = ${admin.id}`)
  const id = await makeChallenge(db, { status: 'completed' })
  const submissionId = await makeSubmission(db, member, await makeChallenge(db))
  await db.rows(sql`update submissions set status = 'approved' where id = ${submissionId}`)
  const send = async (
    viewer: Member,
    route: { action(args: never): unknown },
    path: string,
    params: object,
  ) => {
    const { context, lines } = await loggedContext(viewer)
    await route.action({ request: formRequest(path, {}), params, context, pattern: path } as never)
    return lines
  }
  expect(await send(member, follow, `/challenges/${id}/follow`, { id })).toMatchObject([
    [{ refused: 'closed', reason: 'FOLLOW_MESSAGES.finished' }, {}],
  ])
  expect(
    await send(admin, judge, '/admin/submissions/x/approve', { id: submissionId, verb: 'approve' }),
  ).toMatchObject([[{ refused: 'conflict', reason: 'alreadyModerated' }, {}]])
  expect(await send(admin, judgeMany, '/admin/submissions/approve', { verb: 'approve' })).toMatchObject([
    [{ refused: 'invalid', reason: 'selectionRefusal' }, {}],
  ])
  expect(await send(admin, newAnnouncement, '/admin/announcements/new', {})).toMatchObject([
    [{ refused: 'invalid', reason: 'ANNOUNCEMENT_MESSAGES.title' }, {}],
  ])
})

it('no text of a member is logged', async () => {
  const { context, lines } = await loggedContext(await makeMember(db))
  await runCommand(context, 'failed', async () => refused('conflict', "'Ann's moon' was taken"))
  await receiveForm(context, { message: '', errors: {} }, 'failed', async () => ({
    answer: { ok: false, message: '', errors: { title: 'Of Ann' } },
    status: 422,
  }))
  await runCommand(context, 'failed', async () => done(null))
  expect(lines).toEqual([
    [{ refused: 'conflict', reason: undefined }, 'an action was refused'],
    [{ refused: '422', reason: undefined }, 'an action was refused'],
  ])
})
