import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { restoreVotes } from '#domain/integrity/commands.server.ts'
import { completeChallenge, extendChallenge, reopenChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { countedVotes, rewardsOf } from '#domain/voting/counting.server.ts'
import {
  aSubmission,
  as,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from './commands.server.ts'
import { sweepRejectedVotes, undoModeration } from './undo.server.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const admin = as(await makeMember(db, { isAdmin: true }))
const colleague = as(await makeMember(db, { isAdmin: true }))

async function voted(showVotes = true) {
  const [first, second, ...voters] = await makeMembers(db, 5)
  const challenge = await makeChallenge(db, { showVotes })
  const leading = await makeSubmission(db, first, challenge)
  const trailing = await makeSubmission(db, second, challenge)
  await openVoting(db, challenge)
  const [a = first, b = first, c = first] = voters
  await castVote(db, as(a), challenge, leading)
  await castVote(db, as(b), challenge, leading)
  await castVote(db, as(c), challenge, trailing)
  return { challenge, leading, trailing, first, second, a, b, c }
}

type Contest = Awaited<ReturnType<typeof voted>>

async function submitted() {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db)
  return { author, challenge, id: await makeSubmission(db, author, challenge) }
}

function stateOf(id: string) {
  return db.row(sql`
    select s.status, s.votes, s.rejection_reason as reason, s.moderation_date as moderated, s.moderator_id as moderator,
      c.participant_count as participants, c.winner_submission_id as winner, c.winner_votes as "winnerVotes"
    from submissions s join challenges c on c.id = s.challenge_id where s.id = ${id}`)
}

function pointsOf(challenge: string) {
  return db.rows(sql`
    select u.id, u.points, u.rank from users u
    where u.id in (select user_id from points_log where challenge_id = ${challenge}) order by u.id`)
}

async function later(id: string, minutes: number) {
  await db.rows(sql`
    update submissions set moderation_date = app_now() - make_interval(mins => ${minutes}) where id = ${id}`)
}

async function expectAsBefore(id: string, challenge: string, moderate: () => Promise<unknown>) {
  const [before, points] = [await stateOf(id), await pointsOf(challenge)]
  expect(await moderate()).toMatchObject({ ok: true })
  expect(await stateOf(id)).not.toEqual(before)
  expect(await brokenInvariants(db)).toEqual([])
  expect(await undoModeration(db, colleague, id)).toMatchObject({ ok: true })
  expect(await stateOf(id)).toEqual(before)
  expect(await pointsOf(challenge)).toEqual(points)
}

describe('undoModeration', () => {
  it('restores what an approval or a rejection changed', async () => {
    const { id, challenge } = await submitted()
    await expectAsBefore(id, challenge, () => approveSubmission(db, admin, id))
    await expectAsBefore(id, challenge, () => rejectSubmission(db, admin, id, 'A plane'))
    await expectAsBefore(id, challenge, () => rejectSubmission(db, admin, id, 'A plane'))
    expect(await db.rows(sql`select from submissions where status = 'rejected'`)).toEqual([])
  })

  it.each([true, false])('restores votes, with show_votes %s, before and after completion', async (shown) => {
    const { challenge, leading, trailing } = await voted(shown)
    const reject = (id: string) => () => rejectSubmission(db, admin, id, '')
    await expectAsBefore(leading, challenge, reject(leading))
    await completeChallenge(db, admin, challenge)
    await db.rows(
      sql`update challenges set completed_at = app_now() - interval '1 s' where id = ${challenge}`,
    )
    await expectAsBefore(leading, challenge, reject(leading))
    await expectAsBefore(trailing, challenge, reject(trailing))
  })

  it.each([
    ['rejected', (id: string) => rejectSubmission(db, admin, id, '')],
    ['deleted', (id: string) => deleteSubmission({ db, files: noFiles }, admin, id)],
  ])('counts again after the winner was %s', async (_, remove) => {
    const { challenge, leading, trailing } = await voted()
    await completeChallenge(db, admin, challenge)
    expect(await stateOf(trailing)).toMatchObject({ winner: leading })
    expect(await rejectSubmission(db, admin, trailing, '')).toMatchObject({ ok: true })
    expect(await remove(leading)).toMatchObject({ ok: true })
    expect(await undoModeration(db, admin, trailing)).toMatchObject({ ok: true })
    expect(await stateOf(trailing)).toMatchObject({ status: 'pending', votes: 1, winner: trailing })
  })

  it.each(['after', 'before'] as const)(
    'makes an approved one approved again, with MODERATION=%s',
    async (moderation) => {
      const by = as(admin.viewer, moderation)
      for (const showVotes of [true, false]) {
        const { challenge, leading, trailing } = await voted(showVotes)
        for (const id of [leading, trailing]) await approveSubmission(db, by, id)
        const reject = (id: string) => () => rejectSubmission(db, by, id, '', { seen: 'approved' })
        await expectAsBefore(leading, challenge, reject(leading))
        await completeChallenge(db, by, challenge)
        await db.rows(
          sql`update challenges set completed_at = app_now() - interval '1 s' where id = ${challenge}`,
        )
        await expectAsBefore(leading, challenge, reject(leading))
        await expectAsBefore(trailing, challenge, reject(trailing))
      }
    },
  )

  it('restores thousands of votes with their points', async () => {
    const { author, challenge, id } = await submitted()
    await openVoting(db, challenge)
    await db.rows(sql`
      with voters as (
        insert into users (id, display_name, name_skeleton, email, avatar_preset)
        select gen_random_uuid(), 'Voter ' || n, 'voter' || n, n || '@example.org', 1 from generate_series(1, 2001) n
        returning id
      )
      insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
      select gen_random_uuid(), ${id}, ${challenge}, ${author.id}, id, app_now() from voters`)
    await db.rows(sql`update submissions set votes = 2001 where id = ${id}`)
    await applyPointsEntries(db, [], rewardsOf(countedVotes(challenge)))
    const before = await pointsOf(challenge)
    expect(await rejectSubmission(db, admin, id, 'Copied')).toMatchObject({ ok: true })
    expect(await brokenInvariants(db)).toEqual([])
    expect(await undoModeration(db, admin, id)).toMatchObject({ ok: true, value: { missingVotes: 0 } })
    expect(await pointsOf(challenge)).toEqual(before)
  })

  it('lets an approved submission win again after the winner was deleted', async () => {
    const before = as(admin.viewer, 'before')
    const { challenge, leading, trailing } = await voted()
    for (const id of [leading, trailing]) await approveSubmission(db, before, id)
    await completeChallenge(db, before, challenge)
    await rejectSubmission(db, before, trailing, '')
    await deleteSubmission({ db, files: noFiles }, before, leading)
    expect(await undoModeration(db, before, trailing)).toMatchObject({ ok: true })
    expect(await stateOf(trailing)).toMatchObject({ status: 'approved', votes: 1, winner: trailing })
  })

  it('returns the status and the votes that were not restored, but no count of a secret ballot', async () => {
    for (const showVotes of [true, false]) {
      const { challenge, leading, trailing, a } = await voted(showVotes)
      await approveSubmission(db, admin, leading)
      await rejectSubmission(db, admin, leading, '')
      await castVote(db, as(a), challenge, trailing)
      expect(await undoModeration(db, admin, leading, { judgement: 'rejected' })).toEqual({
        ok: true,
        value: { judgement: 'rejected', status: 'approved', missingVotes: showVotes ? 1 : null },
      })
    }
  })

  it('makes a submission pending that was approved, rejected and edited before the last rejection', async () => {
    const { id, author } = await submitted()
    await approveSubmission(db, admin, id)
    await rejectSubmission(db, admin, id, '')
    await updateSubmission(db, as(author), id, { ...aSubmission, title: 'Something else' })
    await rejectSubmission(db, admin, id, '')
    await undoModeration(db, admin, id)
    expect(await stateOf(id)).toMatchObject({ status: 'pending', moderated: null, moderator: null })
  })

  it('returns the win from another submission', async () => {
    const { challenge, leading, trailing } = await voted()
    const [third, fourth] = await makeMembers(db, 2)
    await db.rows(
      sql`update challenges set status = 'active', deadline = app_now() + interval '1 day' where id = ${challenge}`,
    )
    const best = await makeSubmission(db, third, challenge)
    await openVoting(db, challenge)
    for (const voter of [fourth, ...(await makeMembers(db, 2))])
      await castVote(db, as(voter), challenge, best)
    await completeChallenge(db, admin, challenge)
    expect(await stateOf(leading)).toMatchObject({ winner: best })
    await rejectSubmission(db, admin, leading, '')
    await rejectSubmission(db, admin, best, '')
    expect(await stateOf(leading)).toMatchObject({ winner: trailing })
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true })
    expect(await stateOf(leading)).toMatchObject({ status: 'pending', votes: 2, winner: leading })
  })

  it('is refused in a challenge that was canceled since', async () => {
    const { id, challenge } = await submitted()
    await rejectSubmission(db, admin, id, '')
    await db.rows(sql`
      update challenges set status = 'canceled', completed_at = app_now() where id = ${challenge}`)
    expect(await undoModeration(db, admin, id)).toMatchObject({
      message: 'Failed to undo. The challenge has been canceled.',
    })
    expect(await stateOf(id)).toMatchObject({ status: 'rejected', participants: 0 })
  })

  it('counts again without an approval that had changed the winner', async () => {
    const before = as(admin.viewer, 'before')
    const { challenge, leading, trailing } = await voted()
    await approveSubmission(db, before, trailing)
    await completeChallenge(db, before, challenge)
    expect(await stateOf(leading)).toMatchObject({ winner: trailing })
    await approveSubmission(db, before, leading)
    expect(await stateOf(leading)).toMatchObject({ winner: leading })
    expect(await undoModeration(db, before, leading)).toMatchObject({ ok: true })
    expect(await stateOf(leading)).toMatchObject({ status: 'pending', votes: 2, winner: trailing })
  })

  it('does not restore votes of members who voted again or deleted their account', async () => {
    const { challenge, leading, trailing, a, b } = await voted()
    await rejectSubmission(db, admin, leading, '')
    expect(await castVote(db, as(a), challenge, trailing)).toMatchObject({ ok: true })
    expect(
      await deleteMember({ db, files: noFiles }, b.id, 'keep', { userIds: [], emails: [] }),
    ).toMatchObject({
      ok: true,
    })
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true })
    expect(await stateOf(leading)).toMatchObject({ status: 'pending', votes: 0 })
    expect(await stateOf(trailing)).toMatchObject({ votes: 2 })
  })

  it('does not restore a vote whose voter has withdrawn another since', async () => {
    const { challenge, leading, trailing, a } = await voted()
    await rejectSubmission(db, admin, leading, '')
    await castVote(db, as(a), challenge, trailing)
    expect(await withdrawVote(db, as(a), challenge, trailing)).toMatchObject({ ok: true })
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 1 } })
    expect(await stateOf(leading)).toMatchObject({ status: 'pending', votes: 1 })
  })

  it('pays no more than a penalty left', async () => {
    const { id, author, challenge } = await submitted()
    await applyPointsEntries(db, [
      { userId: author.id, points: -15, reason: 'admin_adjustment', challengeId: null, sourceId: challenge },
    ])
    await expectAsBefore(id, challenge, () => rejectSubmission(db, admin, id, ''))
  })

  it('is recorded, once, and only for administrators', async () => {
    const { id, author } = await submitted()
    await approveSubmission(db, admin, id)
    expect(await undoModeration(db, as(author), id)).toMatchObject({ code: 'forbidden' })
    const outcomes = await Promise.all([
      undoModeration(db, admin, id, { judgement: 'approved' }),
      undoModeration(another(), colleague, id, { judgement: 'approved' }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toEqual([
      { ok: true, value: { judgement: 'approved', status: 'pending', missingVotes: 0 } },
    ])
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      code: 'conflict',
      message: 'Failed to undo. It is already pending.',
    })
    expect(
      await db.rows(sql`
        select action, before ->> 'status' as before, after ->> 'status' as after from audit_log
        where subject_id = ${id} order by created_at`),
    ).toEqual([
      { action: 'submission_approved', before: 'pending', after: 'approved' },
      { action: 'submission_moderation_undone', before: 'approved', after: 'pending' },
    ])
  })

  it('is recorded with an entry of the administrator in the same challenge', async () => {
    const { id, challenge } = await submitted()
    await makeSubmission(db, admin.viewer as Member, challenge)
    await approveSubmission(db, admin, id)
    await undoModeration(db, colleague, id)
    const log = await db.rows(sql`
      select own_contest as own from audit_log where subject_id = ${id} order by created_at`)
    expect(log).toEqual([{ own: true }, { own: false }])
  })

  it('is possible for ten minutes', async () => {
    const { id } = await submitted()
    for (const moderate of [
      approveSubmission,
      (...[on, by, of]: Parameters<typeof approveSubmission>) => rejectSubmission(on, by, of, ''),
    ]) {
      await moderate(db, admin, id)
      await later(id, 10)
      expect(await undoModeration(db, admin, id)).toMatchObject({
        code: 'conflict',
        message: 'Failed to undo. More than 10 minutes have passed.',
      })
      await later(id, 9)
      expect(await undoModeration(db, admin, id)).toMatchObject({ ok: true })
    }
  })

  it('is refused if the submission or the result has changed since', async () => {
    const { id, author, challenge } = await submitted()
    await rejectSubmission(db, admin, id, '')
    expect(await undoModeration(db, admin, id, { judgement: 'approved' })).toMatchObject({
      message: 'Failed to undo. It is already rejected.',
    })
    await updateSubmission(db, as(author), id, { ...aSubmission, title: 'Something else' })
    expect(await undoModeration(db, admin, id)).toMatchObject({
      message: 'Failed to undo. It is already pending.',
    })
    await approveSubmission(db, admin, id)
    expect(await undoModeration(db, admin, id, { version: 1 })).toMatchObject({
      message: 'Failed to undo. It has been edited since you opened it; please check it again.',
    })
    await completeChallenge(db, admin, challenge)
    expect(await undoModeration(db, admin, id)).toMatchObject({
      message: 'Failed to undo. The challenge has been completed since.',
    })
    await deleteSubmission({ db, files: noFiles }, admin, id)
    expect(await undoModeration(db, admin, id)).toMatchObject({ code: 'not-found' })
  })

  it.each([
    [true, extendChallenge],
    [false, (...[on, by, id]: Parameters<typeof extendChallenge>) => reopenChallenge(on, by, id, 3)],
  ])(
    'is possible once a completion since was taken back: its result and win are gone, and no payment is made twice, with show_votes %s',
    async (shown, takeBack) => {
      const { challenge, leading, trailing, first, second, a, b, c } = await voted(shown)
      await approveSubmission(db, admin, trailing)
      await rejectSubmission(db, admin, leading, '')
      await completeChallenge(db, admin, challenge)
      for (const id of [leading, trailing])
        expect(await undoModeration(db, admin, id)).toMatchObject({
          message: 'Failed to undo. The challenge has been completed since.',
        })
      await takeBack(db, admin, challenge)
      for (const id of [leading, trailing])
        expect(await undoModeration(db, admin, id)).toMatchObject({ ok: true, value: { status: 'pending' } })
      expect(await stateOf(leading)).toMatchObject({ votes: 2, participants: 2, winner: null })
      expect(await brokenInvariants(db)).toEqual([])
      await completeChallenge(db, admin, challenge)
      expect(await stateOf(leading)).toMatchObject({ votes: 2, winner: leading, winnerVotes: 2 })
      const totals = { [first.id]: 160, [second.id]: 55, [a.id]: 1, [b.id]: 1, [c.id]: 1 }
      const found = await db.rows<{ id: string; points: number }>(
        sql`select id, points from users where id = any(${Object.keys(totals)}::uuid[])`,
      )
      expect(Object.fromEntries(found.map(({ id, points }) => [id, points]))).toEqual(totals)
    },
  )

  it('is refused if the votes of an approved submission would be hidden', async () => {
    const before = as(admin.viewer, 'before')
    const { id, challenge } = await submitted()
    await approveSubmission(db, before, id)
    await openVoting(db, challenge)
    await castVote(db, as(await makeMember(db), 'before'), challenge, id)
    expect(await undoModeration(db, before, id)).toMatchObject({
      message: 'Failed to undo. Members could vote for it since.',
    })
    expect(await undoModeration(db, admin, id)).toMatchObject({ ok: true })
  })

  it('does not reveal votes of a secret ballot by its refusal', async () => {
    const before = as(admin.viewer, 'before')
    const { id, challenge } = await submitted()
    await db.rows(sql`update challenges set show_votes = false where id = ${challenge}`)
    await approveSubmission(db, before, id)
    await openVoting(db, challenge)
    expect(await undoModeration(db, before, id)).toMatchObject({
      message: 'Failed to undo. Members could vote for it since.',
    })
  })

  it('waits for a withdrawal and for a completion', async () => {
    const [withdrawn, completed] = [await submitted(), await submitted()]
    const race = async (id: string, work: (tx: typeof db) => Promise<unknown>) => {
      await approveSubmission(db, admin, id)
      const { undone } = await db.transaction(async (tx) => {
        expect(await work(tx as typeof db)).toMatchObject({ ok: true })
        const undone = undoModeration(another(), admin, id)
        await lockWait(db)
        return { undone }
      })
      return undone
    }
    const { id, author, challenge } = withdrawn
    expect(
      await race(id, (tx) => withdrawSubmission({ db: tx, files: noFiles }, as(author), challenge, id)),
    ).toMatchObject({ code: 'not-found' })
    expect(await race(completed.id, (tx) => completeChallenge(tx, admin, completed.challenge))).toMatchObject(
      { message: 'Failed to undo. The challenge has been completed since.' },
    )
  })
})

it('votes of a rejected submission do not come back with an edit and an approval, nor with a later undo', async () => {
  const { challenge, leading, first, a, b } = await voted()
  await rejectSubmission(db, admin, leading, '')
  expect(await castVote(db, as(a), challenge, leading)).toMatchObject({ ok: false })
  await db.rows(sql`
    update challenges set status = 'active', deadline = app_now() + interval '1 hour' where id = ${challenge}`)
  expect(
    await updateSubmission(db, as(first), leading, { ...aSubmission, title: 'Another', imageId: null }),
  ).toMatchObject({ ok: true })
  await approveSubmission(db, admin, leading)
  await openVoting(db, challenge)
  expect(await stateOf(leading)).toMatchObject({ status: 'approved', votes: 0 })
  expect(await castVote(db, as(b), challenge, leading)).toMatchObject({ ok: true })
  await rejectSubmission(db, admin, leading, '')
  expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 0 } })
  expect(await stateOf(leading)).toMatchObject({ status: 'approved', votes: 1 })
})

describe('the votes that a rejection took', () => {
  it('do not come back if the voter voted since, even if that entry was rejected or deleted too', async () => {
    const { challenge, leading, trailing, a } = await voted()
    await rejectSubmission(db, admin, leading, '')
    expect(await castVote(db, as(a), challenge, trailing)).toMatchObject({ ok: true })
    await rejectSubmission(db, admin, trailing, '')
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 1 } })
    expect(await undoModeration(db, admin, trailing)).toMatchObject({ ok: true, value: { missingVotes: 0 } })
    expect([await stateOf(leading), await stateOf(trailing)]).toMatchObject([{ votes: 1 }, { votes: 2 }])
  })

  it('come back in a completed challenge, also of members who left or were suspended since', async () => {
    const { challenge, leading, a, b } = await voted()
    await completeChallenge(db, admin, challenge)
    await deleteMember({ db, files: noFiles }, a.id, 'keep', { userIds: [], emails: [] })
    await suspendMember(db, admin.viewer, { userId: b.id, reason: 'x' }, { userIds: [], emails: [] })
    await rejectSubmission(db, admin, leading, '')
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 0 } })
    expect(await stateOf(leading)).toMatchObject({ votes: 2, winner: leading })
  })

  it('wait for the undo if a suspension had voided them', async () => {
    const { leading, a } = await voted()
    await suspendMember(db, admin.viewer, { userId: a.id, reason: 'x' }, { userIds: [], emails: [] })
    await rejectSubmission(db, admin, leading, '')
    await reinstateMember(db, admin.viewer, a.id)
    await undoModeration(db, admin, leading)
    expect(await stateOf(leading)).toMatchObject({ votes: 2 })
  })

  it('are not fewer than none missing if a voided one was restored since', async () => {
    const { challenge, leading, a, b } = await voted()
    const voiding = { voters: [a.id, b.id], reason: 'agreed', note: 'x' }
    expect((await voidVotesOf(db, admin, challenge, voiding)).ok).toBe(true)
    await rejectSubmission(db, admin, leading, '')
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${challenge}`,
    )
    expect((await restoreVotes(db, admin, challenge, { batch: batch?.id ?? '', note: 'x' })).ok).toBe(true)
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 0 } })
    expect(await stateOf(leading)).toMatchObject({ votes: 2 })
  })

  it('come back to a suspended voter once both are undone, in any order', async () => {
    const suspend = ({ a }: Contest) =>
      suspendMember(db, admin.viewer, { userId: a.id, reason: 'x' }, { userIds: [], emails: [] })
    const reinstate = ({ a }: Contest) => reinstateMember(db, admin.viewer, a.id)
    const reject = ({ leading }: Contest) => rejectSubmission(db, admin, leading, '')
    const undo = ({ leading }: Contest) => undoModeration(db, admin, leading)
    const complete = ({ challenge }: Contest) => completeChallenge(db, admin, challenge)
    const reopen = ({ challenge }: Contest) => reopenChallenge(db, admin, challenge, 3)
    for (const happens of [
      [reject, suspend],
      [suspend, reject],
      [complete, reject, suspend, reopen],
      [complete, suspend, reject, reopen],
    ])
      for (const undone of [
        [undo, reinstate],
        [reinstate, undo],
      ]) {
        const contest = await voted()
        for (const step of [...happens, ...undone]) expect(await step(contest)).toMatchObject({ ok: true })
        expect(await stateOf(contest.leading)).toMatchObject({ votes: 2 })
        expect(await brokenInvariants(db)).toEqual([])
      }
  })

  it('do not come back to a suspended voter with the undo, nor once reinstated if it comes too late', async () => {
    const { challenge, leading, a } = await voted()
    await rejectSubmission(db, admin, leading, '')
    await suspendMember(db, admin.viewer, { userId: a.id, reason: 'x' }, { userIds: [], emails: [] })
    expect(await undoModeration(db, admin, leading)).toMatchObject({ ok: true, value: { missingVotes: 1 } })
    expect(await stateOf(leading)).toMatchObject({ votes: 1 })
    await rejectSubmission(db, admin, leading, '')
    await later(leading, undoMinutes)
    await reinstateMember(db, admin.viewer, a.id)
    await sweepRejectedVotes(db)
    expect(
      await db.rows(sql`select from votes where challenge_id = ${challenge} and user_id = ${a.id}`),
    ).toEqual([])
  })

  it('are not two for one member, whose next vote takes their place', async () => {
    const { challenge, leading, trailing, a } = await voted()
    const votesOf = () =>
      db.rows(
        sql`select submission_id as entry, counts, round from votes where challenge_id = ${challenge} and user_id = ${a.id}`,
      )
    await rejectSubmission(db, admin, leading, '')
    expect(await votesOf()).toEqual([{ entry: leading, counts: false, round: 1 }])
    await castVote(db, as(a), challenge, trailing)
    expect(await votesOf()).toEqual([{ entry: trailing, counts: true, round: 2 }])
    await rejectSubmission(db, admin, trailing, '')
    await undoModeration(db, admin, leading)
    expect(await votesOf()).toEqual([{ entry: trailing, counts: false, round: 2 }])
    await undoModeration(db, admin, trailing)
    expect(await votesOf()).toEqual([{ entry: trailing, counts: true, round: 3 }])
  })

  it('are deleted when it can no longer be undone', async () => {
    const { leading } = await voted()
    await rejectSubmission(db, admin, leading, '')
    const kept = () => db.rows(sql`select from votes where submission_id = ${leading}`)
    await sweepRejectedVotes(db)
    expect(await kept()).toHaveLength(2)
    await later(leading, undoMinutes)
    await sweepRejectedVotes(db)
    expect(await kept()).toEqual([])
  })
})

it('an undo pays for taking part only what the rejection took', async () => {
  const { author, challenge, id } = await submitted()
  await completeChallenge(db, admin, challenge)
  await extendChallenge(db, admin, challenge)
  await rejectSubmission(db, admin, id, '')
  await updateSubmission(db, as(author), id, { ...aSubmission, title: 'Better', imageId: null })
  await expectAsBefore(id, challenge, () => rejectSubmission(db, admin, id, ''))
  expect(await pointsOf(challenge)).toMatchObject([{ id: author.id, points: 25 }])
})
