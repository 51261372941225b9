import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import { viewCounts } from '#domain/integrity/commands.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { as, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as ballot from '../../submissions/votes/ballot-action.ts'
import * as memberPage from './member.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const author = await makeMember(db)

async function contest(title: string, showVotes = true) {
  const { challenge: id, submission: submissionId } = await makeBallot(
    db,
    { author, title, showVotes },
    { title: `Entry of ${title}` },
  )
  return { id, submissionId }
}

async function open(userId: string) {
  const params = { userId }
  return openPage(db, memberPage, `/admin/leaderboard/${userId}`, { viewer: admin, params })
}

async function signedIn() {
  const claims = { issuer: 'https://id.example', subject: `s-${++serial}`, emailVerified: true, name: null }
  const { memberId } = await signIn(db, { ...claims, email: `m${serial}@example.org` })
  const member = await db.row<{ id: string; displayName: string }>(sql`
    select id, display_name as "displayName" from users where id = ${memberId}`)
  if (!member) throw new Error('no member')
  return { ...(await makeMember(db)), ...member }
}
let serial = 0

it('shows sign-ins, sessions, submissions, points and limits', async () => {
  const member = await signedIn()
  await startSession(db, member.id, undefined, 'Firefox on Linux')
  await limit(db, 'follow', member.id, { points: 60, seconds: 60 })
  await makeSubmission(db, member, await makeChallenge(db, { title: 'Doors' }), { title: 'My door' })
  const { text } = await open(member.id)
  for (const words of [
    `User id ${member.id}`,
    `m${serial}@example.org (verified)`,
    `s-${serial} at https://id.example`,
    'Firefox on Linux',
    'My door',
    'Doors, pending',
    'Reminders: 1 use until',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/Points .*25/)
})

it('says for whom the member voted, and why they may not vote, as the vote itself does', async () => {
  const [roofs, late] = [await contest('Roofs'), await contest('Walls')]
  const member = await makeMember(db)
  await db.rows(sql`update challenges set voters = 'verified' where id = ${late.id}`)
  expect((await castVote(db, as(member), roofs.id, roofs.submissionId)).ok).toBe(true)
  const refused = await castVote(db, as(member), late.id, late.submissionId)
  const { text } = await open(member.id)
  expect(text).toContain(
    'Roofs May vote: no, because the member is told: “Each user gets one vote per challenge.”',
  )
  expect(text).toContain('Voted for Entry of Roofs')
  expect(text).toContain(
    `Walls May vote: no, because the member is told: “${refused.ok ? '' : refused.message}”`,
  )
})

it('tells nothing of a vote in a secret ballot, unless the administrator has looked, which is recorded', async () => {
  const { id, submissionId } = await contest('Secrets', false)
  const [voter, other] = [await makeMember(db), await makeMember(db)]
  await castVote(db, as(voter), id, submissionId)
  const ballotIn = (text: string) => /Secrets May vote: .*?(?=(Roofs|Walls|Submissions) )/.exec(text)?.[0]
  const before = ballotIn((await open(voter.id)).text)
  expect(before).toContain('yes, unless a vote was cast or voided.')
  expect(before).toBe(ballotIn((await open(other.id)).text))
  await suspendMember(db, admin, { userId: voter.id, reason: 'Test' }, { emails: [], userIds: [] })
  await db.rows(
    sql`update users set suspended_at = null, suspended_reason = null, suspended_by = null where id = ${voter.id}`,
  )
  expect(ballotIn((await open(voter.id)).text)).toBe(before)

  const third = await makeMember(db)
  await castVote(db, as(third), id, submissionId)
  expect((await viewCounts(db, as(admin), id)).ok).toBe(true)
  expect((await open(third.id)).text).toContain('Voted for Entry of Secrets')
  expect((await open(voter.id)).text).toContain('The organisers voided your vote')
  const looked = await db.row(
    sql`select action from audit_log where subject_id = ${id} order by created_at desc limit 1`,
  )
  expect(looked).toEqual({ action: 'challenge_counts_viewed' })
})

it('tells no more of a member who has just used the buttons of a secret ballot', async () => {
  const { id, submissionId } = await contest('Riddles', false)
  const [voter, other] = [await makeMember(db), await makeMember(db)]
  const request = () => formRequest(`/challenges/${id}/submissions/${submissionId}/vote`, {})
  const context = await requestContext(db, voter)
  for (const pattern of ['/vote', '/shortlist'])
    await ballot.action({ request: request(), params: { id, submissionId }, context, pattern } as never)
  const voted = await db.row(sql`select user_id as id from votes where challenge_id = ${id}`)
  expect(voted).toEqual({ id: voter.id })
  const limitsIn = (text: string) => /Limits .*/s.exec(text)?.[0]
  const shown = limitsIn((await open(voter.id)).text)
  expect(shown).toContain('Nothing is counted at the moment.')
  expect(shown).toBe(limitsIn((await open(other.id)).text))
})

it('of a suspended member says so', async () => {
  const member = await makeMember(db)
  await suspendMember(db, admin, { userId: member.id, reason: 'Test' }, { emails: [], userIds: [] })
  expect((await open(member.id)).text).toContain('May vote: no, because the account is suspended.')
})
