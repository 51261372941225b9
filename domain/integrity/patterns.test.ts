import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { voidVotes } from './commands.server.ts'
import { countPatterns, patternsOf } from './patterns.server.ts'
import { deskDetail } from './queries.server.ts'
import { tailOf } from './rules.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const noAdmins = { emails: [], userIds: [] }

/** A challenge in voting with `entries` entries of new members, or of the given authors first. */
async function ballot(entries: number, authors: readonly Member[] = []) {
  const challenge = await makeChallenge(db)
  const all = [...authors, ...(await makeMembers(db, entries - authors.length))]
  const ids: string[] = []
  for (const author of all) ids.push(await makeSubmission(db, author, challenge))
  await openVoting(db, challenge)
  return { challenge, ids }
}

/** Members who joined long before. */
async function oldMembers(count: number): Promise<Member[]> {
  const members = await makeMembers(db, count)
  await db.rows(sql`
    update users set joined_date = joined_date - interval '90 days' where id = any(${members.map(({ id }) => id)}::uuid[])`)
  return members
}

/** One vote for each entry in turn, an hour apart. */
async function scatteredVotes(challenge: string, ids: readonly string[], voters: readonly Member[]) {
  for (const [index, voter] of voters.entries()) {
    await castVote(db, as(voter), challenge, ids[index % ids.length] as string)
    await db.rows(sql`
      update votes set created_at = created_at + make_interval(hours => ${index})
      where challenge_id = ${challenge} and user_id = ${voter.id}`)
  }
}

async function found(challenge: string) {
  const patterns = await patternsOf(db, challenge)
  return patterns.map(({ kind, submission, voters }) => [kind, submission.id, voters.length])
}

describe('patternsOf', () => {
  it('finds no pattern in scattered votes', async () => {
    const { challenge, ids } = await ballot(6)
    await scatteredVotes(challenge, ids, await oldMembers(24))
    expect(await found(challenge)).toEqual([])
  })

  it('finds many new accounts that vote for one entry, unless new accounts are usual', async () => {
    const { challenge, ids } = await ballot(6)
    await scatteredVotes(challenge, ids, await oldMembers(24))
    const accounts = await makeMembers(db, 5)
    await scatteredVotes(challenge, ids.slice(0, 1), accounts)
    expect(await found(challenge)).toEqual([['newAccounts', ids[0], 5]])

    const usual = await ballot(6)
    await scatteredVotes(usual.challenge, usual.ids, await makeMembers(db, 24))
    await scatteredVotes(usual.challenge, usual.ids.slice(0, 1), await makeMembers(db, 5))
    expect(await found(usual.challenge)).toEqual([])
  })

  it('names deleted accounts by their votes only, which can be voided', async () => {
    const { challenge, ids } = await ballot(6)
    await scatteredVotes(challenge, ids, await oldMembers(24))
    const accounts = await makeMembers(db, 5)
    await scatteredVotes(challenge, ids.slice(0, 1), accounts)
    expect((await completeChallenge(db, as(admin), challenge)).ok).toBe(true)
    for (const { id } of accounts) await deleteMember({ db, files: noFiles }, id, 'keep', noAdmins)
    const desk = await deskDetail(db, admin, challenge)
    const voters = desk?.patterns[0]?.voters ?? []
    expect(voters.map(({ userId, joinedAt }) => [userId, joinedAt])).toEqual(Array(5).fill([null, null]))

    const voiding = { voters: voters.map(({ key }) => key), reason: 'new_accounts', note: 'All at once' }
    expect(await voidVotes(db, as(admin), challenge, voiding)).toEqual({ ok: true, value: 5 })
    const after = await deskDetail(db, admin, challenge)
    expect(after?.batches[0]?.members.map(({ id }) => id)).toEqual(Array(5).fill(null))
    const pages = JSON.stringify([desk, after])
    for (const { id } of accounts) expect(pages).not.toContain(id)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('finds several voters of one entry behind one network', async () => {
    const { challenge, ids } = await ballot(8)
    const voters = await oldMembers(24)
    await scatteredVotes(challenge, ids, voters)
    const ring = await oldMembers(4)
    for (const [index, member] of ring.entries()) {
      await castVote(db, as(member), challenge, ids[1] as string, `192.0.2.${index}`)
      await db.rows(sql`
        update votes set created_at = created_at - make_interval(hours => ${index + 1}) where user_id = ${member.id}`)
    }
    for (const [index, member] of voters.entries())
      await db.rows(sql`
        update votes set network = network_hash(${`n${index}`}) where user_id = ${member.id}`)
    expect(await found(challenge)).toEqual([['network', ids[1], 4]])
  })

  it('finds votes for one entry within seconds, unless all entries get votes then', async () => {
    const { challenge, ids } = await ballot(8)
    await scatteredVotes(challenge, ids, await oldMembers(24))
    for (const voter of await oldMembers(6)) await castVote(db, as(voter), challenge, ids[2] as string)
    expect(await found(challenge)).toEqual([['burst', ids[2], 6]])

    const announced = await ballot(8)
    await scatteredVotes(announced.challenge, announced.ids, await oldMembers(16))
    for (const [index, voter] of (await oldMembers(40)).entries())
      await castVote(db, as(voter), announced.challenge, announced.ids[index % 8] as string)
    expect(await found(announced.challenge)).toEqual([])
  })

  it('finds members who vote for one author repeatedly, or for each other', async () => {
    const [author, friend, fan, neutral] = (await oldMembers(4)) as [Member, Member, Member, Member]
    const completed: string[] = []
    let last = ''
    for (let round = 0; round < 5; round++) {
      const { challenge, ids } = await ballot(14, [author, friend])
      await scatteredVotes(challenge, ids, await oldMembers(28))
      await castVote(db, as(author), challenge, ids[1] as string)
      await castVote(db, as(friend), challenge, ids[0] as string)
      await castVote(db, as(fan), challenge, ids[0] as string)
      await castVote(db, as(neutral), challenge, ids[round] as string)
      await db.rows(sql`
        update votes v set created_at = v.created_at - x.n * interval '3 hours'
        from (values (${author.id}::uuid, 1), (${friend.id}, 2), (${fan.id}, 3), (${neutral.id}, 4)) x (id, n)
        where v.challenge_id = ${challenge} and v.user_id = x.id`)
      if (last) completed.push(last)
      if (last) await completeChallenge(db, as(admin), last)
      last = challenge
    }
    const patterns = await patternsOf(db, last)
    const summary = patterns.map(({ kind, voters, hits, trials }) => [kind, voters[0]?.userId, hits, trials])
    expect(summary).toHaveLength(3)
    expect(summary).toEqual(
      expect.arrayContaining([
        ['mutual', author.id, 5, 5],
        ['mutual', friend.id, 5, 5],
        ['oneAuthor', fan.id, 5, 5],
      ]),
    )

    for (const earlier of completed) await extendChallenge(db, as(admin), earlier)
    expect(await patternsOf(db, last)).toEqual([])
  })
})

it('counts the patterns of running challenges, each once in five minutes', async () => {
  const { challenge, ids } = await ballot(6)
  await scatteredVotes(challenge, ids, await oldMembers(24))
  await scatteredVotes(challenge, ids.slice(0, 1), await makeMembers(db, 5))
  await Promise.all([countPatterns(db), countPatterns(db)])
  const stored = sql`select patterns from pattern_counts where challenge_id = ${challenge}`
  expect(await db.row(stored)).toEqual({ patterns: 1 })
  expect(await countPatterns(db)).toBe(0)
  await db.rows(sql`update pattern_counts set counted_at = counted_at - interval '6 minutes'`)
  expect(await countPatterns(db)).toBeGreaterThan(0)
})

it.each([
  [0, 10, 0.5, 1],
  [10, 10, 0.5, 1 / 1024],
  [2, 3, 0.5, 0.5],
  [1, 10_000, 0.0001, 1 - 0.9999 ** 10_000],
  [3, 4, 0, 0],
  [3, 4, 1, 1],
])('at least %i of %i by the chance %d', (hits, trials, chance, expected) => {
  expect(tailOf(hits, trials, chance)).toBeCloseTo(expected, 8)
})

it('reads the votes for an author with very many some times, not once for each of them', async () => {
  const voters = 1_500
  const [author] = await makeMembers(db, 1)
  if (!author) throw new Error('no author')
  const ballots = [await ballot(1, [author]), await ballot(1, [author])]
  // Statistics of a time with few votes.
  await db.rows(sql`analyze votes, submissions, users`)
  await db.rows(sql`
    with voters as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Voter', gen_random_uuid()::text, 1 from generate_series(1, ${voters}) returning id
    )
    insert into votes (id, submission_id, challenge_id, author_id, user_id)
    select gen_random_uuid(), s.id, s.challenge_id, s.user_id, voters.id
    from submissions s cross join voters where s.user_id = ${author.id}`)
  const recorded = recordStatements(db)
  await patternsOf(recorded.db, ballots[0]?.challenge ?? '')
  for (const statement of recorded.statements) {
    const { rowsRead, text } = await measure(db, statement)
    expect(rowsRead, text).toBeLessThan(voters ** 2 / 20)
  }
})
