import sql, { raw } from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { at, lockWait, testDatabase } from '#test/database.ts'
import { votingWorld } from '#test/voting-world.ts'
import { castVote, moveVote, withdrawVote } from './commands.server.ts'
import { updateVotePoints } from './counting.server.ts'
import { ballotOf } from './queries.server.ts'
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

  it('is refused to accounts that are younger than the site asks, with the time from which they may (VOTE-41)', async () => {
    const { voter, challenge, submission } = await seedVoting()
    const [second] = await makeMembers(db, 1)
    const join = (age: string) =>
      db.rows(sql`update users set joined_date = app_now() - ${age}::interval where id = ${voter.id}`)
    expect(await castVote(db, as(second), challenge, submission)).toMatchObject({ ok: true })
    await db.rows(sql`insert into site_settings (name, value) values ('voterDays', '3')`)
    onTestFinished(async () => void (await db.rows(sql`delete from site_settings`)))
    await join('2 days 23 hours')
    for (const vote of [castVote, moveVote])
      expect(await vote(db, as(voter), challenge, submission)).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/^Only accounts older than 3 days may vote\. Yours may from .* on\.$/),
      })
    expect(await ballotOf(db, as(voter), challenge)).toMatchObject({ bar: { at: expect.anything() } })
    await join('3 days')
    expect(await castVote(db, as(voter), challenge, submission)).toEqual({ ok: true, value: { votes: 2 } })
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
    const others = await makeMembers(db, 2)
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

  it('takes back and pays the votes of a large ballot in one statement each', async () => {
    const { author, challenge, submission } = await seedVoting(false)
    await db.rows(sql`
      with voters as (
        insert into users (id, display_name, name_skeleton, avatar_preset)
        select gen_random_uuid(), 'Voter', gen_random_uuid()::text, 1 from generate_series(1, 3000) returning id
      ), cast_votes as (
        insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
        select gen_random_uuid(), ${submission}::uuid, ${challenge}::uuid, ${author.id}::uuid, id, app_now() from voters
      )
      update submissions set votes = 3000 where id = ${submission}`)
    for (const [shown, total] of [
      [true, 25 + 3000 * 5],
      [false, 25],
      [true, 25 + 3000 * 5],
    ] as const) {
      await setShowVotes(challenge, shown)
      expect(await points(author.id)).toBe(total)
      expect(await brokenInvariants(db)).toEqual([])
    }
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

/** Shows or hides votes as the challenge form does. */
function setShowVotes(challenge: string, showVotes: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await tx.row<{ hidden: boolean }>(sql`
      select hides_votes as hidden from challenges where id = ${challenge} for update`)
    await tx.rows(sql`update challenges set show_votes = ${showVotes} where id = ${challenge}`)
    await updateVotePoints(tx, challenge, before?.hidden ?? false)
  })
}
