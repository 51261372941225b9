import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { advanceAndGetTime, advanceDue } from './advance.server.ts'
import { completeChallenge, extendChallenge } from './commands.server.ts'
import { type WrongResult, wrongResults } from './recount.server.ts'
import { LIFECYCLE_MESSAGES, winnerOf } from './rules.ts'

const { db } = await testDatabase()
const admin = as(await makeAdmin(db))

/** A challenge in voting: two votes for the first submission, one for the second. */
async function voted() {
  const challenge = await makeChallenge(db)
  const [first, second, ...voters] = await makeMembers(db, 5)
  const leading = await makeSubmission(db, first, challenge)
  const trailing = await makeSubmission(db, second, challenge)
  await openVoting(db, challenge)
  for (const [index, voter] of voters.entries())
    await castVote(db, as(voter), challenge, index < 2 ? leading : trailing)
  return { challenge, leading, trailing, voters }
}

function statusOf(challenge: string) {
  return db.row<{ status: string; alerts: number; paid: number }>(sql`
    select status, num_nonnulls(result_alert) as alerts,
      (select count(*)::int from points_log where challenge_id = c.id and reason = 'challenge_win') as paid
    from challenges c where id = ${challenge}`)
}

describe('the second count of a completion', () => {
  it('stops a completion whose stored counts differ from the votes, and alerts', async () => {
    const { challenge, trailing } = await voted()
    await db.rows(sql`update submissions set votes = 9 where id = ${trailing}`)
    expect(await completeChallenge(db, admin, challenge)).toMatchObject({
      code: 'conflict',
      message: LIFECYCLE_MESSAGES.mismatch,
    })
    expect(await statusOf(challenge)).toEqual({ status: 'voting', alerts: 1, paid: 0 })
    const told = sql`select details ->> 'waits' as waits from notification_events where challenge_id = ${challenge}
      and kind = 'challenge_waits'`
    expect(await db.rows(told)).toEqual([{ waits: 'mismatch' }])

    await db.rows(sql`update submissions set votes = 1 where id = ${trailing}`)
    expect(await completeChallenge(db, admin, challenge)).toMatchObject({ ok: true })
    expect(await statusOf(challenge)).toEqual({ status: 'completed', alerts: 0, paid: 1 })
  })

  it('stops the schedule in the same way, and other challenges complete', async () => {
    const [{ challenge, leading }, other] = [await voted(), await voted()]
    await db.rows(sql`update submissions set votes = 0 where id = ${leading}`)
    await db.rows(sql`
      update challenges set deadline = app_now() - interval '4 days', voting_ends_at = app_now()
      where id in (${challenge}, ${other.challenge})`)
    await expect(advanceDue(db, 'after')).rejects.toThrow('has 2 votes, but 0 were counted')
    expect(await statusOf(challenge)).toMatchObject({ status: 'voting', alerts: 1 })
    expect(await statusOf(other.challenge)).toMatchObject({ status: 'completed', alerts: 0 })
    await db.rows(sql`update submissions set votes = 2 where id = ${leading}`)
    // Pages, which would count again at each load, leave it to the schedule.
    await advanceAndGetTime(db, 'after')
    expect(await statusOf(challenge)).toMatchObject({ status: 'voting', alerts: 1 })
    await advanceDue(db, 'after')
    expect(await statusOf(challenge)).toMatchObject({ status: 'completed', alerts: 0 })
  })

  it('decides a tie like the first count', async () => {
    const tied = [
      { submissionId: 'b', votes: 2, contentChangedAt: '2026-11-23 12:00:00.000002' },
      { submissionId: 'c', votes: 2, contentChangedAt: '2026-11-23 12:00:00.000001' },
      { submissionId: 'd', votes: 1, contentChangedAt: '2026-11-23 11:00:00.000001' },
      { submissionId: 'a', votes: 2, contentChangedAt: '2026-11-23 12:00:00.000001' },
    ]
    expect(winnerOf(tied)?.submissionId).toBe('a')
    expect(winnerOf([{ submissionId: 'a', votes: 0, contentChangedAt: '' }])).toBeUndefined()
    const { challenge, leading, trailing } = await voted()
    await castVote(db, as(await makeMember(db)), challenge, trailing)
    expect(await completeChallenge(db, admin, challenge)).toMatchObject({ ok: true })
    const won = await db.row(sql`select winner_submission_id as id from challenges where id = ${challenge}`)
    expect(won).toEqual({ id: leading })
  })
})

describe('a certificate', () => {
  it('of release 0.12.0 is still verified, and its votes cannot be changed unnoticed', async () => {
    const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const [author, ...voters] = await makeMembers(db, 4)
    const { challenge, submission: entry } = await makeBallot(db, { author })
    for (const voter of voters) await castVote(db, as(voter), challenge, entry)
    await completeChallenge(db, admin, challenge)
    // The rows of a result of then have ids and a salt that its hash was made with.
    const problems: WrongResult[][] = []
    const undone = db.transaction(async (tx) => {
      await tx.rows(sql`set local session_replication_role = replica`)
      await tx.rows(sql`update submissions set id = ${id(1)} where id = ${entry}`)
      await tx.rows(sql`update completions set submission_id = ${id(1)} where challenge_id = ${challenge}`)
      await tx.rows(sql`update challenges set winner_submission_id = ${id(1)} where id = ${challenge}`)
      for (const [index, { id: userId }] of voters.entries()) {
        await tx.rows(
          sql`update votes set submission_id = ${id(1)}, user_id = ${id(index + 2)} where user_id = ${userId}`,
        )
        await tx.rows(sql`update users set id = ${id(index + 2)} where id = ${userId}`)
      }
      await tx.rows(sql`
        update certificates t set salt = decode(repeat('5a', 32), 'hex'), counts = jsonb_build_object(${id(1)}::text, 3),
          ballots = '84b4d584c5c1da63647c829f34b5337dd010a4cd9d425e0c62e305e7b3ea255f'
        from completions k where k.id = t.completion_id and k.challenge_id = ${challenge}`)
      problems.push(await wrongResults(tx, challenge))
      await tx.rows(sql`delete from votes where user_id = ${id(2)}`)
      problems.push(await wrongResults(tx, challenge))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(problems).toMatchObject([[], [{ problem: 'ballots' }]])
  })

  it('has a fingerprint that cannot be found by trying ballots', async () => {
    const prints = []
    for (const { challenge } of [await voted(), await voted()]) {
      await completeChallenge(db, admin, challenge)
      const print = await db.row<{ salt: string; ballots: string; unsalted: string }>(sql`
        select encode(t.salt, 'hex') as salt, t.ballots, (
            select encode(sha256(convert_to(string_agg(user_id || ' ' || submission_id, E'\\n' order by user_id), 'UTF8')), 'hex')
            from votes where challenge_id = ${challenge}) as unsalted
        from certificates t join completions k on k.id = t.completion_id where k.challenge_id = ${challenge}`)
      expect(print?.salt).toMatch(/^[0-9a-f]{64}$/)
      expect(print?.ballots).not.toBe(print?.unsalted)
      prints.push(print?.salt)
    }
    expect(new Set(prints).size).toBe(2)
  })

  it('names every result that was changed after its completion', async () => {
    const { challenge, leading, trailing, voters } = await voted()
    await completeChallenge(db, admin, challenge)
    expect(await wrongResults(db)).toEqual([])
    const problemAfter = async (change: ReturnType<typeof sql>) => {
      let problem: string | undefined
      await db
        .transaction(async (tx) => {
          await tx.rows(change)
          problem = (await wrongResults(tx)).find(({ challengeId }) => challengeId === challenge)?.problem
          throw new Error('undone')
        })
        .catch(() => undefined)
      return problem
    }
    const voter = voters[0]?.id
    expect(await problemAfter(sql`delete from votes where user_id = ${voter}`)).toBe('ballots')
    const moved = sql`
      update votes set submission_id = ${trailing}, author_id = (select user_id from submissions where id = ${trailing})
      where user_id = ${voter}`
    expect(await problemAfter(moved)).toBe('ballots')
    expect(await problemAfter(sql`update submissions set votes = 3 where id = ${leading}`)).toBe('counts')
    expect(await problemAfter(sql`delete from certificates`)).toBe('no certificate')
    expect(await problemAfter(sql`update completions set votes = 7 where challenge_id = ${challenge}`)).toBe(
      'winner',
    )
  })

  it('is replaced when a submission is rejected later, and when that is undone or the challenge runs again', async () => {
    const { challenge, trailing } = await voted()
    await completeChallenge(db, admin, challenge)
    const votes = async () =>
      (
        await db.rows<{ votes: number }>(sql`
          select t.votes from certificates t join completions k on k.id = t.completion_id
          where k.challenge_id = ${challenge} order by t.made_at, t.replaced_at nulls last`)
      ).map((row) => row.votes)
    await rejectSubmission(db, admin, trailing, '')
    expect(await votes()).toEqual([3, 2])
    await undoModeration(db, admin, trailing)
    expect(await votes()).toEqual([3, 2, 3])
    await extendChallenge(db, admin, challenge)
    expect(await wrongResults(db)).toEqual([])
    await completeChallenge(db, admin, challenge)
    expect(await wrongResults(db)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })
})
