import sql, { type Sql } from 'sql-template-tag'
import { type Scope, votedFor, votingOpen } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { applyPoints } from '#domain/points/ledger.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { votingNetwork } from '#platform/http/client-address.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { reversalsOf, rewardsOf, uncountVotes } from './counting.server.ts'
import { hasLooked, mayVoteFor, voteRefusal } from './eligibility.server.ts'
import { VOTING_MESSAGES } from './rules.ts'

// Every command locks in the same order: the challenge (shared), submissions in id order, the vote, the members in id
// order. A transition locks the challenge exclusively, so no vote is missed by a count.

/**
 * Casts the viewer's one vote in a challenge: +5 for the author, +1 for the voter (VOTE-4 to VOTE-7), at once or, if the
 * challenge hides votes, at its completion (CHL-25). Refused when signed out, for the viewer's own submission, after a
 * first vote, outside the voting period, and to members whom the challenge bars (VOTE-30, VOTE-31). Keeps the network of
 * `address` with it. It takes the place of a vote for a submission that was rejected since, which no undo then brings
 * back. Returns the submission's new vote count.
 */
export async function castVote(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
  address?: string,
): Promise<Outcome<{ votes: number }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', VOTING_MESSAGES.signIn)
  const counted = await db.row<{ votes: number }>(sql`
    with ballot as (
      select s.id as submission_id, c.id as challenge_id, s.user_id as author_id, c.hides_votes, c.voting_ends_at
      from challenges c join submissions s on s.challenge_id = c.id join users u on u.id = ${viewer.id}
      where c.id = ${challengeId} and s.id = ${submissionId} and ${mayVoteFor(scope, viewer)}
      for share of c for no key update of s for key share of u
    ),
    cast_vote as (
      insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at, network)
      select ${newId()}::uuid, submission_id, challenge_id, author_id, ${viewer.id}::uuid, app_now(), ${networkOf(address)} from ballot
      -- The statement may have waited for its locks beyond the end.
      where app_now() < voting_ends_at
      on conflict (challenge_id, user_id) do update set submission_id = excluded.submission_id, counts = true,
        author_id = excluded.author_id, created_at = excluded.created_at, network = excluded.network, round = votes.round + 1
        where not votes.counts and votes.voided_batch_id is null
      returning id, submission_id, challenge_id, author_id, user_id, round
    ),
    counted as (update submissions s set votes = s.votes + 1 from cast_vote v where s.id = v.submission_id returning s.votes),
    due (user_id, points, reason, challenge_id, source_id, round) as (
      ${rewardsOf(sql`(select v.* from cast_vote v cross join ballot where not hides_votes)`)}),
    ${applyPoints()}
    select votes from counted`)
  return counted
    ? done(counted)
    : voteRefusal(db, scope, viewer, { challengeId, submissionId, action: 'cast' })
}

/**
 * Withdraws the viewer's vote while voting is open, and takes back what the ledger paid for it (VOTE-8), even if the
 * submission is no longer public. Returns the submission's new vote count.
 */
export async function withdrawVote(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<Outcome<{ votes: number }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', VOTING_MESSAGES.signIn)
  return db.transaction(async (tx) => {
    const refusal = () => voteRefusal(tx, scope, viewer, { challengeId, submissionId, action: 'withdraw' })
    if (!(await lockBallot(tx, challengeId, [submissionId]))) return refusal()
    const withdrawn = await uncountVotes(
      tx,
      sql`
        delete from votes v using challenges c
        where v.submission_id = ${submissionId} and v.challenge_id = ${challengeId} and v.user_id = ${viewer.id} and v.counts
          and c.id = v.challenge_id and ${votingOpen} and not ${hasLooked(viewer.id)}`,
    )
    if (withdrawn === 0) return refusal()
    const counted = await tx.row<{ votes: number }>(
      sql`select votes from submissions where id = ${submissionId}`,
    )
    return done({ votes: counted?.votes ?? 0 })
  })
}

/**
 * Moves the viewer's vote to another submission of the challenge (VOTE-23). Refused like a vote or a withdrawal; the vote
 * then stays where it was. Casts the vote if there is none.
 */
export async function moveVote(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
  address?: string,
): Promise<Outcome<{ votes: number }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', VOTING_MESSAGES.signIn)
  for (let attempt = 1; attempt <= mostMoves; attempt++) {
    const own = await db.row<{ from: string | null }>(sql`
      select ${votedFor(viewer.id, sql`${challengeId}::uuid`)} as "from"`)
    const from = own?.from
    if (!from || from === submissionId) return castVote(db, scope, challengeId, submissionId, address)
    const moved = await db.transaction(async (tx) => {
      if (!(await lockBallot(tx, challengeId, [from, submissionId]))) return undefined
      return moveLockedVote(tx, scope, viewer, { challengeId, from, to: submissionId, address })
    })
    if (moved) return done(moved)
    const refusal = await voteRefusal(db, scope, viewer, { challengeId, submissionId, action: 'move' })
    if (refusal.code !== 'busy') return refusal
  }
  return refused('busy', VOTING_MESSAGES.failed)
}

/** Each one but the last met another move of the same vote. */
const mostMoves = 5

function moveLockedVote(
  tx: Db,
  scope: Scope,
  viewer: Member,
  {
    challengeId,
    from,
    to,
    address,
  }: { challengeId: string; from: string; to: string; address: string | undefined },
): Promise<{ votes: number } | undefined> {
  return tx.row(sql`
    with moved as (
      update votes v set submission_id = s.id, author_id = s.user_id, round = v.round + 1, created_at = app_now(),
        network = ${networkOf(address)}
      from votes former, challenges c, submissions s, users u
      where former.challenge_id = ${challengeId} and former.user_id = ${viewer.id} and former.submission_id = ${from}
        and former.counts and v.id = former.id and c.id = former.challenge_id and s.id = ${to} and s.challenge_id = c.id
        and u.id = ${viewer.id} and ${mayVoteFor(scope, viewer)}
      returning v.id, v.submission_id, v.challenge_id, v.author_id, v.user_id, v.round, former.author_id as former_author_id,
        c.hides_votes
    ),
    left_behind as (
      select id, challenge_id, former_author_id as author_id, user_id, round - 1 as round from moved
    ),
    lost as (
      update submissions s set votes = s.votes - 1 from moved where s.id = ${from}
    ),
    counted as (
      update submissions s set votes = s.votes + 1 from moved where s.id = moved.submission_id returning s.votes
    ),
    due (user_id, points, reason, challenge_id, source_id, round) as (
      select * from (${rewardsOf(sql`moved`)}) rewards where exists (select from moved where not hides_votes)
      union all ${reversalsOf(sql`left_behind`, 'vote_removed')}
    ),
    ${applyPoints()}
    select votes from counted`)
}

/**
 * Locks the challenge and submissions in a separate statement, so that the next one reads what a concurrent change
 * of the challenge has paid. Locks nothing, which would delay the completion, outside the voting period. Returns whether
 * it locked: voting may open before the next statement.
 */
async function lockBallot(tx: Db, challengeId: string, submissionIds: string[]): Promise<boolean> {
  const locked = await tx.rows(sql`
    select from challenges c join submissions s on s.challenge_id = c.id
    where c.id = ${challengeId} and s.id = any(${submissionIds}::uuid[]) and ${votingOpen}
    order by s.id for share of c for no key update of s`)
  return locked.length > 0
}

/** The network of a vote, as a keyed hash; null without an address. */
function networkOf(address: string | undefined): Sql {
  return address ? sql`network_hash(${votingNetwork(address)})` : sql`null::bytea`
}

/**
 * Withdraws a member's votes in these challenges, with the points that the ledger recorded. Returns how many. Runs in a
 * transaction that holds the challenges exclusively.
 */
export function withdrawMemberVotes(tx: Db, userId: string, challengeIds: string[]): Promise<number> {
  return uncountVotes(
    tx,
    sql`delete from votes v where v.user_id = ${userId} and v.challenge_id = any(${challengeIds}::uuid[]) and v.counts`,
  )
}

/**
 * Withdraws the votes of deleted members in a challenge that is opened again, with their points, because these people
 * may sign in as new members and vote. Runs in a transaction that holds the challenge exclusively.
 */
export async function withdrawVotesOfDeletedMembers(tx: Db, challengeId: string): Promise<void> {
  // Locked, so that a concurrent deletion either commits first or finds the challenge open.
  const deleted = await tx.rows<{ id: string | null }>(sql`
    select case when u.deleted_at is not null then u.id end as id from users u
    where u.id in (select user_id from votes where challenge_id = ${challengeId} and counts) order by u.id for key share`)
  await uncountVotes(
    tx,
    sql`
      delete from votes v where v.challenge_id = ${challengeId} and v.counts
        and v.user_id = any(${deleted.map(({ id }) => id)}::uuid[])`,
  )
}
