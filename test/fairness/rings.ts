import sql from 'sql-template-tag'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import { votesWithSignals } from '#domain/integrity/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { copied, makeChallenge, ofChallenge } from '#test/builders.ts'
import { seededRandom } from '#test/faults/random.ts'

/** Accounts of a ring, and the honest voters beside it. */
export const RING = 8
export const HONEST = 200
/** A ring is found if so many of its votes are marked. */
export const MOST = 5

export interface Detection {
  /** Votes of the ring, and of honest voters, that the desk marks. */
  ring: number
  honest: number
}

interface Vote {
  userId: string
  entry: number
  /** Hours after voting opened. */
  at: number
  /** Hours after voting opened; negative before. */
  joined: number
  network: string
}

const votingHours = 72

/**
 * Lets honest voters and, with `ring`, a ring of accounts vote in a challenge, and marks votes with the application's
 * code. The ring's accounts were made in the three days before voting opened or later, use one to three networks, and vote
 * for one entry within two hours. Of the honest voters a fifth share a network with a household or an office, a sixth
 * came for a friend's entry and are as new as the ring, and two announcements bring many at once.
 */
export async function simulateRing(
  db: Db,
  { seed, ring }: { seed: number; ring: boolean },
): Promise<Detection> {
  const random = seededRandom(seed, 'ring')
  const entries = 12 + Math.floor(random.next() * 48)
  const votes = honestVotes(random, entries)
  const accounts = ring ? ringVotes(random, entries) : []
  const challenge = await store(db, entries, [...votes, ...accounts])
  const marked = await db.rows<{ userId: string }>(sql`
    select user_id as "userId" from (${votesWithSignals(challenge)}) v where cardinality(signals) > 0`)
  const voters = new Set(marked.map(({ userId }) => userId))
  const count = (list: readonly Vote[]) => list.filter(({ userId }) => voters.has(userId)).length
  return { ring: count(accounts), honest: count(votes) }
}

type Random = ReturnType<typeof seededRandom>

function honestVotes(random: Random, entries: number): Vote[] {
  const popularity = Array.from({ length: entries }, (_, place) => 1 / (place + 3))
  const announcements = [random.next() * 60, random.next() * 60] as const
  const votes: Vote[] = []
  while (votes.length < HONEST) {
    const members = random.next() < 0.08 ? 2 + Math.floor(random.next() * 4) : 1
    const network = newId()
    const shared = pick(random, popularity)
    for (let n = 0; n < members && votes.length < HONEST; n++) {
      const entry = n > 0 && random.next() < 0.3 ? shared : pick(random, popularity)
      const called = announcements[Math.floor(random.next() * 2)] ?? 0
      const at = random.next() < 0.3 ? called + random.next() * 0.2 : random.next() * votingHours
      const isNew = random.next() < 0.16
      votes.push({
        userId: newId(),
        // Who is new came for the entry of a friend, half of the time one of few who called their friends.
        entry: isNew && random.next() < 0.3 ? Math.floor(random.next() * entries) : entry,
        at,
        joined: isNew ? at - random.next() * 2 : -24 - random.next() * 8_000,
        network,
      })
    }
  }
  return votes
}

function ringVotes(random: Random, entries: number): Vote[] {
  const entry = Math.floor(random.next() * entries)
  const networks = Array.from({ length: 1 + Math.floor(random.next() * 3) }, newId)
  const begin = random.next() * (votingHours - 2)
  return Array.from({ length: RING }, () => {
    const at = begin + random.next() * 2
    return {
      userId: newId(),
      entry,
      at,
      joined: -72 + random.next() * (at + 72),
      network: networks[Math.floor(random.next() * networks.length)] ?? '',
    }
  })
}

function pick(random: Random, weights: readonly number[]): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return 0
}

async function store(db: Db, entries: number, votes: readonly Vote[]): Promise<string> {
  const challenge = await makeChallenge(db)
  await db.rows(sql`
    update challenges set status = 'voting', deadline = app_now(), voting_ends_at = app_now() + interval '3 days',
      ${ballotTimes('voting')}
    where id = ${challenge}`)
  const ids = Array.from({ length: entries }, newId)
  await db.rows(sql`
    with authors as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select id, 'Author ' || id, id::text, 1 from unnest(${ids}::uuid[]) id returning id
    )
    insert into submissions (id, ${ofChallenge}, user_id, title, description, ai_tools_used)
    select authors.id, c.*, authors.id, 'One', 'Of many', '{Brush}' from authors cross join ${copied(challenge)} c`)
  const column = <K extends keyof Vote>(key: K) => votes.map((vote) => vote[key])
  const cast = sql`unnest(${column('userId')}::uuid[], ${votes.map(({ entry }) => ids[entry])}::uuid[],
    ${column('at')}::float8[], ${column('joined')}::float8[], ${column('network')}::text[])
    as cast_vote (user_id, submission_id, at, joined, network)`
  const opened = sql`(select last_ballot_at from challenges where id = ${challenge})`
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, avatar_preset, joined_date)
    select user_id, 'Voter ' || user_id, user_id::text, 1, ${opened} + joined * interval '1 hour' from ${cast}`)
  await db.rows(sql`
    insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at, network)
    select gen_random_uuid(), submission_id, ${challenge}::uuid, submission_id, user_id, ${opened} + at * interval '1 hour',
      network_hash(network)
    from ${cast}`)
  return challenge
}
