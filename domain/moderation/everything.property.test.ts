import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { selectFields } from '#domain/challenges/fields.server.ts'
import { FORM_FIELDS } from '#domain/challenges/fields.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { holdResult, releaseResult, restoreVotes, voidVotes } from '#domain/integrity/commands.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { ownVote } from '#domain/voting/queries.server.ts'
import { maxWithdrawals } from '#domain/voting/rules.ts'
import { newId } from '#platform/id.server.ts'
import { aSubmission, as, makeChallenge, makeMember, makeMembers, noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from './commands.server.ts'
import { undoModeration } from './undo.server.ts'

const { db } = await testDatabase(12)
const admin = await makeMember(db, { isAdmin: true })
const members = await makeMembers(db, 6)
const challenges = [
  await makeChallenge(db),
  await makeChallenge(db, { type: 'daily' }),
  await makeChallenge(db, { showVotes: false }),
]

const image = await db.row<{ id: string }>(sql`
  insert into images (id, owner_id, purpose, width, height, widths, bytes)
  values (gen_random_uuid(), ${admin.id}, 'challenge', 9, 9, '{9}', 9) returning id`)
const imageId = image?.id ?? ''

const who = fc.integer({ min: 0, max: members.length - 1 })
const where = fc.integer({ min: 0, max: challenges.length - 1 })
const verb = fc.constantFrom(
  'enter',
  'vote',
  'vote',
  'vote',
  'unvote',
  'move vote',
  'move vote',
  'edit',
  'edit',
  'approve',
  'reject',
  'undo',
  'undo',
  'delete',
  'complete',
  'extend',
  'deadline',
  'voting end',
  'take points',
  'withdraw submission',
  'edit submission',
  'show votes',
  'hide votes',
  'void',
  'void',
  'restore votes',
  'hold',
  'release',
  'suspend',
  'reinstate',
)
const moderation = fc.constantFrom<Moderation>('after', 'before')
const step = fc.record({ verb, who, where, whose: who, moderation })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take({ verb, who, where, whose, moderation }: Step): Promise<unknown> {
  const member = members[who]
  const challenge = challenges[where]
  if (!member || !challenge) throw new Error('out of range')
  const scope = as(member, moderation)
  const administrator = as(admin, moderation)
  const submission = await db.row<{ id: string }>(sql`
    select id from submissions where challenge_id = ${challenge} and user_id = ${members[whose]?.id}`)
  const id = submission?.id ?? '019ac000-0000-7000-8000-000000000000'
  if (verb === 'enter') return createSubmission(db, scope, challenge, aSubmission)
  if (verb === 'vote') return castVote(db, scope, challenge, id)
  if (verb === 'move vote') return moveVote(db, scope, challenge, id)
  if (verb === 'unvote')
    return withdrawVote(db, scope, challenge, (await ownVote(db, scope, challenge)).submissionId ?? id)
  if (verb === 'edit') {
    const own = await db.row<{ id: string }>(sql`
      select id from submissions where challenge_id = ${challenge} and user_id = ${member.id}`)
    return own && updateSubmission(db, scope, own.id, { ...aSubmission, title: `Edit ${newId()}` })
  }
  if (verb === 'approve') return approveSubmission(db, administrator, id)
  if (verb === 'reject') return rejectSubmission(db, administrator, id, '')
  if (verb === 'undo') return undoModeration(db, administrator, id)
  if (verb === 'delete') return deleteSubmission({ db, files: noFiles }, administrator, id)
  if (verb === 'complete') return completeChallenge(db, administrator, challenge)
  if (verb === 'extend') return extendChallenge(db, as(admin), challenge)
  if (verb === 'take points')
    return adjustPoints(db, admin, { userId: member.id, change: -40, description: '' })
  if (verb === 'withdraw submission') return withdrawSubmission({ db, files: noFiles }, scope, challenge, id)
  if (verb === 'edit submission') return updateSubmission(db, as(members[whose] ?? null), id, aSubmission)
  if (verb === 'show votes' || verb === 'hide votes') return setShowVotes(challenge, verb === 'show votes')
  if (verb === 'void')
    return voidVotes(db, administrator, challenge, {
      voters: [member.id, members[whose]?.id ?? ''],
      reason: 'agreed',
      note: 'x',
    })
  if (verb === 'restore votes')
    return restoreVotes(db, administrator, challenge, await someBatch(challenge), 'Checked')
  if (verb === 'hold') return holdResult(db, administrator, challenge, 'x')
  if (verb === 'release') return releaseResult(db, administrator, challenge, 'x')
  if (verb === 'suspend') return suspendMember(db, admin, { userId: member.id, reason: 'x' }, noAdmins)
  if (verb === 'reinstate') return reinstateMember(db, admin, member.id)
  return passes(verb, challenge, moderation)
}

const noAdmins = { emails: [], userIds: [] }

async function someBatch(challenge: string): Promise<string> {
  const batch = await db.row<{ id: string }>(sql`
    select id from void_batches where challenge_id = ${challenge} and restored_at is null order by random() limit 1`)
  return batch?.id ?? '019ac000-0000-7000-8000-000000000000'
}

/** Saves the challenge form with nothing changed but the setting. */
async function setShowVotes(challenge: string, showVotes: boolean): Promise<unknown> {
  const saved = await db.row<ChallengeForm>(sql`
    select ${selectFields(FORM_FIELDS)} from challenges c where c.id = ${challenge}`)
  if (!saved) throw new Error('no challenge')
  return updateChallenge(db, as(admin), challenge, { form: { ...saved, showVotes }, imageId }, lifecycleSteps)
}

/** Lets the deadline or the end of voting pass, and the status check run. */
async function passes(moment: string, challenge: string, moderation: Moderation = 'after'): Promise<unknown> {
  await db.rows(
    moment === 'deadline'
      ? sql`update challenges set deadline = app_now() - interval '1 ms', voting_ends_at = app_now() + interval '1 day'
          where id = ${challenge} and status = 'active'`
      : sql`update challenges set voting_ends_at = deadline + interval '1 us' where id = ${challenge} and status = 'voting'`,
  )
  return advanceDue(db, moderation)
}

/** Leaves the challenge in voting, with a fresh entry of every member and votes of half of them. */
async function startOver(challenge: string): Promise<void> {
  const old = await db.rows<{ id: string }>(sql`select id from submissions where challenge_id = ${challenge}`)
  for (const member of members) await reinstateMember(db, admin, member.id)
  await releaseResult(db, as(admin), challenge, 'x')
  for (const { id } of old) await deleteSubmission({ db, files: noFiles }, as(admin), id)
  await extendChallenge(db, as(admin), challenge)
  for (const member of members) await createSubmission(db, as(member), challenge, aSubmission)
  await passes('deadline', challenge)
  for (let index = 0; index < members.length / 2; index++)
    await take({
      verb: 'vote',
      who: index,
      where: challenges.indexOf(challenge),
      whose: index + 1,
      moderation: 'after',
    })
}

/** Members who have more than one reward for their submission to a challenge, or for taking part in it. */
function paidTwice(): Promise<unknown[]> {
  return db.rows(sql`
    select paid.user_id, paid.challenge_id, paid.reason
    from points_log paid left join points_log taken on taken.user_id = paid.user_id
      and taken.reason = 'submission_removed' and taken.source_id = paid.source_id
    where paid.reason in ('challenge_submission', 'challenge_participation')
    group by 1, 2, 3 having sum(paid.points + coalesce(taken.points, 0)) > 25`)
}

async function mostWithdrawals(): Promise<number> {
  const row = await db.row<{ most: number | null }>(sql`select max(count) as most from vote_withdrawals`)
  return row?.most ?? 0
}

/** Sequences that chance may not reach. The last one hides votes, and votes are voided only while they are shown. */
const sequences = [
  ['vote', 'complete', 'extend'],
  ['void', 'restore votes', 'void', 'hold', 'voting end', 'release', 'voting end'],
  ['vote', 'hide votes', 'take points'],
] as const
const examples = sequences.map((verbs): [Step[][]] => [
  verbs.map((verb) => [{ verb, who: 0, where: 0, whose: 1, moderation: 'after' }]),
])

it('any sequence of concurrent commands keeps every invariant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 40 }),
      async (rounds) => {
        for (const id of challenges) await startOver(id)
        for (const round of rounds) await Promise.all(round.map(take))
        expect(await brokenInvariants(db)).toEqual([])
        expect(await paidTwice()).toEqual([])
        expect(await mostWithdrawals()).toBeLessThanOrEqual(maxWithdrawals)
      },
    ),
    { numRuns: 30, examples },
  )
  // The sequences must have reached every kind of payment, or the property says little.
  const batches = await db.row<{ voided: number; restored: number }>(sql`
    select count(*)::int as voided, count(restored_at)::int as restored from void_batches`)
  expect(batches?.voided).toBeGreaterThan(1)
  expect(batches?.restored).toBeGreaterThan(0)
  const reasons = await db.rows<{ reason: string }>(
    sql`select distinct reason from points_log order by reason`,
  )
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'admin_adjustment',
    'challenge_participation',
    'challenge_submission',
    'challenge_win',
    'challenge_win_revoked',
    'submission_removed',
    'vote_cast',
    'vote_hidden',
    'vote_received',
    'vote_removed',
  ])
}, 120_000)
