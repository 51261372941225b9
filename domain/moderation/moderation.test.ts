import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from './commands.server.ts'
import { MODERATION_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const admin = as(await makeMember(db, { isAdmin: true }))

async function voted() {
  const [first, second, ...voters] = await makeMembers(db, 5)
  const challenge = await makeChallenge(db)
  const leading = await makeSubmission(db, first, challenge)
  const trailing = await makeSubmission(db, second, challenge)
  await openVoting(db, challenge)
  const [a, b, c] = voters
  await castVote(db, as(a ?? null), challenge, leading)
  await castVote(db, as(b ?? null), challenge, leading)
  await castVote(db, as(c ?? null), challenge, trailing)
  return { challenge, leading, trailing, first, second, voter: a ?? first }
}

function points(userId: string) {
  return db
    .row<{ points: number }>(sql`select points from users where id = ${userId}`)
    .then((row) => row?.points)
}

describe('moderation', () => {
  it('approves only pending submissions and rejects none twice, for administrators only', async () => {
    const { leading, first } = await voted()
    expect(await approveSubmission(db, as(first), leading)).toMatchObject({ code: 'forbidden' })
    expect(await approveSubmission(db, admin, leading)).toMatchObject({ ok: true })
    expect(await approveSubmission(db, admin, leading)).toMatchObject({
      code: 'conflict',
      message: 'Failed to approve submission. It is already approved.',
    })
    await rejectSubmission(db, admin, leading, '')
    expect(await rejectSubmission(db, admin, leading, '')).toMatchObject({
      message: 'Failed to reject submission. It is already rejected.',
    })
  })

  it('records who moderated a submission, and when', async () => {
    const { leading, trailing } = await voted()
    const reviewOf = (id: string) =>
      db.row(sql`
        select status, moderator_id as by, moderation_date >= submission_date as later, rejection_reason as why
        from submissions where id = ${id}`)
    expect(await reviewOf(leading)).toEqual({ status: 'pending', by: null, later: null, why: null })
    await approveSubmission(db, admin, leading)
    await rejectSubmission(db, admin, trailing, 'Not yours')
    const by = admin.viewer?.id
    expect(await reviewOf(leading)).toEqual({ status: 'approved', by, later: true, why: null })
    expect(await reviewOf(trailing)).toEqual({ status: 'rejected', by, later: true, why: 'Not yours' })
  })

  it('removes votes and points on rejection, and voters may vote again', async () => {
    const { challenge, leading, trailing, first, voter } = await voted()
    expect(await rejectSubmission(db, admin, leading, '')).toMatchObject({ ok: true })
    expect(
      await db.row(sql`select status, votes, rejection_reason from submissions where id = ${leading}`),
    ).toEqual({
      status: 'rejected',
      votes: 0,
      rejection_reason: MODERATION_MESSAGES.defaultReason,
    })
    expect([await points(first.id), await points(voter.id)]).toEqual([0, 0])
    expect(await castVote(db, as(voter), challenge, leading)).toMatchObject({ code: 'not-found' })
    expect(await castVote(db, as(voter), challenge, trailing)).toMatchObject({ ok: true })
  })

  it('rejects an approved submission while voting is open, and after completion as the winner', async () => {
    const { challenge, leading, trailing, first, second, voter } = await voted()
    for (const id of [leading, trailing]) await approveSubmission(db, admin, id)
    const winner = () =>
      db.row(sql`select winner_submission_id as id, status from challenges where id = ${challenge}`)
    await completeChallenge(db, admin, challenge)
    expect(await winner()).toEqual({ id: leading, status: 'completed' })
    expect(await rejectSubmission(db, admin, leading, 'A plane', { seen: 'approved' })).toMatchObject({
      ok: true,
    })
    expect(await winner()).toEqual({ id: trailing, status: 'completed' })
    expect([await points(first.id), await points(voter.id)]).toEqual([0, 0])
    expect(await points(second.id)).toBe(25 + 5 + 25 + 100)
    const other = await voted()
    await approveSubmission(db, admin, other.leading)
    expect(await rejectSubmission(db, admin, other.leading, '')).toMatchObject({ ok: true })
    expect(await castVote(db, as(other.voter), other.challenge, other.trailing)).toMatchObject({ ok: true })
  })

  it('refuses to reject a submission with another status than the administrator saw', async () => {
    const { leading } = await voted()
    expect(await rejectSubmission(db, admin, leading, '', { seen: 'approved' })).toMatchObject({
      code: 'conflict',
      message: 'Failed to reject submission. It is already pending.',
    })
    const { approving, rejecting } = await db.transaction(async (tx) => {
      const approving = await approveSubmission(tx as typeof db, admin, leading)
      const rejecting = rejectSubmission(another(), admin, leading, '', { seen: 'pending' })
      await lockWait(db)
      return { approving, rejecting }
    })
    expect(approving).toMatchObject({ ok: true })
    expect(await rejecting).toMatchObject({ message: 'Failed to reject submission. It is already approved.' })
    expect(await rejectSubmission(db, admin, leading, '', { seen: 'approved', version: 1 })).toMatchObject({
      message: 'Failed to reject submission. It has been edited since you opened it; please check it again.',
    })
  })

  it('rejects an approved submission once when two administrators do so at once', async () => {
    const { leading, challenge } = await voted()
    await approveSubmission(db, admin, leading)
    const outcomes = await Promise.all(
      [db, another()].map((on) => rejectSubmission(on, admin, leading, '', { seen: 'approved' })),
    )
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await db.row(sql`select participant_count as n from challenges where id = ${challenge}`)).toEqual({
      n: 1,
    })
  })

  it('rejects nothing for an administrator whose role is removed while the command waits', async () => {
    const former = await makeMember(db, { isAdmin: true })
    const { leading, challenge } = await voted()
    await approveSubmission(db, admin, leading)
    const { rejecting } = await another().transaction(async (tx) => {
      await tx.rows(sql`select from challenges where id = ${challenge} for update`)
      const rejecting = rejectSubmission(db, as(former), leading, '', { seen: 'approved' })
      await lockWait(db)
      await tx.rows(sql`update users set is_admin = false, admin_badge = false where id = ${former.id}`)
      return { rejecting }
    })
    expect(await rejecting).toMatchObject({ code: 'forbidden' })
    expect(await db.row(sql`select status, votes from submissions where id = ${leading}`)).toEqual({
      status: 'approved',
      votes: 2,
    })
  })

  it('takes back what was paid even if the reward has changed since', async () => {
    const rewards = REWARDS as Record<keyof typeof REWARDS, number>
    const today = { ...REWARDS }
    Object.assign(rewards, {
      submission: 40,
      voteReceived: 9,
      voteCast: 3,
      win: 70,
    } satisfies Partial<typeof rewards>)
    const { challenge, leading, first, second, voter } = await voted()
    await completeChallenge(db, admin, challenge)
    Object.assign(rewards, today)
    expect([await points(first.id), await points(voter.id)]).toEqual([40 + 2 * 9 + 70 + 25, 3])
    await deleteSubmission({ db, files: noFiles }, admin, leading)
    expect([await points(first.id), await points(voter.id)]).toEqual([0, 0])
    expect(await points(second.id)).toBe(40 + 9 + 25 + REWARDS.win)
  })

  it('cuts a long reason between characters, and records it', async () => {
    const { leading } = await voted()
    expect(await rejectSubmission(db, admin, leading, `${'a'.repeat(499)}🥷 and more`)).toMatchObject({
      ok: true,
    })
    expect(
      await db.row(sql`select rejection_reason as reason from submissions where id = ${leading}`),
    ).toEqual({
      reason: 'a'.repeat(499),
    })
    expect(
      await db.row(
        sql`select action, before->>'status' as before, after->>'status' as after from audit_log where subject_id = ${leading}`,
      ),
    ).toEqual({ action: 'submission_rejected', before: 'pending', after: 'rejected' })
  })

  it('counts the votes again when the winner is deleted', async () => {
    const { challenge, leading, trailing, first, second } = await voted()
    await completeChallenge(db, admin, challenge)
    expect(await points(first.id)).toBe(25 + 10 + 25 + 100)
    expect(await deleteSubmission({ db, files: noFiles }, admin, leading)).toMatchObject({ ok: true })
    expect(
      await db.row(sql`select winner_submission_id as id from challenges where id = ${challenge}`),
    ).toEqual({ id: trailing })
    expect([await points(first.id), await points(second.id)]).toEqual([0, 25 + 5 + 25 + 100])
  })

  it('takes back participation with a removed submission, and pays a new one', async () => {
    const { challenge, leading, trailing, first, second } = await voted()
    await completeChallenge(db, admin, challenge)
    expect(await points(second.id)).toBe(25 + 5 + 25)
    await rejectSubmission(db, admin, trailing, '')
    expect(await points(second.id)).toBe(0)
    await deleteSubmission({ db, files: noFiles }, admin, trailing)
    await extendChallenge(db, admin, challenge)
    const resubmitted = await makeSubmission(db, second, challenge)
    for (let times = 0; times < 2; times++) {
      await completeChallenge(db, admin, challenge)
      expect([await points(first.id), await points(second.id)]).toEqual([25 + 10 + 25 + 100, 25 + 25])
      await extendChallenge(db, admin, challenge)
      expect([await points(first.id), await points(second.id)]).toEqual([25 + 10 + 25, 25 + 25])
    }
    await withdrawSubmission({ db, files: noFiles }, as(second), challenge, resubmitted)
    expect(await points(second.id)).toBe(0)
    await deleteSubmission({ db, files: noFiles }, admin, leading)
    expect(await points(first.id)).toBe(0)
  })

  it('takes back nothing for hidden votes, before and after an extension', async () => {
    const [author, voter] = await makeMembers(db, 2)
    const { challenge, submission } = await makeBallot(db, { author, showVotes: false })
    await castVote(db, as(voter), challenge, submission)
    const totals = async () => [await points(author.id), await points(voter.id)]
    for (let times = 0; times < 2; times++) {
      expect(await totals()).toEqual([25, 0])
      await openVoting(db, challenge)
      await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${challenge}`)
      await advanceDue(db, 'after')
      expect(await totals()).toEqual([25 + 5 + 100, 1])
      await extendChallenge(db, admin, challenge)
    }
    expect(await brokenInvariants(db)).toEqual([])
    await deleteSubmission({ db, files: noFiles }, admin, submission)
    expect(await totals()).toEqual([0, 0])
  })

  type Completed = { challenge: string; won: string; next: string }
  it.each<[string, 'after' | 'before', (of: Completed) => Promise<unknown>]>([
    ['the rejection of the winner', 'after', ({ won }) => rejectSubmission(db, admin, won, '')],
    ['its deletion', 'after', ({ won }) => deleteSubmission({ db, files: noFiles }, admin, won)],
    ['an extension', 'after', ({ challenge }) => extendChallenge(db, admin, challenge)],
    ['the approval of the next winner', 'before', ({ next }) => approveSubmission(db, admin, next)],
  ])('a vote for the winner elsewhere does not deadlock with %s', async (_, moderation, change) => {
    const members = (await makeMembers(db, 5)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    // Members are locked by id, so the voter must come before the winner.
    const [voter, winner, ...others] = members as [Member, Member, ...Member[]]
    const challenge = await makeChallenge(db, { showVotes: false })
    const won = await makeSubmission(db, winner, challenge)
    const next = await makeSubmission(db, voter, challenge)
    if (moderation === 'before') await approveSubmission(db, admin, won)
    await openVoting(db, challenge)
    await castVote(db, as(voter), challenge, won)
    for (const member of others) {
      await castVote(db, as(member), challenge, moderation === 'before' ? next : won)
    }
    await completeChallenge(db, as(admin.viewer, moderation), challenge)
    expect(await db.row(sql`select winner_id as id from challenges where id = ${challenge}`)).toEqual({
      id: winner.id,
    })
    const { challenge: elsewhere, submission: entry } = await makeBallot(db, { author: winner })

    const { changing } = await another(1).transaction(async (tx) => {
      await tx.rows(sql`set local lock_timeout = '500ms'`)
      await tx.rows(sql`select 1 as found from users where id = ${voter.id} for no key update`)
      const changing = change({ challenge, won, next })
      await lockWait(db)
      // Waits for the winner if the change has locked them before the voter.
      expect(await castVote(tx, as(voter), elsewhere, entry)).toMatchObject({ ok: true })
      return { changing }
    })
    expect(await changing).toMatchObject({ ok: true })
  })

  it('has one effect when two administrators delete at once', async () => {
    const { leading, challenge } = await voted()
    const outcomes = await Promise.all([
      deleteSubmission({ db, files: noFiles }, admin, leading),
      deleteSubmission({ db, files: noFiles }, admin, leading),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await db.row(sql`select participant_count as n from challenges where id = ${challenge}`)).toEqual({
      n: 1,
    })
  })
})
