import sql, { raw } from 'sql-template-tag'
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
  voidVotesOf,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { voidVotes } from './commands.server.ts'
import {
  type DeskVote,
  deskRow,
  markedVotes,
  type VoteOrder,
  voidedOnDesk,
  votesOnDesk,
} from './queries.server.ts'
import { DESK_PAGE_SIZE, SIGNALS } from './rules.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const noAdmins = { emails: [], userIds: [] }
const { newAccounts, network } = SIGNALS

interface Ballot {
  challenge: string
  ids: string[]
}

/** A challenge in voting with `entries` entries of new members, or of the given authors first. */
async function ballot(entries: number, authors: readonly Member[] = []): Promise<Ballot> {
  const challenge = await makeChallenge(db)
  const all = [...authors, ...(await makeMembers(db, entries - authors.length))]
  const ids: string[] = []
  for (const one of all) ids.push(await makeSubmission(db, one, challenge))
  await openVoting(db, challenge)
  return { challenge, ids }
}

interface Cast {
  /** When the account was made: so long before voting opened. */
  joined: string
  /** After voting opened. */
  at?: string
  /** The network; by default one of its own. */
  from?: string
  for?: number
}

/** Casts a vote by a member of each kind. Returns the members. */
async function cast({ challenge, ids }: Ballot, votes: readonly Cast[]): Promise<Member[]> {
  const voters = await makeMembers(db, votes.length)
  for (const [index, voter] of voters.entries()) {
    const { joined, at = `${index * 30} hours`, from = voter.id, for: entry = 0 } = votes[index] as Cast
    await castVote(db, as(voter), challenge, ids[entry] as string)
    await db.rows(sql`
      with opened as (select first_ballot_at as at from challenges where id = ${challenge}),
        joined as (update users set joined_date = opened.at - ${joined}::interval from opened where id = ${voter.id}
          returning id, joined_date),
        copied as (update period_points p set joined_date = joined.joined_date from joined where p.user_id = joined.id)
      update votes set created_at = opened.at + ${at}::interval, network = network_hash(${from})
      from opened where user_id = ${voter.id} and challenge_id = ${challenge}`)
  }
  return voters
}

function times<Value>(count: number, value: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => value(index))
}

async function deskOf({ challenge }: Ballot) {
  const desk = await deskRow(db, admin, challenge)
  if (!desk) throw new Error('the challenge is not on the desk')
  return desk
}

/** A page of the votes for an entry. */
async function pageOf(contest: Ballot, { entry = 0, sort = 'voted' as VoteOrder, page = 1 } = {}) {
  return votesOnDesk(db, await deskOf(contest), { entry: contest.ids[entry] ?? null, sort, page })
}

async function signalsOf(contest: Ballot) {
  return (await pageOf(contest)).map(({ signals }) => signals)
}

const old = { joined: '90 days' }

describe('signals', () => {
  it('mark no scattered votes', async () => {
    const contest = await ballot(2)
    await cast(contest, [...times(6, () => old), { joined: '1 day' }, { joined: '0 days' }])
    expect((await signalsOf(contest)).flat()).toEqual([])
  })

  it('mark new accounts that vote together, each count at its limit', async () => {
    const { votes, hours, days } = newAccounts
    const isMarked = async (group: readonly Cast[]) => {
      const contest = await ballot(2)
      await cast(contest, [{ ...old, at: '1 hour' }, ...group])
      return (await pageOf(contest)).filter(({ signals }) => signals.includes('newAccounts')).length
    }
    const young = { joined: `${days} days -1 ms`, at: '1 hour' }
    expect(await isMarked(times(votes, () => young))).toBe(votes)
    expect(await isMarked(times(votes - 1, () => young))).toBe(0)
    expect(await isMarked(times(votes, () => ({ ...young, joined: `${days} days` })))).toBe(0)
    const late = (at: string) => [...times(votes - 1, () => young), { ...young, at }]
    expect(await isMarked(late(`${1 + hours} hours`))).toBe(votes)
    expect(await isMarked(late(`${1 + hours} hours 1 ms`))).toBe(0)
    expect(await isMarked([...times(votes - 1, () => young), { ...young, for: 1 }])).toBe(0)
  })

  it('mark votes for one entry from one network, unless others vote from there too', async () => {
    const isMarked = async (same: number, others: number) => {
      const contest = await ballot(2)
      const from = 'home'
      await cast(contest, [
        ...times(same, () => ({ ...old, from })),
        ...times(others, () => ({ ...old, from, for: 1 })),
      ])
      const page = await pageOf(contest)
      expect(page[0]).toMatchObject({ sameNetwork: same, fromNetwork: same + others })
      return page.every(({ signals }) => signals.includes('network'))
    }
    const { votes, share } = network
    const others = votes / share - votes
    expect(await isMarked(votes, others)).toBe(true)
    expect(await isMarked(votes - 1, 0)).toBe(false)
    expect(await isMarked(votes, others + 1)).toBe(false)
  })

  it('tell networks of an entry apart, and say where none is known', async () => {
    const contest = await ballot(1)
    const cells = ['a', 'b', 'a', 'c', 'b'].map((from) => ({ ...old, from }))
    const voters = (await cast(contest, cells)).map(({ id }) => id)
    await db.rows(
      sql`update votes set network = null where challenge_id = ${contest.challenge} and network = network_hash('c')`,
    )
    const from = (votes: readonly DeskVote[]) => votes.map((vote) => [vote.sameNetwork, vote.fromNetwork])
    expect(from(await pageOf(contest)).toReversed()).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
      [0, 0],
      [2, 2],
    ])
    const members = (await pageOf(contest, { sort: 'network' })).map(({ userId }) =>
      voters.indexOf(userId ?? ''),
    )
    expect([members.slice(0, 2).toSorted(), members.slice(2, 4).toSorted()]).toEqual(
      expect.arrayContaining([
        [0, 2],
        [1, 4],
      ]),
    )
  })

  it('are beside the votes for the same author, by completed challenges and this one', async () => {
    const [rival, fan, neutral] = await makeMembers(db, 3)
    const contests = [await ballot(2, [rival]), await ballot(2, [rival]), await ballot(2, [rival])]
    for (const [round, { challenge, ids }] of contests.entries()) {
      await castVote(db, as(fan), challenge, ids[0] as string)
      await castVote(db, as(neutral), challenge, ids[round === 1 ? 0 : 1] as string)
    }
    const last = contests[2] as Ballot
    const sameAuthor = async (entry = 0) => (await pageOf(last, { entry }))[0]?.sameAuthor
    expect(await sameAuthor()).toBe(1)
    for (const { challenge } of contests.slice(0, 2)) await completeChallenge(db, as(admin), challenge)
    expect([await sameAuthor(), await sameAuthor(1)]).toEqual([3, 1])
    await extendChallenge(db, as(admin), contests[0]?.challenge ?? '')
    expect(await sameAuthor()).toBe(2)
  })

  it('of votes that count leave voided ones out', async () => {
    const contest = await ballot(1)
    const ring = times(newAccounts.votes, () => ({ joined: '1 hour', at: '1 hour', from: 'ring' }))
    const [first] = await cast(contest, ring)
    const voters = [first?.id ?? '']
    await voidVotesOf(db, as(admin), contest.challenge, {
      voters,
      reason: 'several_accounts',
      note: 'One ring',
    })
    const votes = await pageOf(contest, { sort: 'marked' })
    const counts = { ofEntry: ring.length - 1, newAccounts: ring.length - 1, sameNetwork: ring.length - 1 }
    expect(votes).toMatchObject(times(ring.length - 1, () => ({ ...counts, signals: ['network'] })))
  })
})

it('counts the marked votes, and sorts votes by each column', async () => {
  const contest = await ballot(3)
  const ring = times(5, () => ({ joined: '1 hour', at: '1 hour', from: 'ring', for: 2 }))
  await cast(contest, [...times(7, () => ({ ...old, for: 1 })), old, ...ring, { ...old, for: 2 }])
  const desk = await deskOf(contest)
  const votes = await votesOnDesk(db, desk)
  expect(votes).toHaveLength(14)
  expect(votes.slice(0, 5).map(({ entryId }) => entryId)).toEqual(times(5, () => contest.ids[2]))
  expect(votes.slice(0, 6).map(({ signals }) => signals.length)).toEqual([2, 2, 2, 2, 2, 0])
  expect(votes[0]).toMatchObject({ ofEntry: 6 })
  expect(votes.find(({ entryId }) => entryId === contest.ids[1])).toMatchObject({ ofEntry: 7 })
  expect(await markedVotes(db, desk)).toBe(5)
  const figures: Record<VoteOrder, (vote: DeskVote) => number> = {
    marked: ({ signals }) => -signals.length,
    joined: ({ joinedAt }) => -(joinedAt ?? 0),
    voted: ({ votedAt }) => -votedAt,
    newAccounts: ({ newAccounts }) => -newAccounts,
    network: ({ sameNetwork }) => -sameNetwork,
    author: ({ sameAuthor }) => -sameAuthor,
  }
  for (const [sort, figure] of Object.entries(figures)) {
    const sorted = (await votesOnDesk(db, desk, { sort: sort as VoteOrder })).map(figure)
    expect(sorted, sort).toEqual(sorted.toSorted((a, b) => a - b))
  }
})

it('shows the votes of an entry in pages, marked ones first', async () => {
  const contest = await ballot(1)
  const ring = times(4, () => ({ joined: '1 hour', at: '100 hours' }))
  await cast(contest, [...times(DESK_PAGE_SIZE, () => old), ...ring])
  const first = await pageOf(contest, { sort: 'marked' })
  expect(first).toHaveLength(DESK_PAGE_SIZE)
  expect(first.slice(0, 5).map(({ signals }) => signals.length)).toEqual([1, 1, 1, 1, 0])
  expect(await pageOf(contest, { sort: 'marked', page: 2 })).toHaveLength(4)
  expect(await pageOf(contest, { sort: 'marked', page: 900 })).toEqual([])
})

it('names deleted accounts by their votes only, which can be voided', async () => {
  const contest = await ballot(2)
  const ring = await cast(
    contest,
    times(5, () => ({ joined: '1 hour', at: '1 hour' })),
  )
  expect((await completeChallenge(db, as(admin), contest.challenge)).ok).toBe(true)
  for (const { id } of ring) await deleteMember({ db, files: noFiles }, id, 'keep', noAdmins)
  const votes = await pageOf(contest)
  expect(votes.map(({ userId, joinedAt, signals }) => [userId, joinedAt, signals])).toEqual(
    times(5, () => [null, null, ['newAccounts']]),
  )
  const voiding = { votes: votes.map(({ key }) => key), reason: 'new_accounts', note: 'All at once' }
  expect(await voidVotes(db, as(admin), contest.challenge, voiding)).toEqual({ ok: true, value: 5 })
  const voided = await voidedOnDesk(db, await deskOf(contest))
  expect(voided).toMatchObject([{ votes: 5, voters: [], note: 'All at once' }])
  const pages = JSON.stringify([votes, voided])
  for (const { id } of ring) expect(pages).not.toContain(id)
  expect(await brokenInvariants(db)).toEqual([])
})

it('reads the votes of a challenge with very many some times, not once for each of them', async () => {
  const voters = 1_500
  const rivals = await makeMembers(db, 1)
  const contests = [await ballot(1, rivals), await ballot(1, rivals)]
  // Statistics of a time with few votes, which PostgreSQL would renew by itself on a busy machine.
  for (const table of ['votes', 'submissions', 'users', 'challenges'])
    await db.rows(sql`alter table ${raw(table)} set (autovacuum_enabled = off)`)
  await db.rows(sql`analyze votes, submissions, users, challenges`)
  await db.rows(sql`
    with voters as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Voter', gen_random_uuid()::text, 1 from generate_series(1, ${voters}) returning id
    )
    insert into votes (id, submission_id, challenge_id, author_id, user_id)
    select gen_random_uuid(), s.id, s.challenge_id, s.user_id, voters.id
    from submissions s cross join voters where s.user_id = ${rivals[0]?.id}`)
  const recorded = recordStatements(db)
  const desk = await deskOf(contests[0] as Ballot)
  await votesOnDesk(recorded.db, desk)
  await votesOnDesk(recorded.db, desk, { entry: contests[0]?.ids[0] ?? null })
  for (const statement of recorded.statements) {
    const { rowsRead, text } = await measure(db, statement)
    expect(rowsRead, text).toBeLessThan(voters * 20)
  }
})
