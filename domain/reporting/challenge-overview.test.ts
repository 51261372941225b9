import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { challengeHead } from '#domain/challenges/admin-head.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  anAdmin,
  as,
  makeChallenge,
  makeComment,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { challengeFigures, waitingInChallenge } from './challenge-overview.server.ts'

const { db } = await testDatabase()
const [ann, ben, cho] = await makeMembers(db, 3)

/** A challenge in voting with two submissions, a vote for the first, a comment on it, a draft and a follower. */
async function busyChallenge({ showVotes = true } = {}) {
  const id = await makeChallenge(db, { showVotes })
  const [first, second] = [
    await makeSubmission(db, ann as Member, id),
    await makeSubmission(db, ben as Member, id),
  ]
  const text = {
    title: 'Draft',
    description: '',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
  }
  await saveDraft(db, as(cho as Member), id, { ...text, imageAlt: '', imageId: null })
  await db.rows(sql`insert into challenge_follows (challenge_id, user_id) values (${id}, ${cho?.id})`)
  await openVoting(db, id)
  await castVote(db, as(cho as Member), id, first)
  return { id, first, second, comment: await makeComment(db, cho as Member, [id, first], 'Lovely boats') }
}

it('finds nothing in an empty challenge, and no other challenge', async () => {
  const id = await makeChallenge(db, { status: 'draft' })
  expect(await waitingInChallenge(db, anAdmin, id)).toEqual({
    pending: 0,
    oldestAt: null,
    previews: [],
    reports: { submissions: 0, comments: 0 },
    firstReport: null,
  })
  expect(await challengeFigures(db, anAdmin, id)).toEqual({
    entries: 0,
    rejected: 0,
    drafts: 0,
    followers: 0,
    comments: 0,
    votes: 0,
  })
  expect(await challengeHead(db, anAdmin, newId())).toBeUndefined()
})

it('counts pending submissions and open reports of this challenge only, the oldest first', async () => {
  const { id, first, second, comment } = await busyChallenge()
  const other = await busyChallenge()
  await db.rows(
    sql`update submissions set submission_date = app_now() - interval '2 hours' where id = ${second}`,
  )
  await sendReport(db, as(cho), { kind: 'comment', id: comment, reason: 'abuse', note: '' })
  await sendReport(db, as(ben), { kind: 'comment', id: comment, reason: 'spam', note: '' })
  await sendReport(db, as(cho), { kind: 'submission', id: first, reason: 'other', note: 'Hm' })
  await sendReport(db, as(cho), { kind: 'submission', id: other.first, reason: 'other', note: 'Hm' })
  await sendReport(db, as(cho), { kind: 'member', id: ann.id, reason: 'spam', note: '' })
  await db.rows(sql`
    update reports set resolved_at = app_now(), upheld = false where reporter_id = ${cho.id} and comment_id = ${comment}`)
  const waiting = await waitingInChallenge(db, anAdmin, id)
  expect(waiting).toMatchObject({
    pending: 2,
    previews: [{ id: second }, { id: first }],
    reports: { submissions: 1, comments: 1 },
    firstReport: { reason: 'spam', about: 'Lovely boats' },
  })
  const age = Date.now() - (waiting.oldestAt?.getTime() ?? 0)
  expect(Math.round(age / 3_600_000)).toBe(2)
})

it('counts who takes part', async () => {
  const { id, second } = await busyChallenge()
  await db.rows(sql`update submissions set status = 'rejected' where id = ${second}`)
  await db.rows(sql`update challenges set participant_count = 1 where id = ${id}`)
  expect(await challengeFigures(db, anAdmin, id)).toEqual({
    entries: 1,
    rejected: 1,
    drafts: 1,
    followers: 1,
    comments: 1,
    votes: 1,
  })
})

it('counts no votes of a secret ballot, whose head says so', async () => {
  const { id } = await busyChallenge({ showVotes: false })
  expect((await challengeFigures(db, anAdmin, id))?.votes).toBeNull()
  expect(await challengeHead(db, anAdmin, id)).toMatchObject({ hidesVotes: true, status: 'voting' })
})

it('names in its head what stops the result', async () => {
  const { id } = await busyChallenge()
  expect(await challengeHead(db, anAdmin, id)).toMatchObject({ isHeld: false, hasMismatch: false })
  await db.rows(sql`
    update challenges set held_at = app_now(), result_alert = '', result_alert_at = app_now() where id = ${id}`)
  expect(await challengeHead(db, anAdmin, id)).toMatchObject({ isHeld: true, hasMismatch: true })
})
