import sql from 'sql-template-tag'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { secretBallot } from '#domain/ballot/order.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { as, copied, makeChallenge, makeMember, ofChallenge, openVoting } from '#test/builders.ts'
import { at } from '#test/database.ts'
import { seededRandom } from '#test/faults/random.ts'

export const ORDERS = ['fair', 'newest first', 'most votes first'] as const
export type OrderName = (typeof ORDERS)[number]

export interface Viewing {
  mostSeen: number
  leastSeen: number
  /** Most seen divided by least seen. */
  ratio: number
  /** By how many voters the entry was seen that false reports left out. */
  favored: number
}

interface Ballot {
  entries: number
  voters: number
  order: OrderName
  seed: number
  liars?: number
}

/** How many entries a voter looks at: a share of the voters for each. The last ones look at all. */
const attention: readonly (readonly [share: number, entries: number])[] = [
  [0.3, 3],
  [0.4, 10],
  [0.2, 30],
  [0.1, Number.POSITIVE_INFINITY],
]

/** Voters who open the page before any of them has reported a view. The next ones come a minute later. */
const atOnce = 8
const minute = 60_000

/**
 * Lets voters who look at few or many entries look at a secret ballot in an order, and vote for the best entry that they
 * saw. The fair order and the count of views are the application's own. The ids follow from the seed, since orders by
 * chance depend on them. First `liars` report that they have seen all entries but one.
 */
export async function simulateViewing(
  db: Db,
  { entries, voters, order, seed, liars = 0 }: Ballot,
): Promise<Viewing> {
  const random = seededRandom(seed, `${entries} ${order} ${liars}`)
  const challenge = await makeBallot(
    db,
    Array.from({ length: entries }, () => idOf(random)),
  )
  const ids = await db.rows<{ id: string }>(sql`
    select id from submissions where challenge_id = ${challenge} order by submission_date desc, id desc`)
  const newest = ids.map(({ id }) => id)
  const quality = new Map(newest.map((id) => [id, random.next()]))
  const votes = new Map(newest.map((id) => [id, 0]))
  const members: Member[] = []
  for (let made = 0; made < voters; made++) members.push(await makeMember(db, { id: idOf(random) }))
  const opened = Date.now()
  const [favorite = '', ...others] = newest
  for (let made = 0; made < liars; made++) {
    const liar = await makeMember(db, { id: idOf(random) })
    await at(db, new Date(opened), (tx) => recordImpressions(tx, as(liar), challenge, others))
  }
  const views = new Map(newest.map((id) => [id, 0]))
  for (let first = 0; first < members.length; first += atOnce) {
    const group = members.slice(first, first + atOnce)
    const now = opened + (1 + first / atOnce) * minute
    const orders: string[][] = []
    for (const member of group) orders.push(await at(db, new Date(now), (tx) => orderFor(tx, member)))
    for (const [index, member] of group.entries()) {
      const seen = orders[index]?.slice(0, entriesSeen(random.next())) ?? []
      await at(db, new Date(now + minute / 2), (tx) => recordImpressions(tx, as(member), challenge, seen))
      for (const id of seen) views.set(id, (views.get(id) ?? 0) + 1)
      const best = seen.toSorted((a, b) => (quality.get(b) ?? 0) - (quality.get(a) ?? 0))[0]
      if (best) votes.set(best, (votes.get(best) ?? 0) + 1)
    }
  }
  const [mostSeen, leastSeen] = [Math.max(...views.values()), Math.min(...views.values())]
  return { mostSeen, leastSeen, ratio: mostSeen / leastSeen, favored: views.get(favorite) ?? 0 }

  async function orderFor(tx: Db, member: Member): Promise<string[]> {
    if (order === 'newest first') return newest
    if (order === 'most votes first')
      return newest.toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))
    const { submissions } = await secretBallot(tx, as(member), challenge, entries)
    return submissions.map(({ id }) => id)
  }
}

function entriesSeen(chance: number): number {
  let share = 0
  for (const [part, entries] of attention) {
    share += part
    if (chance < share) return entries
  }
  return Number.POSITIVE_INFINITY
}

function idOf(random: { next(): number }): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random.next() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

async function makeBallot(db: Db, ids: readonly string[]): Promise<string> {
  const challenge = await makeChallenge(db, { showVotes: false })
  await db.rows(sql`
    with authors as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select id, 'Author ' || n, id::text, 1 from unnest(${[...ids]}::uuid[]) with ordinality as author (id, n)
      returning id
    )
    insert into submissions (id, ${ofChallenge}, user_id, title, description, ai_tools_used)
    select authors.id, c.*, authors.id, 'One', 'Of many', '{Brush}' from authors cross join ${copied(challenge)} c`)
  await db.rows(sql`update challenges set participant_count = ${ids.length} where id = ${challenge}`)
  await openVoting(db, challenge)
  return challenge
}
