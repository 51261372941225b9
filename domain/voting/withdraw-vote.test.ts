import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { adjustPoints, changeRank } from '#domain/points/commands.server.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { votingWorld } from '#test/voting-world.ts'
import { castVote, moveVote, withdrawVote } from './commands.server.ts'
import { updateVotePoints } from './counting.server.ts'
import { VOTE_REFUSALS, VOTING_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase(20)
const { seedVoting, points } = votingWorld(db)

describe('withdrawing while an administrator shows or hides votes', () => {
  it('takes back what was paid while it waited', async () => {
    const { author, voter, challenge, submission } = await seedVoting(false)
    await castVote(db, as(voter), challenge, submission)
    let withdrawal: ReturnType<typeof withdrawVote> | undefined
    await another(2).transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = true where id = ${challenge}`)
      withdrawal = withdrawVote(db, as(voter), challenge, submission)
      await lockWait(db)
      await updateVotePoints(tx, challenge, true)
    })
    expect(await withdrawal).toEqual({ ok: true, value: { votes: 0 } })
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('withdraws the vote whose payment was taken back while it waited', async () => {
    const { author, voter, challenge, submission } = await seedVoting(true)
    await castVote(db, as(voter), challenge, submission)
    let withdrawal: ReturnType<typeof withdrawVote> | undefined
    await another(2).transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = false where id = ${challenge}`)
      withdrawal = withdrawVote(db, as(voter), challenge, submission)
      await lockWait(db)
      await updateVotePoints(tx, challenge, false)
    })
    expect(await withdrawal).toEqual({ ok: true, value: { votes: 0 } })
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })
})

it('withdraws or moves nothing where voting opens after nothing was locked', async () => {
  const { voter, challenge, submission } = await seedVoting()
  await castVote(db, as(voter), challenge, submission)
  const other = await makeSubmission(db, await makeMember(db), await makeChallenge(db))
  const outside = another(1)
  const setStatus = (status: string) =>
    outside.rows(sql`update challenges set status = ${status} where id = ${challenge}`)
  const opensBetween: Db = {
    rows: (statement) => db.rows(statement),
    row: (statement) => db.row(statement),
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async rows<Row>(statement: Sql) {
            const found = await tx.rows<Row>(statement)
            await setStatus('voting')
            return found
          },
        }),
      ),
  }
  await setStatus('active')
  expect(await withdrawVote(opensBetween, as(voter), challenge, submission)).toMatchObject({ code: 'busy' })
  await setStatus('active')
  expect((await moveVote(opensBetween, as(voter), challenge, other)).ok).toBe(false)
  expect(await db.row(sql`select votes from submissions where id = ${submission}`)).toEqual({ votes: 1 })
  expect(await brokenInvariants(db)).toEqual([])
})

describe('moveVote', () => {
  async function twoSubmissions() {
    const first = await seedVoting()
    const rival = await makeMember(db)
    await db.rows(sql`
      update challenges set status = 'active', deadline = app_now() + interval '1 hour' where id = ${first.challenge}`)
    const second = await makeSubmission(db, rival, first.challenge)
    await openVoting(db, first.challenge)
    return { ...first, rival, second }
  }
  async function votedFor(voter: Member, challenge: string): Promise<string | undefined> {
    const vote = await db.row<{ id: string }>(sql`
      select submission_id as id from votes where challenge_id = ${challenge} and user_id = ${voter.id}`)
    return vote?.id
  }

  it('takes the reward from the first author and gives it to the second', async () => {
    const { author, rival, voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(voter), challenge, submission)
    expect(await moveVote(db, as(voter), challenge, second)).toEqual({ ok: true, value: { votes: 1 } })
    expect([await points(author.id), await points(rival.id), await points(voter.id)]).toEqual([25, 30, 1])
    expect(await votedFor(voter, challenge)).toBe(second)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('is answered like a vote, if it is sent twice at once', async () => {
    const { voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(voter), challenge, submission)
    const held = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const holder = db.transaction(async (tx) => {
      await tx.rows(sql`select from submissions where id = ${second} for update`)
      held.resolve()
      await gate.promise
    })
    await held.promise
    const moves = [moveVote(db, as(voter), challenge, second), moveVote(db, as(voter), challenge, second)]
    await lockWait(db, 2)
    gate.resolve()
    await holder
    const messages = (await Promise.all(moves)).map((outcome) => (outcome.ok ? 'moved' : outcome.message))
    expect(messages.sort()).toEqual([VOTE_REFUSALS.already, 'moved'].sort())
    expect(await votedFor(voter, challenge)).toBe(second)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('keeps one vote however many moves meet, and fails for none', async () => {
    const { voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(voter), challenge, submission)
    const targets = Array.from({ length: 15 }, (_, sent) => (sent % 2 === 0 ? second : submission))
    const outcomes = await Promise.all(targets.map((target) => moveVote(db, as(voter), challenge, target)))
    const answers = outcomes.map((outcome) => (outcome.ok ? 'moved' : outcome.code))
    for (const answer of answers)
      expect(['moved', 'conflict', 'busy', 'invalid', 'forbidden']).toContain(answer)
    expect(await votedFor(voter, challenge)).toBeOneOf([submission, second])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('keeps the vote if the target accepts none', async () => {
    const { author, voter, challenge, submission, second } = await twoSubmissions()
    const elsewhere = await seedVoting()
    await castVote(db, as(voter), challenge, submission)
    expect(await moveVote(db, as(voter, 'before'), challenge, second)).toMatchObject({ code: 'not-found' })
    expect(await moveVote(db, as(voter), challenge, elsewhere.submission)).toMatchObject({
      code: 'not-found',
    })
    expect(await moveVote(db, as(voter), challenge, submission)).toMatchObject({
      message: VOTE_REFUSALS.already,
    })
    expect(await moveVote(db, as(null), challenge, submission)).toMatchObject({ code: 'signed-out' })
    expect(await votedFor(voter, challenge)).toBe(submission)
    expect(await points(author.id)).toBe(30)
  })

  it('is refused for the own submission and after the voting end', async () => {
    const { author, rival, voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(rival), challenge, submission)
    expect(await moveVote(db, as(rival), challenge, second)).toMatchObject({ message: VOTE_REFUSALS.own })
    await castVote(db, as(voter), challenge, submission)
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${challenge}`)
    expect(await moveVote(db, as(voter), challenge, second)).toMatchObject({ code: 'closed' })
    expect(await votedFor(rival, challenge)).toBe(submission)
    expect(await points(author.id)).toBe(35)
  })

  it('is refused, and keeps the vote, if voting ends while it waits', async () => {
    const { voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(voter), challenge, submission)
    await db.rows(
      sql`update challenges set voting_ends_at = clock_timestamp() + interval '1 s' where id = ${challenge}`,
    )
    const elsewhere = another(2)
    const { move } = await db.transaction(async (tx) => {
      await tx.rows(sql`select from submissions where id = ${second} for update`)
      const move = moveVote(elsewhere, as(voter), challenge, second)
      await lockWait(db)
      await tx.rows(sql`select pg_sleep_until(voting_ends_at) from challenges where id = ${challenge}`)
      return { move }
    })
    expect(await move).toMatchObject({ code: 'closed', message: VOTING_MESSAGES.notOpen })
    expect(await votedFor(voter, challenge)).toBe(submission)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('pays each round once, however often the vote moves', async () => {
    const { author, rival, voter, challenge, submission, second } = await twoSubmissions()
    await castVote(db, as(voter), challenge, submission)
    for (const target of [second, submission, second])
      expect(await moveVote(db, as(voter), challenge, target)).toMatchObject({ ok: true })
    expect([await points(author.id), await points(rival.id), await points(voter.id)]).toEqual([25, 30, 1])
    expect(await withdrawVote(db, as(voter), challenge, second)).toMatchObject({ ok: true })
    expect([await points(author.id), await points(rival.id), await points(voter.id)]).toEqual([25, 25, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it.each([
    [150, 149],
    [0, -1],
  ])('leaves a total of %i and a rank that was set by hand to the voter', async (total, change) => {
    const { voter, challenge, submission, second } = await twoSubmissions()
    const admin = await makeAdmin(db)
    const standing = () =>
      db.row(sql`
        select points, rank, (select array_agg(rank order by achieved_at) from rank_history where user_id = u.id) as ranks,
          (select count(*)::int from notification_events where user_id = u.id) as events
        from users u where id = ${voter.id}`)
    await castVote(db, as(voter), challenge, submission)
    await adjustPoints(db, admin, { userId: voter.id, change, description: '' })
    await changeRank(db, admin, { userId: voter.id, rank: 'Skilled Ninja' })
    const before = await standing()
    expect(before).toMatchObject({ points: total, rank: 'Skilled Ninja' })
    expect(await moveVote(db, as(voter), challenge, second)).toMatchObject({ ok: true })
    expect(await standing()).toEqual(before)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('in both directions concurrently keeps one vote per member and correct points', async () => {
    const { author, rival, challenge, submission, second } = await twoSubmissions()
    const voters = await makeMembers(db, 8)
    for (const [index, voter] of voters.entries())
      await castVote(db, as(voter), challenge, index % 2 ? submission : second)
    const outcomes = await Promise.all(
      voters.flatMap((voter, index) => {
        const target = index % 2 ? second : submission
        return [moveVote(db, as(voter), challenge, target), moveVote(db, as(voter), challenge, target)]
      }),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(8)
    expect([await points(author.id), await points(rival.id)]).toEqual([45, 45])
    expect(await brokenInvariants(db)).toEqual([])
  })
})

describe('withdrawVote', () => {
  function penalize({ id: userId }: Member, points: number): Promise<void> {
    const penalty = { userId, points: -points, reason: 'admin_adjustment', sourceId: newId() } as const
    return applyPointsEntries(db, [{ ...penalty, challengeId: null }])
  }
  async function setShowVotes(challenge: string, shown: boolean): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.rows(sql`update challenges set show_votes = ${shown} where id = ${challenge}`)
      await updateVotePoints(tx, challenge, shown)
    })
  }

  it('reverses the points of author and voter, and allows another vote', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    await castVote(db, as(voter), challenge, submission)
    expect(await withdrawVote(db, as(voter), challenge, submission)).toEqual({
      ok: true,
      value: { votes: 0 },
    })
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
    expect(await castVote(db, as(voter), challenge, submission)).toMatchObject({ ok: true })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('refuses without a vote and after voting has ended', async () => {
    const { voter, challenge, submission } = await seedVoting()
    expect(await withdrawVote(db, as(voter), challenge, submission)).toMatchObject({
      message: VOTE_REFUSALS.noVote,
    })
    await castVote(db, as(voter), challenge, submission)
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${challenge}`)
    expect(await withdrawVote(db, as(voter), challenge, submission)).toMatchObject({ code: 'closed' })
  })

  it('never takes a total below 0, and logs what was deducted', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    await castVote(db, as(voter), challenge, submission)
    await penalize(author, 28)
    expect(await points(author.id)).toBe(2)
    await withdrawVote(db, as(voter), challenge, submission)
    expect(await points(author.id)).toBe(0)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('takes back what is there, and another vote is paid in full', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    await castVote(db, as(voter), challenge, submission)
    await penalize(author, 28)
    await withdrawVote(db, as(voter), challenge, submission)
    expect(await points(author.id)).toBe(0)
    await castVote(db, as(voter), challenge, submission)
    expect([await points(author.id), await points(voter.id)]).toEqual([5, 1])
    for (const shown of [false, true]) await setShowVotes(challenge, shown)
    expect([await points(author.id), await points(voter.id)]).toEqual([5, 1])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('has one effect when repeated in parallel', async () => {
    const { voter, challenge, submission } = await seedVoting()
    await castVote(db, as(voter), challenge, submission)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => withdrawVote(db, as(voter), challenge, submission)),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('is made once by concurrent requests, again and again', async () => {
    const { voter, challenge, submission } = await seedVoting()
    const elsewhere = another(20)
    for (let round = 0; round < 5; round++) {
      await castVote(db, as(voter), challenge, submission)
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          withdrawVote(turn % 2 ? db : elsewhere, as(voter), challenge, submission),
        ),
      )
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    }
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('takes back exactly what the ledger paid for the vote', async () => {
    const { author, voter, challenge, submission } = await seedVoting()
    await db.rows(sql`
      insert into votes (id, submission_id, challenge_id, author_id, user_id)
      values (gen_random_uuid(), ${submission}, ${challenge}, ${author.id}, ${voter.id})`)
    await db.rows(sql`update submissions set votes = 1 where id = ${submission}`)
    expect(await withdrawVote(db, as(voter), challenge, submission)).toEqual({
      ok: true,
      value: { votes: 0 },
    })
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
    expect(await brokenInvariants(db)).toEqual([])
  })
})
