import sql, { type Sql } from 'sql-template-tag'
import { applyPoints, applyPointsEntries, payMany } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

// How votes begin and cease to count, with the counts of their submissions and the points of both sides. Public points
// would show who voted for whom, so a vote is paid only while its challenge shows votes (CHL-25).

/** What votes `v` of the query or CTE `votes` pay, as rows for `applyPoints`, which skips the paid ones. */
export function rewardsOf(votes: Sql): Sql {
  const sides = sql`(v.author_id, ${REWARDS.voteReceived}::int, 'vote_received'), (v.user_id, ${REWARDS.voteCast}::int, 'vote_cast')`
  return sql`select side.user_id, side.points, side.reason, v.challenge_id, v.id, v.round from ${votes} v
        cross join lateral (values ${sides}) as side (user_id, points, reason)`
}

/** The votes of a challenge that count. */
export function countedVotes(challengeId: string): Sql {
  return sql`(select * from votes where challenge_id = ${challengeId} and counts)`
}

/** What the ledger paid for votes `v`, to be taken back. The limit makes PostgreSQL look up each entry. */
export function reversalsOf(votes: Sql, reason: 'vote_removed' | 'vote_hidden'): Sql {
  return sql`
    select l.user_id, -l.points, ${reason}::text, v.challenge_id, v.id, v.round from ${votes} v
    cross join lateral (values (v.author_id, 'vote_received'), (v.user_id, 'vote_cast')) as side (user_id, reason)
    cross join lateral (select * from points_log
      where user_id = side.user_id and reason = side.reason and source_id = v.id and round = v.round limit 1) l`
}

/**
 * Takes votes out of the count by `change`, which deletes or updates counting votes `v`, and takes back what they paid.
 * Returns how many. Runs in a transaction that holds their submissions.
 */
export async function uncountVotes(tx: Db, change: Sql): Promise<number> {
  const stopped = await tx.row<{ count: number }>(sql`
    with stopped as (
      ${change} returning v.id, v.submission_id, v.challenge_id, v.author_id, v.user_id, v.round
    ),
    counted as (
      update submissions s set votes = s.votes - fewer.count
      from (select submission_id, count(*) as count from stopped group by submission_id) fewer
      where s.id = fewer.submission_id
    ),
    due (user_id, points, reason, challenge_id, source_id, round) as (${reversalsOf(sql`stopped`, 'vote_removed')}),
    ${applyPoints()}
    select count(*)::int as count from stopped`)
  return stopped?.count ?? 0
}

/**
 * Lets votes `v` that `which` selects count again and pays them, except those of members who may no longer vote while the
 * challenge runs, and those for submissions that are rejected, deleted or changed since. Returns how many. Runs in a
 * transaction that holds the challenge exclusively and their voters.
 */
export async function recountVotes(tx: Db, challengeId: string, which: Sql): Promise<number> {
  const restored = await tx.row<{ count: number }>(sql`
    with restored as (
      update votes v set counts = true, voided_batch_id = null, round = v.round + 1
      from users u, submissions s, challenges c
      where v.challenge_id = ${challengeId} and not v.counts and ${which} and u.id = v.user_id and c.id = v.challenge_id
        and (${memberActive()} or c.status in ('completed', 'canceled'))
        and s.id = v.submission_id and s.status <> 'rejected'
        and s.content_changed_at <= v.created_at
      returning v.id, v.submission_id, v.challenge_id, v.author_id, v.user_id, v.round
    ),
    counted as (
      update submissions s set votes = s.votes + more.count
      from (select submission_id, count(*) as count from restored group by submission_id) more
      where s.id = more.submission_id
    ),
    due (user_id, points, reason, challenge_id, source_id, round) as (
      select * from (${rewardsOf(sql`restored`)}) rewards
      where exists (select from challenges where id = ${challengeId} and not hides_votes)
    ),
    ${applyPoints()}
    select count(*)::int as count from restored`)
  return restored?.count ?? 0
}

/**
 * Pays a challenge's votes if a change made them visible, or takes their points back if it hid them. Runs in a
 * transaction that holds the challenge exclusively.
 */
export async function updateVotePoints(tx: Db, challengeId: string, wereHidden: boolean): Promise<void> {
  const challenge = await tx.row<{ hidesVotes: boolean }>(sql`
    select hides_votes as "hidesVotes" from challenges where id = ${challengeId}`)
  if (!challenge || challenge.hidesVotes === wereHidden) return
  const votes = countedVotes(challengeId)
  if (!challenge.hidesVotes) return payMany(tx, [], rewardsOf(votes))
  await applyPointsEntries(tx, [], reversalsOf(votes, 'vote_hidden'))
  await tx.rows(sql`update votes set round = round + 1 where challenge_id = ${challengeId} and counts`)
}
