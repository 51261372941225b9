import sql, { type Sql } from 'sql-template-tag'
import { applyPoints } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

// Public points would show who voted for whom, so a vote is paid only while its challenge shows votes (CHL-25). All
// functions of this file run in a transaction that holds the challenge's row exclusively.

/** The unpaid rewards of a challenge's votes, as rows for `applyPoints`. */
export function unpaidVotes(challengeId: string): Sql {
  return sql`
    select side.user_id, side.points, side.reason, v.challenge_id, v.id
    from votes v cross join lateral (values
      (v.author_id, ${REWARDS.voteReceived}::int, 'vote_received'), (v.user_id, ${REWARDS.voteCast}::int, 'vote_cast')
    ) as side (user_id, points, reason)
    where v.challenge_id = ${challengeId} and not exists (
      select from points_log l where l.user_id = side.user_id and l.reason = side.reason and l.source_id = v.id)`
}

/** Pays a challenge's votes if a change made them visible, or takes their points back if it hid them. */
export async function updateVotePoints(tx: Db, challengeId: string, wereHidden: boolean): Promise<void> {
  const challenge = await tx.row<{ hidesVotes: boolean }>(sql`
    select hides_votes as "hidesVotes" from challenges where id = ${challengeId}`)
  if (!challenge || challenge.hidesVotes === wereHidden) return
  if (challenge.hidesVotes) return takeBackVotePoints(tx, challengeId)
  await tx.rows(sql`
    with due (user_id, points, reason, challenge_id, source_id) as (${unpaidVotes(challengeId)}), ${applyPoints()}
    select id from totals`)
}

async function takeBackVotePoints(tx: Db, challengeId: string): Promise<void> {
  // The ledger pays once per vote id. With new ids the same votes can be paid when they are shown again.
  await tx.rows(sql`
    with renewed as (
      update votes set id = gen_random_uuid() where challenge_id = ${challengeId}
    ),
    due (user_id, points, reason, challenge_id, source_id) as (
      select l.user_id, -l.points, 'vote_hidden', v.challenge_id, v.id
      from votes v
      cross join lateral (values (v.author_id, 'vote_received'), (v.user_id, 'vote_cast')) as side (user_id, reason)
      join points_log l on l.user_id = side.user_id and l.reason = side.reason and l.source_id = v.id
      where v.challenge_id = ${challengeId}
    ), ${applyPoints()}
    select id from totals`)
}
