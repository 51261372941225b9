import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { at, lockWait, testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { votingWorld } from '#test/voting-world.ts'
import { castVote, withdrawVote } from './commands.server.ts'
import {
  payLargeBallots,
  type RemovedVote,
  takeBackRemovedVotes,
  updateVotePoints,
  votesToPay,
  votesToReverse,
} from './points.server.ts'
import { VOTE_REFUSALS, VOTING_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase(20)
const { seedVoting, points, ledgerRows } = votingWorld(db)

/** In groups of two pools' size: further statements would wait for a connection, for 3 s at most. */
async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += 40) {
    const group = items.slice(start, start + 40)
    results.push(...(await Promise.all(group.map((item, index) => work(item, start + index)))))
  }
  return results
}

describe('castVote', () => {
  it('counts, pays the author 5 and the voter 1', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    expect(await castVote(db, as(voter), challenge, submission)).toEqual({ ok: true, value: { votes: 1 } })
    expect([await points(author.id), await points(voter.id)]).toEqual([30, 1])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('is counted once for each statement, however many votes it writes', async () => {
    // Hidden votes are not paid.
    const { challenge, submission } = await seedVoting(false)
    for (const voter of await makeMembers(db, 9)) await castVote(db, as(voter), challenge, submission)
    const updated = await db.transaction(async (tx) => {
      const updates = sql`
        select n_tup_upd::int as count from pg_stat_xact_user_tables where relname = 'challenge_tallies'`
      const before = (await tx.row<{ count: number }>(updates))?.count ?? 0
      await tx.rows(sql`delete from votes where submission_id = ${submission}`)
      await tx.rows(sql`update submissions set votes = 0 where id = ${submission}`)
      const after = (await tx.row<{ count: number }>(updates))?.count ?? 0
      return after - before
    })
    expect(updated).toBeLessThanOrEqual(1)
    const tally = await db.row(
      sql`select sum(votes)::int as votes from challenge_tallies where challenge_id = ${challenge}`,
    )
    expect(tally).toEqual({ votes: 0 })
  })

  it('does not find a submission that the voter cannot see', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    await db.rows(sql`
      update challenges set show_submissions = false, deadline = app_now() + interval '1 hour' where id = ${challenge}`)
    expect(await castVote(db, as(voter), challenge, submission)).toMatchObject({ code: 'not-found' })
    expect(await points(author.id)).toBe(25)
  })

  it('pays nothing for hidden votes until completion', async () => {
    const { author, voter, challenge, submission } = await seedVoting(false)
    const others = (await makeMembers(db, 2)) as [Member, Member]
    expect(await castVote(db, as(voter), challenge, submission)).toEqual({ ok: true, value: { votes: 1 } })
    for (const other of others) await castVote(db, as(other), challenge, submission)
    await withdrawVote(db, as(others[1]), challenge, submission)
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
    expect(await ledgerRows(author.id, voter.id, others[0].id, others[1].id)).toBe(1)
    expect(await brokenInvariants(db)).toEqual([])
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${challenge}`)
    await Promise.all([advanceDue(db, 'after'), advanceDue(another(2), 'after')])
    const totals = [author, voter, ...others].map(({ id }) => points(id))
    expect(await Promise.all(totals)).toEqual([25 + 2 * 5 + 100, 1, 1, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays each vote once when an administrator shows votes while members vote', async () => {
    const { author, challenge, submission } = await seedVoting(false)
    const voters = await makeMembers(db, 40)
    const elsewhere = another(12)
    await Promise.all([
      ...voters.map((voter, turn) => castVote(turn % 2 ? db : elsewhere, as(voter), challenge, submission)),
      ...[true, false, true, false, true].map((showVotes) => setShowVotes(challenge, showVotes)),
    ])
    await setShowVotes(challenge, true)
    expect(await brokenInvariants(db)).toEqual([])
    expect(await points(author.id)).toBe(25 + 40 * 5)
    await setShowVotes(challenge, false)
    expect(await brokenInvariants(db)).toEqual([])
    expect(await points(author.id)).toBe(25)
  })

  it('pays a large secret ballot after its completion, some votes at a time, once in several processes', async () => {
    const { author, voters, challenge } = await largeBallot()
    expect(await Promise.all([author, ...voters].map(({ id }) => points(id)))).toEqual([
      25,
      ...Array(7).fill(0),
    ])
    expect(await brokenInvariants(db)).toEqual([])
    const aborted = AbortSignal.abort()
    await payLargeBallots(db, aborted, 3)
    expect(await points(author.id)).toBe(25)
    await Promise.all([payLargeBallots(db, undefined, 3), payLargeBallots(another(2), undefined, 2)])
    expect(await Promise.all([author, ...voters].map(({ id }) => points(id)))).toEqual([
      60,
      ...Array(7).fill(1),
    ])
    expect(await paymentsLeft(challenge)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('continues the payment of a large ballot where it stopped', async () => {
    const { author, voters, challenge } = await largeBallot()
    await payLargeBallots(...oneTransaction(), 3)
    expect(await points(author.id)).toBe(25)
    const paidTo = voters.map(({ id }) => id).sort()[2]
    expect(await db.rows(sql`select paid_to as "paidTo" from vote_payments`)).toEqual([{ paidTo }])
    const earlier = await makeMember(db, { id: '00000000-0000-7000-8000-000000000001' })
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        with restored as (
          update submissions set votes = votes + 1 where challenge_id = ${challenge} returning id, user_id
        )
        insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
        select gen_random_uuid(), id, ${challenge}, user_id, ${earlier.id}, app_now() from restored`)
      expect(await votesToPay(tx, challenge, { voters: [earlier.id], most: 0 })).toBeUndefined()
    })
    await payLargeBallots(db, undefined, 3)
    expect(await points(author.id)).toBe(25 + 8 * 5)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays no author of a large secret ballot beside its voters, and one after the other', async () => {
    const { author, voters, challenge, submission } = await largeBallot()
    const other = await makeMember(db)
    const others = await makeMembers(db, 2)
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used, votes, status)
        select gen_random_uuid(), challenge_id, ${other.id}::uuid, title, description, ai_tools_used, 2, 'approved'
        from submissions where id = ${submission}`)
      await tx.rows(
        sql`update challenges set participant_count = participant_count + 1 where id = ${challenge}`,
      )
      await tx.rows(sql`
        insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
        select gen_random_uuid(), s.id, s.challenge_id, s.user_id, u.id, app_now()
        from submissions s cross join users u
        where s.user_id = ${other.id} and u.id = any(${others.map(({ id }) => id)}::uuid[])`)
    })
    const steps: number[][] = []
    for (let left = 1; left > 0; left = (await paymentsLeft(challenge)).length) {
      await payLargeBallots(...oneTransaction(), 3)
      const paid = await Promise.all([...voters, ...others].map(({ id }) => points(id)))
      steps.push([
        paid.reduce<number>((sum, one) => sum + (one ?? 0), 0),
        (await points(author.id)) ?? 0,
        (await points(other.id)) ?? 0,
      ])
    }
    expect(steps.map(([cast = 0, first = 0, second = 0]) => [cast, (first - 25) / 5, second / 5])).toEqual([
      [3, 0, 0],
      [6, 0, 0],
      [9, 0, 0],
      [9, 0, 0],
      [9, 3, 0],
      [9, 6, 0],
      [9, 7, 2],
      [9, 7, 2],
    ])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('reads the votes for one author once, in batches', async () => {
    const { author, challenge, submission } = await seedVoting()
    await db.rows(sql`
      with voters as (
        insert into users (id, display_name, name_skeleton, avatar_preset)
        select gen_random_uuid(), 'Voter', gen_random_uuid()::text, 1 from generate_series(1, 1000) returning id
      ), cast_votes as (
        insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
        select gen_random_uuid(), ${submission}::uuid, ${challenge}::uuid, ${author.id}::uuid, id, app_now() from voters
      )
      update submissions set votes = 1000 where id = ${submission}`)
    await db.transaction(async (tx) => applyPointsEntries(tx, [], await votesToPay(tx, challenge)))
    await db.rows(sql`
      insert into author_payments (challenge_id, author_id, voter_id)
      select ${challenge}::uuid, author_id, user_id from votes where challenge_id = ${challenge}
      order by user_id desc limit 1 offset 10`)
    await db.rows(sql`analyze votes, submissions`)
    const recorded = recordStatements(db)
    await payLargeBallots(recorded.db)
    const next = recorded.statements.filter(({ text }) => text.includes('as "voterId" from ('))
    expect(next).toHaveLength(1)
    for (const statement of next) expect((await measure(db, statement)).rowsRead).toBeLessThan(100)
  })

  it('pays other large ballots if one fails', async () => {
    const ballots = [await largeBallot(), await largeBallot()]
    await expect(payLargeBallots(failingOnce(), undefined, 3)).rejects.toThrow('the first fails')
    const authors = () => Promise.all(ballots.map(({ author }) => points(author.id)))
    expect((await authors()).sort()).toEqual([25, 60])
    await payLargeBallots(db)
    expect(await authors()).toEqual([60, 60])
  })

  it('takes back the points of many removed votes in batches, once in several processes', async () => {
    const { author, voters, challenge } = await largeRemoval()
    const all = () => Promise.all([author, ...voters].map(({ id }) => points(id)))
    expect(await all()).toEqual([60, ...Array(7).fill(1)])
    expect(await brokenInvariants(db)).toEqual([])
    await takeBackRemovedVotes(...oneTransaction(), 3)
    expect(await points(author.id)).toBe(60 - 3 * 5)
    expect(await brokenInvariants(db)).toEqual([])
    await expect(takeBackRemovedVotes(failingOnce(), undefined, 3)).rejects.toThrow('the first fails')
    await Promise.all([
      takeBackRemovedVotes(db, undefined, 2),
      takeBackRemovedVotes(another(2), undefined, 1),
    ])
    expect(await all()).toEqual([25, ...Array(7).fill(0)])
    expect(await db.rows(sql`select from removed_votes where challenge_id = ${challenge}`)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays nothing of a large ballot that is hidden again while the payment waits for it', async () => {
    const { author, challenge } = await largeBallot()
    const paying = await db.transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = false, status = 'voting' where id = ${challenge}`)
      const ended = payLargeBallots(another(2))
      await lockWait(db)
      await updateVotePoints(tx, challenge, false)
      return { ended }
    })
    await paying.ended
    expect(await points(author.id)).toBe(25)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays nothing more of a large ballot that is hidden again', async () => {
    const { author, challenge } = await largeBallot()
    await db.transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = false, status = 'voting' where id = ${challenge}`)
      await updateVotePoints(tx, challenge, false)
    })
    await payLargeBallots(db)
    expect(await points(author.id)).toBe(25)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('takes back what was paid of a large ballot that is hidden again', async () => {
    const { author, voters, challenge } = await largeBallot()
    for (let n = 0; n < 4; n++) await payLargeBallots(...oneTransaction(), 3)
    expect(await points(author.id)).toBe(25 + 3 * 5)
    await db.transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = false, status = 'voting' where id = ${challenge}`)
      await updateVotePoints(tx, challenge, false)
    })
    await payLargeBallots(db)
    expect(await Promise.all([author, ...voters].map(({ id }) => points(id)))).toEqual([
      25,
      ...Array(7).fill(0),
    ])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('refuses a second vote for the submission and any other in the challenge', async () => {
    const { voter, challenge, submission } = await seedVoting()
    const other = await makeMember(db)
    await db.rows(
      sql`update challenges set status = 'active', deadline = app_now() + interval '1 hour' where id = ${challenge}`,
    )
    const otherSubmission = await makeSubmission(db, other, challenge)
    await openVoting(db, challenge)
    await castVote(db, as(voter), challenge, submission)
    expect(await castVote(db, as(voter), challenge, submission)).toMatchObject({
      code: 'conflict',
      message: VOTE_REFUSALS.already,
    })
    expect(await castVote(db, as(voter), challenge, otherSubmission)).toMatchObject({
      message: VOTING_MESSAGES.alreadyElsewhere,
    })
  })

  it("refuses visitors, the voter's own submission, and those of another challenge or unknown", async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    const elsewhere = await seedVoting()
    expect(await castVote(db, as(null), challenge, submission)).toMatchObject({ code: 'signed-out' })
    expect(await castVote(db, as(author), challenge, submission)).toMatchObject({
      message: VOTE_REFUSALS.own,
    })
    expect(await castVote(db, as(voter), challenge, elsewhere.submission)).toMatchObject({
      code: 'not-found',
    })
    expect(await points(voter.id)).toBe(0)
  })

  it('refuses pending submissions under moderation before publication', async () => {
    const { voter, challenge, submission } = await seedVoting()
    expect(await castVote(db, as(voter, 'before'), challenge, submission)).toMatchObject({
      code: 'not-found',
    })
    await db.rows(sql`update submissions set status = 'approved' where id = ${submission}`)
    expect(await castVote(db, as(voter, 'before'), challenge, submission)).toMatchObject({ ok: true })
  })

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%i ms from the voting end: accepted is %s, with or without the schedule', async (offset, accepted) => {
    const { voter, challenge, submission } = await seedVoting()
    const end = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
    await db.rows(sql`update challenges set voting_ends_at = ${end} where id = ${challenge}`)
    const outcome = await at(db, new Date(end.getTime() + offset), (tx) =>
      castVote(tx, as(voter), challenge, submission),
    )
    expect(outcome.ok).toBe(accepted)
    if (!accepted) expect(outcome).toMatchObject({ code: 'closed', message: VOTING_MESSAGES.notOpen })
  })

  it('accepts one of 50 parallel votes by one member', async () => {
    const { voter, challenge, submission } = await seedVoting()
    const elsewhere = another(20)
    const votes = Array.from({ length: 50 }, (_, turn) =>
      castVote(turn % 2 ? db : elsewhere, as(voter), challenge, submission),
    )
    const accepted = (await Promise.all(votes)).filter((outcome) => outcome.ok)
    expect(accepted).toHaveLength(1)
    expect(await points(voter.id)).toBe(1)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('accepts 200 votes by 200 members for each other, with correct totals', async () => {
    const members = await makeMembers(db, 200)
    const challenge = await makeChallenge(db)
    const submissions = await inGroups(members, (member) => makeSubmission(db, member, challenge))
    await openVoting(db, challenge)
    const elsewhere = another(20)
    const outcomes = await inGroups(members, (member, index) =>
      castVote(index % 2 ? db : elsewhere, as(member), challenge, submissions[(index + 1) % 200] ?? ''),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(200)
    const total = await db.row<{ points: number; votes: number }>(sql`
      select sum(u.points)::int as points, sum(s.votes)::int as votes
      from submissions s join users u on u.id = s.user_id where s.challenge_id = ${challenge}`)
    expect(total).toEqual({ points: 200 * (25 + 5 + 1), votes: 200 })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('waits for a running count, and is refused after it', async () => {
    const { voter, challenge, submission } = await seedVoting()
    const elsewhere = another(2)
    const vote = await db.transaction(async (tx) => {
      await tx.rows(
        sql`update challenges set status = 'completed', completed_at = app_now() where id = ${challenge}`,
      )
      const pending = castVote(elsewhere, as(voter), challenge, submission)
      await Promise.race([pending, lockWait(db)])
      return { pending }
    })
    expect(await vote.pending).toMatchObject({ ok: false, code: 'closed' })
    expect(await points(voter.id)).toBe(0)
  })

  it.each(['challenges', 'submissions', 'users'])(
    'is refused if it waited for a row of %s beyond the end',
    async (table) => {
      const { voter, challenge, submission } = await seedVoting()
      const row = { challenges: challenge, submissions: submission, users: voter.id }[table]
      await db.rows(
        sql`update challenges set voting_ends_at = clock_timestamp() + interval '1 s' where id = ${challenge}`,
      )
      const elsewhere = another(2)
      const { vote } = await db.transaction(async (tx) => {
        await tx.rows(sql`select from ${raw(table)} where id = ${row} for update`)
        const vote = castVote(elsewhere, as(voter), challenge, submission)
        await lockWait(db)
        await tx.rows(sql`select pg_sleep_until(voting_ends_at) from challenges where id = ${challenge}`)
        return { vote }
      })
      expect(await vote).toMatchObject({ ok: false, code: 'closed' })
      expect(await points(voter.id)).toBe(0)
    },
  )

  it('accepts no vote after the winner was counted', async () => {
    const members = await makeMembers(db, 60)
    const challenge = await makeChallenge(db)
    const submissions = await Promise.all(
      members.slice(0, 10).map((member) => makeSubmission(db, member, challenge)),
    )
    await openVoting(db, challenge)
    await db.rows(
      sql`update challenges set voting_ends_at = clock_timestamp() + interval '150 ms' where id = ${challenge}`,
    )
    const elsewhere = another(20)
    const closing = (async () => {
      for (let made = 0; made === 0; ) made = (await advanceDue(elsewhere, 'after')).length
    })()
    const votes = members.slice(10).map(async (member, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 6))
      return castVote(db, as(member), challenge, submissions[index % 10] ?? '')
    })
    const outcomes = await Promise.all(votes)
    await closing
    const accepted = outcomes.filter((outcome) => outcome.ok).length
    const rows = await db.row<{ votes: number }>(
      sql`select count(*)::int as votes from votes where challenge_id = ${challenge}`,
    )
    expect(rows?.votes).toBe(accepted)
    expect(accepted).toBeLessThan(outcomes.length)
    expect(await brokenInvariants(db)).toEqual([])
  })
})

/** A challenge whose votes became visible, with more of them than one transaction pays here. */
async function largeBallot() {
  const { author, challenge, submission } = await seedVoting(false)
  const voters = await makeMembers(db, 7)
  for (const voter of voters) await castVote(db, as(voter), challenge, submission)
  await db.transaction(async (tx) => {
    await tx.rows(sql`update challenges set show_votes = true where id = ${challenge}`)
    expect(await votesToPay(tx, challenge, { most: 3 })).toBeUndefined()
  })
  return { author, voters, challenge, submission }
}

function paymentsLeft(challenge: string) {
  return db.rows(sql`
    select from vote_payments where challenge_id = ${challenge}
    union all select from author_payments where challenge_id = ${challenge}`)
}

/** A challenge whose submission has lost more votes than one transaction takes back here. */
async function largeRemoval() {
  const { author, challenge, submission } = await seedVoting()
  const voters = await makeMembers(db, 7)
  for (const voter of voters) await castVote(db, as(voter), challenge, submission)
  await db.transaction(async (tx) => {
    await tx.rows(sql`update submissions set votes = 0 where id = ${submission}`)
    const removed = await tx.rows<RemovedVote>(sql`
      delete from votes where challenge_id = ${challenge} returning id, user_id as "userId"`)
    expect(await votesToReverse(tx, { challengeId: challenge, userId: author.id }, removed, 3)).toEqual([])
  })
  return { author, voters, challenge }
}

/** The database for a job that is stopped in its first transaction. */
function oneTransaction(): [Db, AbortSignal] {
  const stopping = new AbortController()
  const transaction = <T>(work: (tx: Db) => Promise<T>) => {
    stopping.abort()
    return db.transaction(work)
  }
  return [{ ...db, transaction }, stopping.signal]
}

/** The database, whose first transaction fails before it commits. */
function failingOnce(): Db {
  let turn = 0
  const transaction = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      if (turn++ === 0) throw new Error('the first fails')
      return result
    })
  return { ...db, transaction }
}

/** Shows or hides votes as the challenge form does. */
function setShowVotes(challenge: string, showVotes: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await tx.row<{ hidden: boolean }>(sql`
      select hides_votes as hidden from challenges where id = ${challenge} for update`)
    await tx.rows(sql`update challenges set show_votes = ${showVotes} where id = ${challenge}`)
    await updateVotePoints(tx, challenge, before?.hidden ?? false)
  })
}
