import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { completeChallenge, extendChallenge, reopenChallenge } from '#domain/lifecycle/commands.server.ts'
import { challengeResult } from '#domain/lifecycle/results.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { updateVotePoints } from '#domain/voting/counting.server.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { voterRefusal } from '#domain/voting/rules.ts'
import {
  aSubmission,
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
  voidVotesOf,
  voteKeys,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { holdResult, recountResult, restoreVotes, viewCounts, voidVotes } from './commands.server.ts'
import { deskRow, votesOnDesk } from './queries.server.ts'
import { DESK_PAGE_SIZE, INTEGRITY_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase(12)
const admin = await makeAdmin(db)
const organiser: Scope = as(admin)

interface Contest {
  challenge: string
  /** Two submissions. */
  entries: [string, string]
  authors: [Member, Member]
  voters: Member[]
}

/** A challenge in voting; the first entry has `votes[0]` votes, the second `votes[1]`. */
async function contest(votes: [number, number], showVotes = true): Promise<Contest> {
  const challenge = await makeChallenge(db, { showVotes })
  const authors = await makeMembers(db, 2)
  const entries: [string, string] = [
    await makeSubmission(db, authors[0], challenge),
    await makeSubmission(db, authors[1], challenge),
  ]
  await openVoting(db, challenge)
  const voters = await makeMembers(db, votes[0] + votes[1])
  for (const [index, voter] of voters.entries())
    await castVote(db, as(voter), challenge, entries[index < votes[0] ? 0 : 1])
  return { challenge, entries, authors, voters }
}

const ring = { reason: 'several_accounts', note: 'One address, one hour.' }

function ids(members: readonly Member[]): string[] {
  return members.map(({ id }) => id)
}

async function votesOf(challenge: string): Promise<number[]> {
  const rows = await db.rows<{ votes: number }>(sql`
    select votes from submissions where challenge_id = ${challenge} order by submission_date, id`)
  return rows.map(({ votes }) => votes)
}

async function points({ id }: Member): Promise<number> {
  const row = await db.row<{ points: number }>(sql`select points from users where id = ${id}`)
  return row?.points ?? 0
}

async function end(challenge: string): Promise<void> {
  await db.rows(sql`
    update challenges set voting_ends_at = greatest(deadline + interval '1 us', app_now() - interval '1 s') where id = ${challenge}`)
  await advanceDue(db, 'after')
}

async function statusOf(challenge: string): Promise<string | undefined> {
  const row = await db.row<{ status: string }>(sql`select status from challenges where id = ${challenge}`)
  return row?.status
}

async function batchOf(challenge: string): Promise<string> {
  const row = await db.row<{ id: string }>(sql`select id from void_batches where challenge_id = ${challenge}`)
  return row?.id ?? ''
}

describe('voidVotes', () => {
  it('takes votes and their points away, bars their voters, and can be undone', async () => {
    const { challenge, entries, authors, voters } = await contest([3, 2])
    const suspects = voters.slice(0, 2)
    expect(await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(suspects) })).toEqual({
      ok: true,
      value: 2,
    })
    expect(await votesOf(challenge)).toEqual([1, 2])
    expect(await points(authors[0])).toBe(25 + 5)
    expect(await points(suspects[0] as Member)).toBe(0)
    const again = await castVote(db, as(suspects[0] as Member), challenge, entries[1])
    expect(again).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: expect.stringContaining('voided your vote'),
    })
    expect(await brokenInvariants(db)).toEqual([])

    const batch = await batchOf(challenge)
    expect(await restoreVotes(db, organiser, challenge, { batch, note: 'Checked' })).toEqual({
      ok: true,
      value: 2,
    })
    expect(await votesOf(challenge)).toEqual([3, 2])
    expect(await points(authors[0])).toBe(25 + 15)
    expect(await points(suspects[0] as Member)).toBe(1)
    expect(await restoreVotes(db, organiser, challenge, { batch, note: 'Checked' })).toMatchObject({
      ok: false,
      message: INTEGRITY_MESSAGES.stale,
    })
    expect((await moveVote(db, as(suspects[0] as Member), challenge, entries[1])).ok).toBe(true)
    expect(await brokenInvariants(db)).toEqual([])
    const { entries: log } = await listAuditEntries(db, admin, { subjectType: 'challenge', before: null })
    expect(log.slice(0, 2).map(({ action, after }) => [action, after?.votes])).toEqual(
      [
        ['challenge_votes_voided', 2],
        ['challenge_votes_restored', 2],
      ].reverse(),
    )
  })

  it('does not restore votes for rejected submissions, nor of suspended members until they are reinstated', async () => {
    const { challenge, entries, voters } = await contest([3, 1])
    await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters) })
    const [voter] = ids(voters)
    await suspendMember(db, admin, { userId: voter ?? '', reason: 'x' }, { userIds: [], emails: [] })
    expect((await rejectSubmission(db, organiser, entries[1], '')).ok).toBe(true)
    expect(
      await restoreVotes(db, organiser, challenge, { batch: await batchOf(challenge), note: 'Checked' }),
    ).toEqual({
      ok: true,
      value: 2,
    })
    expect(await votesOf(challenge)).toEqual([2, 0])
    expect(await reinstateMember(db, admin, voter ?? '')).toEqual({ ok: true, value: null })
    expect(await votesOf(challenge)).toEqual([3, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('does not restore votes for content that was replaced since', async () => {
    const { challenge, entries, voters } = await contest([2, 1])
    await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters) })
    await db.rows(sql`update challenges set status = 'active' where id = ${challenge}`)
    await db.rows(
      sql`update submissions set title = 'Another work', content_changed_at = app_now() where id = ${entries[0]}`,
    )
    await restoreVotes(db, organiser, challenge, { batch: await batchOf(challenge), note: 'Checked' })
    expect(await votesOf(challenge)).toEqual([0, 1])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('counts a completed challenge again, pays the other winner, and names the voided votes', async () => {
    const { challenge, entries, authors, voters } = await contest([3, 2])
    await end(challenge)
    expect(await points(authors[0])).toBe(25 + 15 + 100)
    const voided = await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters.slice(0, 2)) })
    expect(voided).toEqual({ ok: true, value: 2 })
    const winner = await db.row(
      sql`select winner_submission_id as id, winner_votes as votes from challenges where id = ${challenge}`,
    )
    expect(winner).toEqual({ id: entries[1], votes: 2 })
    expect(await points(authors[0])).toBe(25 + 5)
    expect(await points(authors[1])).toBe(25 + 10 + 100)
    expect(await challengeResult(db, challenge)).toMatchObject({ votes: 3, voided: { several_accounts: 2 } })
    expect(
      await restoreVotes(db, organiser, challenge, { batch: await batchOf(challenge), note: 'Checked' }),
    ).toMatchObject({
      message: INTEGRITY_MESSAGES.finished,
    })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays nothing for hidden votes, and only the remaining ones at completion', async () => {
    const { challenge, authors, voters } = await contest([3, 0], false)
    await viewCounts(db, organiser, challenge)
    await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters.slice(0, 1)) })
    expect(await points(authors[0])).toBe(25)
    await end(challenge)
    expect(await points(authors[0])).toBe(25 + 10 + 100)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('does not reveal hidden counts that the administrator has not viewed', async () => {
    const { challenge, voters } = await contest([3, 0], false)
    const input = { ...ring, voters: ids(voters) }
    const unseen = { ok: false, message: INTEGRITY_MESSAGES.unseen }
    expect(await voidVotesOf(db, organiser, challenge, input)).toMatchObject(unseen)
    expect(await votesOf(challenge)).toEqual([3, 0])
    await viewCounts(db, organiser, challenge)
    expect(await voidVotesOf(db, organiser, challenge, input)).toEqual({ ok: true, value: 3 })
    const colleague = await makeAdmin(db)
    const batch = await batchOf(challenge)
    expect(await restoreVotes(db, as(colleague), challenge, { batch, note: 'Checked' })).toMatchObject(unseen)
    const hidden = await deskRow(db, colleague, challenge)
    expect(hidden).toMatchObject({ votes: null })
    expect(hidden && (await votesOnDesk(db, hidden))).toEqual([])
    const { entries: log } = await listAuditEntries(db, colleague, { subjectType: 'challenge', before: null })
    expect(log[0]).toMatchObject({ action: 'challenge_votes_voided' })
    expect(log[0]?.after).not.toHaveProperty('votes')
    expect(await restoreVotes(db, organiser, challenge, { batch, note: 'Checked' })).toEqual({
      ok: true,
      value: 3,
    })
  })

  it('bars an administrator who has looked at the counts from voting while they are hidden', async () => {
    const { challenge, entries } = await contest([2, 1], false)
    const voter = await makeAdmin(db)
    expect((await castVote(db, as(voter), challenge, entries[0])).ok).toBe(true)
    await viewCounts(db, as(voter), challenge)
    const message = voterRefusal({ cause: 'looked' }).text
    const barred = { ok: false, code: 'forbidden', message }
    expect(await moveVote(db, as(voter), challenge, entries[1])).toMatchObject(barred)
    expect(await withdrawVote(db, as(voter), challenge, entries[0])).toMatchObject(barred)
    await viewCounts(db, organiser, challenge)
    expect(await castVote(db, organiser, challenge, entries[1])).toMatchObject(barred)
    expect(await votesOf(challenge)).toEqual([3, 1])
    expect(await ballotOf(db, as(voter), challenge)).toMatchObject({
      votedFor: entries[0],
      bar: { text: message, at: null },
    })
    await db.transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = true where id = ${challenge}`)
      await updateVotePoints(tx, challenge, true)
    })
    expect((await castVote(db, organiser, challenge, entries[1])).ok).toBe(true)
  })

  it('bars one who has looked also when voting opens again', async () => {
    const { challenge, entries } = await contest([2, 1], false)
    const looked = as(await makeAdmin(db))
    await viewCounts(db, looked, challenge)
    expect((await reopenChallenge(db, organiser, challenge, 3)).ok).toBe(true)
    await openVoting(db, challenge)
    expect(await castVote(db, looked, challenge, entries[1])).toMatchObject({ code: 'forbidden' })
  })

  it('bars an administrator who has voided votes from entering the challenge', async () => {
    const { challenge, voters } = await contest([2, 1])
    const entrant = await makeAdmin(db)
    const voided = await voidVotesOf(db, as(entrant), challenge, { ...ring, voters: ids(voters.slice(0, 1)) })
    expect(voided.ok).toBe(true)
    expect((await extendChallenge(db, organiser, challenge)).ok).toBe(true)
    expect(await createSubmission(db, as(entrant), challenge, aSubmission)).toMatchObject({
      code: 'forbidden',
      message: SUBMISSION_MESSAGES.barred,
    })
    expect((await createSubmission(db, as(await makeAdmin(db)), challenge, aSubmission)).ok).toBe(true)
  })

  it('bars an administrator who has looked at the counts from entering the challenge', async () => {
    const { challenge } = await contest([2, 0], false)
    const entrant = await makeAdmin(db)
    await viewCounts(db, as(entrant), challenge)
    expect(await deskRow(db, entrant, challenge)).toMatchObject({ votes: 2 })
    expect((await extendChallenge(db, organiser, challenge)).ok).toBe(true)
    expect(await createSubmission(db, as(entrant), challenge, aSubmission)).toMatchObject({
      code: 'forbidden',
      message: SUBMISSION_MESSAGES.barred,
    })
    const third = await makeAdmin(db)
    const pending = await db.transaction(async (tx) => {
      await tx.rows(sql`select from challenges where id = ${challenge} for update`)
      const submission = createSubmission(another(2), as(third), challenge, aSubmission)
      await lockWait(db)
      await tx.rows(sql`insert into count_views (challenge_id, admin_id) values (${challenge}, ${third.id})`)
      return { submission }
    })
    expect(await pending.submission).toMatchObject({ message: SUBMISSION_MESSAGES.barred })
    const fourth = await makeAdmin(db)
    expect((await createSubmission(db, as(fourth), challenge, aSubmission)).ok).toBe(true)
    expect(await deskRow(db, fourth, challenge)).toMatchObject({ votes: null, isEntered: true })
  })

  it('of a ballot that was extended while members voted tells who looked before, or that all saw the counts', async () => {
    const looked = await contest([2, 0], false)
    await viewCounts(db, organiser, looked.challenge)
    const shown = await contest([2, 0], false)
    for (const { challenge } of [looked, shown]) await extendChallenge(db, organiser, challenge)
    for (const isShown of [true, false])
      await db.rows(sql`
        update challenges set show_votes = ${isShown}, ${ballotTimes('active', sql`${isShown}`)} where id = ${shown.challenge}`)
    for (const { challenge } of [looked, shown]) {
      await openVoting(db, challenge)
      await completeChallenge(db, organiser, challenge)
    }
    expect(await challengeResult(db, looked.challenge)).toMatchObject({ lookedAt: 1, wereShown: false })
    expect(await challengeResult(db, shown.challenge)).toMatchObject({ lookedAt: 0, wereShown: true })
  })

  it('shows counts again only after another confirmation when voting opens again', async () => {
    const { challenge, voters } = await contest([2, 0], false)
    await viewCounts(db, organiser, challenge)
    await completeChallenge(db, organiser, challenge)
    await extendChallenge(db, organiser, challenge)
    await openVoting(db, challenge)
    expect(await deskRow(db, admin, challenge)).toMatchObject({ votes: null, isHidden: true })
    expect(await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters) })).toMatchObject({
      message: INTEGRITY_MESSAGES.unseen,
    })
    await viewCounts(db, organiser, challenge)
    expect(await deskRow(db, admin, challenge)).toMatchObject({ votes: 2 })
    const views = sql`select from audit_log where subject_id = ${challenge} and action = 'challenge_counts_viewed'`
    expect(await db.rows(views)).toHaveLength(2)
  })

  it('bars the voter also after the submission is deleted', async () => {
    const { challenge, entries, voters } = await contest([1, 1])
    const [suspect] = voters as [Member]
    await voidVotesOf(db, organiser, challenge, { ...ring, voters: [suspect.id] })
    expect((await rejectSubmission(db, organiser, entries[0], '')).ok).toBe(true)
    await db.rows(sql`delete from submissions where id = ${entries[0]}`)
    expect(await castVote(db, as(suspect), challenge, entries[1])).toMatchObject({
      ok: false,
      code: 'forbidden',
    })
    expect(
      await restoreVotes(db, organiser, challenge, { batch: await batchOf(challenge), note: 'Checked' }),
    ).toEqual({
      ok: true,
      value: 0,
    })
    expect((await castVote(db, as(suspect), challenge, entries[1])).ok).toBe(true)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it.each([
    ['an unknown reason', { reason: 'dislike' }, INTEGRITY_MESSAGES.reason],
    ['the reason of suspensions', { reason: 'suspended' }, INTEGRITY_MESSAGES.reason],
    ['no note', { note: ' \u200b' }, INTEGRITY_MESSAGES.note],
    ['a long note', { note: 'x'.repeat(501) }, INTEGRITY_MESSAGES.noteLength],
    ['no votes', { votes: [] }, INTEGRITY_MESSAGES.noVotes],
    [
      'too many votes',
      {
        votes: Array.from(
          { length: DESK_PAGE_SIZE + 1 },
          (_, n) => `019ac000-0000-7000-8000-${String(n).padStart(12, '0')}:1`,
        ),
      },
      INTEGRITY_MESSAGES.noVotes,
    ],
    [
      'votes of no challenge',
      { votes: ['019ac000-0000-7000-8000-000000000000:1', 'x'] },
      INTEGRITY_MESSAGES.noVotes,
    ],
  ])('is refused with %s', async (_, change, message) => {
    const { challenge, voters } = await contest([1, 0])
    const input = { ...ring, votes: await voteKeys(db, challenge, ids(voters)), ...change }
    expect(await voidVotes(db, organiser, challenge, input)).toMatchObject({ ok: false, message })
    expect(await votesOf(challenge)).toEqual([1, 0])
  })

  it('keeps no vote that is moved and given again at the same moment', async () => {
    const [mover, caster] = [another(1), another(1)]
    for (let round = 0; round < 10; round++) {
      const { challenge, entries, voters } = await contest([1, 1])
      const [suspect] = voters as [Member]
      const [voided] = await Promise.all([
        voidVotesOf(db, organiser, challenge, { ...ring, voters: [suspect.id] }),
        moveVote(mover, as(suspect), challenge, entries[1]),
        castVote(caster, as(suspect), challenge, entries[1]),
      ])
      const left = sql`select from votes where challenge_id = ${challenge} and user_id = ${suspect.id} and counts`
      expect(await db.rows(left)).toHaveLength(voided.ok ? 0 : 1)
      if (!voided.ok) expect(voided.message).toBe(INTEGRITY_MESSAGES.stale)
    }
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('leaves every vote when one of them has been moved to another entry since it was shown', async () => {
    const { challenge, entries, voters } = await contest([2, 0])
    const [mover, other] = voters as [Member, Member]
    const votes = await voteKeys(db, challenge, ids(voters))
    expect((await moveVote(db, as(mover), challenge, entries[1])).ok).toBe(true)
    const stale = { ok: false, code: 'conflict', message: INTEGRITY_MESSAGES.stale }
    expect(await voidVotes(db, organiser, challenge, { ...ring, votes })).toMatchObject(stale)
    expect(await votesOf(challenge)).toEqual([1, 1])
    const shown = await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids([mover, other]) })
    expect(shown).toEqual({ ok: true, value: 2 })
  })

  it('refuses a vote that waited for the voiding', async () => {
    const { challenge, entries, voters } = await contest([1, 1])
    const [suspect] = voters as [Member]
    const waiting = await db.transaction(async (tx) => {
      const voided = await voidVotesOf(tx, organiser, challenge, { ...ring, voters: [suspect.id] })
      expect(voided.ok).toBe(true)
      const vote = castVote(another(1), as(suspect), challenge, entries[1])
      const blocked = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      while ((await another(2).rows(blocked)).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5))
      return { vote }
    })
    expect(await waiting.vote).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await brokenInvariants(db)).toEqual([])
  })
})

it('restores voided votes after locking their voters, as the deletion of an account does', async () => {
  const { challenge, voters } = await contest([2, 1])
  const [suspect] = voters as [Member]
  await voidVotesOf(db, organiser, challenge, { ...ring, voters: ids(voters.slice(0, 2)) })
  const batch = await batchOf(challenge)
  const { restoring } = await db.transaction(async (tx) => {
    await tx.rows(sql`select from users where id = ${suspect.id} for update`)
    const restoring = restoreVotes(another(2), organiser, challenge, { batch, note: 'Checked' })
    await lockWait(db)
    await tx.rows(sql`set local lock_timeout = '100ms'`)
    await tx.rows(sql`select from votes where user_id = ${suspect.id} for key share`)
    return { restoring }
  })
  expect(await restoring).toEqual({ ok: true, value: 2 })
  expect(await brokenInvariants(db)).toEqual([])
})

describe('holdResult', () => {
  it('keeps a challenge from being completed until it is released', async () => {
    const { challenge } = await contest([1, 0])
    expect(await holdResult(db, organiser, challenge, { note: 'A ring?' })).toEqual({ ok: true, value: null })
    expect(await holdResult(db, organiser, challenge, { note: 'Again' })).toMatchObject({
      message: INTEGRITY_MESSAGES.stale,
    })
    const isKnown = async () => (await challengeDetail(db, as(null), challenge))?.isHeld
    expect(await isKnown()).toBe(false)
    await end(challenge)
    expect(await isKnown()).toBe(true)
    expect(await statusOf(challenge)).toBe('voting')
    expect(await completeChallenge(db, organiser, challenge)).toMatchObject({
      ok: false,
      message: 'Failed to complete challenge. Its result is held; release it first.',
    })
    expect(await holdResult(db, organiser, challenge, { note: 'No ring.' }, false)).toEqual({
      ok: true,
      value: null,
    })
    await advanceDue(db, 'after')
    expect(await statusOf(challenge)).toBe('completed')
    expect(await holdResult(db, organiser, challenge, { note: 'Again' }, false)).toMatchObject({
      message: INTEGRITY_MESSAGES.stale,
    })
  })

  it('prevents a completion that began before', async () => {
    const { challenge } = await contest([1, 0])
    await db.transaction(async (tx) => {
      await holdResult(tx, organiser, challenge, { note: 'Wait' })
      await tx.rows(
        sql`update challenges set voting_ends_at = greatest(deadline + interval '1 us', app_now() - interval '1 s') where id = ${challenge}`,
      )
      await advanceDue(another(1), 'after')
    })
    await advanceDue(db, 'after')
    expect(await statusOf(challenge)).toBe('voting')
  })

  it('is refused before voting has begun', async () => {
    const challenge = await makeChallenge(db)
    expect(await holdResult(db, organiser, challenge, { note: 'Early' })).toMatchObject({
      message: CHALLENGE_MESSAGES.notFound,
    })
  })
})

describe('recountResult', () => {
  it('confirms a right result and corrects a wrong one', async () => {
    const { challenge, entries } = await contest([1, 3])
    await end(challenge)
    expect(await recountResult(db, organiser, challenge, { note: 'Asked' })).toEqual({
      ok: true,
      value: false,
    })
    await db.rows(sql`delete from votes where submission_id = ${entries[1]}`)
    await db.rows(sql`update submissions set votes = 0 where id = ${entries[1]}`)
    expect(await recountResult(db, organiser, challenge, { note: 'Asked' })).toEqual({
      ok: true,
      value: true,
    })
    const winner = await db.row(
      sql`select winner_submission_id as id from challenges where id = ${challenge}`,
    )
    expect(winner).toEqual({ id: entries[0] })
  })

  it('is refused before completion, and when the counts contradict the votes', async () => {
    const { challenge, entries } = await contest([1, 3])
    expect(await recountResult(db, organiser, challenge, { note: 'Asked' })).toMatchObject({
      message: INTEGRITY_MESSAGES.stale,
    })
    await end(challenge)
    await db.rows(sql`update submissions set votes = 7 where id = ${entries[0]}`)
    expect(await recountResult(db, organiser, challenge, { note: 'Asked' })).toMatchObject({
      message: INTEGRITY_MESSAGES.mismatch,
    })
    await db.rows(sql`update submissions set votes = 1 where id = ${entries[0]}`)
    const alerts = sql`select from challenges where id = ${challenge} and result_alert is not null`
    expect(await db.rows(alerts)).toEqual([])
    await db.rows(sql`
      update challenges set result_alert = 'From before', result_alert_at = app_now() where id = ${challenge}`)
    expect(await recountResult(db, organiser, challenge, { note: 'Asked' })).toEqual({
      ok: true,
      value: false,
    })
    expect(await db.rows(alerts)).toEqual([])
  })
})

it('refuses administrators who entered the challenge, and all members', async () => {
  const entrant = await makeAdmin(db)
  const { challenge, submission: entry } = await makeBallot(db, { author: entrant, showVotes: false })
  const voter = await makeMember(db)
  await castVote(db, as(voter), challenge, entry)
  const commands = (scope: Scope) => [
    voidVotesOf(db, scope, challenge, { ...ring, voters: [voter.id] }),
    holdResult(db, scope, challenge, { note: 'x' }),
    holdResult(db, scope, challenge, { note: 'x' }, false),
    restoreVotes(db, scope, challenge, { batch: challenge, note: 'Checked' }),
    recountResult(db, scope, challenge, { note: 'Asked' }),
    viewCounts(db, scope, challenge),
  ]
  for (const outcome of await Promise.all(commands(as(entrant))))
    expect(outcome).toMatchObject({ ok: false, message: INTEGRITY_MESSAGES.ownContest })
  for (const outcome of await Promise.all(commands(as(voter))))
    expect(outcome).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await votesOf(challenge)).toEqual([1])
})

it('records once that an administrator looked at hidden counts', async () => {
  const { challenge } = await contest([1, 0], false)
  expect(await viewCounts(db, organiser, challenge)).toEqual({ ok: true, value: null })
  expect(await viewCounts(db, organiser, challenge)).toEqual({ ok: true, value: null })
  const log = await db.rows(sql`
    select from audit_log where subject_id = ${challenge} and action = 'challenge_counts_viewed'`)
  expect(log).toHaveLength(1)
  const shown = await contest([1, 0])
  expect(await viewCounts(db, organiser, shown.challenge)).toMatchObject({
    message: INTEGRITY_MESSAGES.stale,
  })
})

describe('who may vote', () => {
  it('can be members with a verified address only', async () => {
    const { challenge, entries } = await contest([0, 0])
    await db.rows(sql`update challenges set voters = 'verified' where id = ${challenge}`)
    const [verified, unverified] = await makeMembers(db, 2)
    for (const member of [verified, unverified])
      await db.rows(sql`
        insert into identities (issuer, subject, user_id, email, email_verified)
        values ('https://id.example', ${member.id}, ${member.id}, 'a@example.org', ${member === verified})`)
    expect((await castVote(db, as(verified), challenge, entries[0])).ok).toBe(true)
    const refusal = await castVote(db, as(unverified), challenge, entries[0])
    expect(refusal).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: expect.stringContaining('verified e-mail'),
    })
  })

  it('can be members who joined before voting opened only', async () => {
    const { challenge, entries } = await contest([0, 0])
    await db.rows(sql`update challenges set voters = 'members_before' where id = ${challenge}`)
    const [early, late] = await makeMembers(db, 2)
    await db.rows(sql`update users set joined_date = joined_date - interval '1 day' where id = ${early.id}`)
    expect((await castVote(db, as(early), challenge, entries[0])).ok).toBe(true)
    const refusal = await castVote(db, as(late), challenge, entries[0])
    expect(refusal).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /joined before voting opened on .* at \d.* UTC may vote in this challenge\.$/,
      ),
    })
    const inZone = async (timeZone: string) => {
      const answer = await castVote(db, { ...as(late), timeZone }, challenge, entries[0])
      return answer.ok ? '' : answer.message
    }
    expect(await inZone('Asia/Tokyo')).toContain(' GMT+9 may vote')
    await db.rows(sql`update users set time_zone = 'Asia/Kolkata' where id = ${late.id}`)
    expect(await inZone('Asia/Tokyo')).toContain(' GMT+5:30 may vote')
    await db.rows(sql`update users set time_zone = null where id = ${late.id}`)
    expect((await ballotOf(db, as(late), challenge)).bar).toEqual({
      text: 'Only members who joined before voting opened on',
      at: expect.any(String),
      end: 'may vote in this challenge.',
    })
    await extendChallenge(db, organiser, challenge)
    await openVoting(db, challenge)
    expect(await castVote(db, as(late), challenge, entries[0])).toEqual(refusal)
  })
})
