import sql, { type Sql } from 'sql-template-tag'
import { applyPoints, applyPointsEntries } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

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
    from vote_withdrawals w join points_log l on l.user_id = ${userId} and l.source_id = any(w.vote_ids)
    where w.user_id = ${voterId} and w.challenge_id = ${challengeId} and l.reason in (${reason}, 'vote_removed'))`
}

/**
 * The unpaid rewards of a challenge's votes, of all members or of these, as rows for `applyPoints`. For a transaction
 * that holds the challenge exclusively.
 */
export function unpaidVotes(challengeId: string, members?: readonly string[]): Sql {
  const vote = { voterId: sql`v.voter_id`, challengeId: sql`v.challenge_id` }
  return sql`
    select v.user_id, case v.reason
        when 'vote_received' then ${voteReward('vote_received', sql`v.user_id`, vote)}
        else ${voteReward('vote_cast', sql`v.user_id`, vote)} end,
      v.reason, v.challenge_id, v.id
    from (${sidesOfVotes(challengeId, members)}) v
    where not exists (
      select from points_log l where l.user_id = v.user_id and l.reason = v.reason and l.source_id = v.id)`
}

/** Each vote twice, for its author and its voter. */
function sidesOfVotes(challengeId: string, members?: readonly string[]): Sql {
  const of = (column: Sql) => (members ? sql`and ${column} = any(${members}::uuid[])` : sql``)
  return sql`
    select v.id, v.challenge_id, v.user_id as voter_id, s.user_id, 'vote_received' as reason
    from submissions s join votes v on v.submission_id = s.id where s.challenge_id = ${challengeId} ${of(sql`s.user_id`)}
    union all
    select v.id, v.challenge_id, v.user_id, v.user_id, 'vote_cast'
    from votes v where v.challenge_id = ${challengeId} ${of(sql`v.user_id`)}`
}

/**
 * The unpaid rewards of a challenge's votes, to be applied in this transaction; undefined if they concern more than
 * `most` members, whose rows it would hold for seconds: the schedule then pays them (`payLargeBallots`). Runs in a
 * transaction that holds the challenge exclusively.
 */
export async function votesToPay(tx: Db, challengeId: string, most = mostAtOnce): Promise<Sql | undefined> {
  const members = await membersOf(tx, challengeId)
  if (members.length <= most) return unpaidVotes(challengeId)
  await tx.rows(sql`insert into vote_payments (challenge_id) values (${challengeId}) on conflict do nothing`)
  return undefined
}

/**
 * Pays the votes of challenges with too many for one transaction, each in batches of `batchSize` members. A crash leaves
 * the rest to the next call; nothing is paid twice. Stops between batches when `signal` aborts. Returns how many
 * challenges were paid to their end.
 */
export async function payLargeBallots(
  db: Db,
  signal?: AbortSignal,
  batchSize = membersInBatch,
): Promise<number> {
  const payments = await db.rows<Payment>(
    sql`select id, challenge_id as "challengeId" from vote_payments order by id`,
  )
  let ended = 0
  for (const payment of payments) {
    const members = await membersOf(db, payment.challengeId)
    let isOpen = true
    for (let from = 0; isOpen && from < members.length && !signal?.aborted; from += batchSize)
      isOpen = await payBatch(db, payment, members.slice(from, from + batchSize))
    if (!isOpen || signal?.aborted) continue
    // Votes that came later were paid when they were cast or restored.
    await db.rows(sql`delete from vote_payments where id = ${payment.id}`)
    ended += 1
  }
  return ended
}

interface Payment {
  id: string
  challengeId: string
}

/** Returns false if the payment is over: the votes were hidden again, or the challenge was deleted. */
function payBatch(db: Db, { id, challengeId }: Payment, members: readonly string[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.rows(sql`select from challenges where id = ${challengeId} for no key update`)
    // In a separate statement, which sees what a change did that held the challenge.
    const payment = await tx.row(sql`select 1 as found from vote_payments where id = ${id}`)
    if (!payment) return false
    await applyPointsEntries(tx, [], unpaidVotes(challengeId, members))
    return true
  })
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
  const members = await membersOf(tx, challengeId)
  // PostgreSQL cancels a statement after 15 s.
  for (let from = 0; from < members.length; from += membersInBatch)
    await tx.rows(sql`
      with due (user_id, points, reason, challenge_id, source_id) as (
        select l.user_id, -l.points, 'vote_hidden', v.challenge_id, v.id
        from (${sidesOfVotes(challengeId, members.slice(from, from + membersInBatch))}) v
        join points_log l on l.user_id = v.user_id and l.reason = v.reason and l.source_id = v.id
      ), ${applyPoints()}
      select id from totals`)
  // The ledger pays once per vote id. With new ids the same votes can be paid when they are shown again.
  await tx.rows(sql`update votes set id = gen_random_uuid() where challenge_id = ${challengeId}`)
}

const mostAtOnce = 2_000
const membersInBatch = 200

/** All voters and their authors in id order, in which points are applied. */
async function membersOf(db: Db, challengeId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select user_id as id from votes where challenge_id = ${challengeId}
    union select author_id from votes where challenge_id = ${challengeId} order by id`)
  return rows.map(({ id }) => id)
}
