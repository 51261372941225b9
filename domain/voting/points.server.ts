import sql, { type Sql } from 'sql-template-tag'
import {
  applyPoints,
  applyPointsEntries,
  ledgerEntry,
  lockForPoints,
  type Payment,
  reversePayments,
} from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { challengesOf } from '#platform/database/skip-scan.server.ts'
import { errorMessage } from '#platform/failure.ts'

// Public points would show who voted for whom, so a vote is paid only while its challenge shows votes (CHL-25).

/**
 * An SQL expression: the reward of a member for a vote, less what they still have of votes that its voter withdrew in the
 * challenge. A withdrawal stops at a total of 0, and what it could not take must not be paid again.
 */
export function voteReward(
  reason: 'vote_received' | 'vote_cast',
  userId: Sql,
  { voterId, challengeId }: { voterId: Sql; challengeId: Sql },
): Sql {
  const reward = reason === 'vote_received' ? REWARDS.voteReceived : REWARDS.voteCast
  return sql`(
    select greatest(${reward} - coalesce(sum(l.points), 0), 0)::int
    from vote_withdrawals w cross join unnest(w.vote_ids) as withdrawn (id)
    cross join (values (${reason}::text), ('vote_removed')) as kept (reason)
    cross join lateral ${ledgerEntry(userId, sql`kept.reason`, sql`withdrawn.id`)} l
    where w.user_id = ${voterId} and w.challenge_id = ${challengeId})`
}

/** The rewards for these sides of votes, as rows for `applyPoints`, which skips the paid ones. */
function rewardsFor(sides: Sql): Sql {
  const vote = { voterId: sql`v.voter_id`, challengeId: sql`v.challenge_id` }
  return sql`
    select v.user_id, case v.reason
        when 'vote_received' then ${voteReward('vote_received', sql`v.user_id`, vote)}
        else ${voteReward('vote_cast', sql`v.user_id`, vote)} end,
      v.reason, v.challenge_id, v.id
    from (${sides}) v`
}

/** Each vote twice, for its author and its voter; of all voters of a challenge or of these. */
function sidesOfVotes(challengeId: string, voters?: readonly string[]): Sql {
  return sql`
    select v.id, v.challenge_id, v.user_id as voter_id, side.user_id, side.reason
    from votes v cross join lateral (values (v.author_id, 'vote_received'), (v.user_id, 'vote_cast')) as side (user_id, reason)
    where v.challenge_id = ${challengeId} ${voters ? sql`and v.user_id = any(${voters}::uuid[])` : sql``}`
}

/**
 * The rewards of a challenge's votes, of all voters or of these, to be applied in this transaction; undefined if
 * the votes are more than `most`, whose members it would hold for seconds: the schedule then pays them
 * (`payLargeBallots`). Runs in a transaction that holds the challenge exclusively.
 */
export async function votesToPay(
  tx: Db,
  challengeId: string,
  { voters, most = mostAtOnce }: { voters?: readonly string[]; most?: number } = {},
): Promise<Sql | undefined> {
  const count = voters?.length ?? (await countVotes(tx, challengeId, most + 1))
  if (count <= most) return rewardsFor(sidesOfVotes(challengeId, voters))
  await tx.rows(sql`
    insert into vote_payments (challenge_id) values (${challengeId})
    on conflict (challenge_id) do update set paid_to = null`)
  return undefined
}

async function countVotes(tx: Db, challengeId: string, most: number): Promise<number> {
  const votes = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (select from votes where challenge_id = ${challengeId} limit ${most}) as votes`)
  return votes?.count ?? 0
}

/** An SQL expression: now if large ballots are to be paid or removed votes to be taken back, else null. */
export const nextSettlement = sql`coalesce((select app_now() from vote_payments limit 1),
  (select app_now() from author_payments limit 1), (select app_now() from removed_votes limit 1))`

/**
 * Pays the votes of challenges with too many for one transaction, in batches of `batchSize` votes, each challenge in
 * turn. A crash leaves the rest to the next call; nothing is paid twice. Stops between batches when `signal` aborts. If
 * some fail, the others are paid before this throws. First all voters of a ballot are paid, then its authors: public
 * points would show for whom the voters of a batch voted.
 */
export function payLargeBallots(db: Db, signal?: AbortSignal, batchSize = votesInBatch): Promise<void> {
  const waiting = sql`
    select challenge_id as id from vote_payments union select challenge_id from author_payments`
  return inTurns(db, waiting, (challengeId) => payBatch(db, challengeId, batchSize), signal)
}

function payBatch(db: Db, challengeId: string, batchSize: number): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.rows(sql`select from challenges where id = ${challengeId} for no key update`)
    // In separate statements, which see what a change did that held the challenge: the votes may be hidden again.
    const voters = await tx.row<{ paidTo: string | null }>(sql`
      select paid_to as "paidTo" from vote_payments where challenge_id = ${challengeId}`)
    if (voters) return payVoters(tx, challengeId, voters.paidTo ?? beforeAll, batchSize)
    const authors = await tx.row<AuthorPosition>(sql`
      select coalesce(author_id, ${beforeAll}) as "authorId", coalesce(voter_id, ${beforeAll}) as "voterId"
      from author_payments where challenge_id = ${challengeId}`)
    if (authors) await payAuthors(tx, challengeId, authors, batchSize)
  })
}

/** Pays the voters that follow `paidTo`. The authors are paid after the last. */
async function payVoters(tx: Db, challengeId: string, paidTo: string, limit: number): Promise<void> {
  const voters = await tx.rows<{ id: string }>(sql`
    select user_id as id from votes
    where challenge_id = ${challengeId} and user_id > ${paidTo} order by user_id limit ${limit}`)
  const ids = voters.map(({ id }) => id)
  const cast = sql`
    select id, challenge_id, user_id as voter_id, user_id, 'vote_cast' as reason from votes
    where challenge_id = ${challengeId} and user_id = any(${ids}::uuid[])`
  await applyPointsEntries(tx, [], rewardsFor(cast))
  if (ids.length === limit) {
    await tx.rows(sql`update vote_payments set paid_to = ${ids.at(-1)} where challenge_id = ${challengeId}`)
    return
  }
  // Votes that came later were paid when they were cast or restored.
  await tx.rows(sql`delete from vote_payments where challenge_id = ${challengeId}`)
  await tx.rows(sql`
    insert into author_payments (challenge_id) values (${challengeId})
    on conflict (challenge_id) do update set author_id = default, voter_id = default`)
}

/** The last vote that was paid, in the order of authors and voters. */
interface AuthorPosition {
  authorId: string
  voterId: string
}

/** Pays the authors for the votes that follow `position`, author by author. */
async function payAuthors(
  tx: Db,
  challengeId: string,
  position: AuthorPosition,
  limit: number,
): Promise<void> {
  const votes = await tx.rows<AuthorPosition & { id: string }>(sql`
    select v.id, s.user_id as "authorId", v.user_id as "voterId" from (
      select s.id, s.user_id from submissions s join challenges c on c.id = s.challenge_id and not c.hides_votes
      where s.challenge_id = ${challengeId} and s.user_id >= ${position.authorId} order by s.user_id) s
    cross join lateral (
      select id, user_id from votes
      where submission_id = s.id and user_id >
        case when s.user_id = ${position.authorId} then ${position.voterId}::uuid else ${beforeAll}::uuid end
      order by user_id limit ${limit}) v
    order by s.user_id, v.user_id limit ${limit}`)
  const received = sql`
    select id, challenge_id, user_id as voter_id, author_id as user_id, 'vote_received' as reason from votes
    where id = any(${votes.map(({ id }) => id)}::uuid[])`
  await applyPointsEntries(tx, [], rewardsFor(received))
  const last = votes.at(-1)
  if (last && votes.length === limit)
    await tx.rows(sql`
      update author_payments set author_id = ${last.authorId}, voter_id = ${last.voterId}
      where challenge_id = ${challengeId}`)
  else await tx.rows(sql`delete from author_payments where challenge_id = ${challengeId}`)
}

export interface RemovedVote {
  id: string
  userId: string
}

/**
 * The payments for votes that were removed with a submission, to be taken back in this transaction; none if the votes are
 * more than `most`: the schedule then takes them back (`takeBackRemovedVotes`). Runs in a transaction that holds the
 * challenge exclusively.
 */
export async function votesToReverse(
  tx: Db,
  { challengeId, userId }: { challengeId: string; userId: string },
  votes: readonly RemovedVote[],
  most = mostAtOnce,
): Promise<Payment[]> {
  if (votes.length <= most) return votes.flatMap((vote) => paymentsOf({ ...vote, authorId: userId }))
  await tx.rows(sql`
    insert into removed_votes (id, challenge_id, author_id, user_id)
    select id, ${challengeId}::uuid, ${userId}::uuid, user_id from unnest(
      ${votes.map(({ id }) => id)}::uuid[], ${votes.map((vote) => vote.userId)}::uuid[]) as votes (id, user_id)`)
  return []
}

/** Takes back the points of removed votes that were too many for one transaction, like `payLargeBallots`. */
export function takeBackRemovedVotes(db: Db, signal?: AbortSignal, batchSize = votesInBatch): Promise<void> {
  const waiting = sql`
    with recursive ${challengesOf('removed_votes')} select id from of_removed_votes where id is not null`
  return inTurns(db, waiting, (id) => takeBackBatch(db, id, batchSize), signal)
}

function takeBackBatch(db: Db, challengeId: string, batchSize: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Before the members, in the order of all locks: the ledger refers to it.
    await tx.rows(sql`select from challenges where id = ${challengeId} for key share`)
    const votes = await tx.rows<RemovedVote & { authorId: string }>(sql`
      delete from removed_votes where id in (
        select id from removed_votes where challenge_id = ${challengeId} order by id limit ${batchSize} for update)
      returning id, author_id as "authorId", user_id as "userId"`)
    await reversePayments(tx, votes.flatMap(paymentsOf))
  })
}

function paymentsOf({ id, authorId, userId }: RemovedVote & { authorId: string }): Payment[] {
  return [
    { userId: authorId, reason: 'vote_received', sourceId: id },
    { userId, reason: 'vote_cast', sourceId: id },
  ]
}

/**
 * Makes a batch of each challenge that `waiting` selects, in turn, until none is left or `signal` aborts. One whose batch
 * fails is left to the next call; this throws after the others.
 */
async function inTurns(
  db: Db,
  waiting: Sql,
  makeBatch: (challengeId: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed: string[] = []
  const failures: Error[] = []
  for (;;) {
    const challenges = await db.rows<{ id: string }>(sql`
      select id from (${waiting}) as waiting where id <> all(${failed}::uuid[]) order by id`)
    if (challenges.length === 0) break
    for (const { id } of challenges) {
      if (signal?.aborted) return
      try {
        await makeBatch(id)
      } catch (cause) {
        failed.push(id)
        failures.push(new Error(`challenge ${id}: ${errorMessage(cause)}`, { cause }))
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
}

/**
 * Pays a challenge's votes if a change made them visible, or takes their points back if it hid them. Runs in a
 * transaction that holds the challenge exclusively.
 */
export async function updateVotePoints(tx: Db, challengeId: string, wereHidden: boolean): Promise<void> {
  const challenge = await tx.row<{ hidesVotes: boolean }>(sql`
    select hides_votes as "hidesVotes" from challenges where id = ${challengeId}`)
  if (!challenge || challenge.hidesVotes === wereHidden) return
  if (challenge.hidesVotes) return takeBackVotePoints(tx, challengeId)
  await applyPointsEntries(tx, [], await votesToPay(tx, challengeId))
}

async function takeBackVotePoints(tx: Db, challengeId: string): Promise<void> {
  await tx.rows(sql`delete from vote_payments where challenge_id = ${challengeId}`)
  await tx.rows(sql`delete from author_payments where challenge_id = ${challengeId}`)
  await lockForPoints(
    tx,
    sql`
      select user_id from votes where challenge_id = ${challengeId}
      union select author_id from votes where challenge_id = ${challengeId}`,
  )
  const voters = await tx.rows<{ id: string }>(sql`
    select user_id as id from votes where challenge_id = ${challengeId} order by user_id`)
  const ids = voters.map(({ id }) => id)
  // PostgreSQL cancels a statement after 15 s.
  for (let from = 0; from < ids.length; from += mostAtOnce)
    await tx.rows(sql`
      with due (user_id, points, reason, challenge_id, source_id) as (
        select l.user_id, -l.points, 'vote_hidden', v.challenge_id, v.id
        from (${sidesOfVotes(challengeId, ids.slice(from, from + mostAtOnce))}) v
        cross join lateral ${ledgerEntry(sql`v.user_id`, sql`v.reason`, sql`v.id`)} l
      ), ${applyPoints()}
      select id from totals`)
  // The ledger pays once per vote id. With new ids the same votes can be paid when they are shown again.
  await tx.rows(sql`update votes set id = gen_random_uuid() where challenge_id = ${challengeId}`)
}

const mostAtOnce = 2_000
const beforeAll = '00000000-0000-0000-0000-000000000000'
const votesInBatch = 500
