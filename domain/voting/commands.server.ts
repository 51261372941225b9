import sql, { type Sql } from 'sql-template-tag'
import { challengeVisible, type Scope, votingOpen } from '#domain/challenges/scope.server.ts'
import { networkOf } from '#domain/members/networks.server.ts'
import { isActiveMember, memberActive } from '#domain/members/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { applyPoints, applyPointsEntries, ledgerEntry, lockForPoints } from '#domain/points/ledger.server.ts'
import { submissionPublic, submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, type Refusal, refused } from '#platform/outcome.ts'
import type { VoterBar } from './bars.ts'
import { voteReward, votesToPay } from './points.server.ts'
import { ballotRefusal, barred, hasLooked, voterBar } from './queries.server.ts'
import { maxWithdrawals, VOTE_REFUSALS, VOTING_MESSAGES } from './rules.ts'

// Every command here locks in the same order: the challenge (shared), the submission, the vote, the members in id
// order. A transition locks the challenge exclusively, so no vote is missed by a count.

/**
 * Casts the viewer's one vote in a challenge: +5 for the author, +1 for the voter, less what is kept of votes that the
 * viewer withdrew (VOTE-4 to VOTE-7), at once or, if the challenge hides votes, at its completion (CHL-25). Refused when
 * signed out, for the viewer's own submission, after a first vote, outside the voting period, and to members whom the
 * challenge bars (VOTE-30, VOTE-31). Keeps the network of `address` with it. Returns the submission's new vote count.
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
  const vote = { voterId: sql`paid_now.user_id`, challengeId: sql`paid_now.challenge_id` }
  const counted = await db.row<{ votes: number }>(sql`
    with ${openBallot(viewer, challengeId, submissionId, sql`${submissionPublic(scope)} and ${submissionVisible(scope)}`)},
    cast_vote as (
      insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at, network)
      select ${newId()}::uuid, submission_id, challenge_id, author_id, ${viewer.id}::uuid, app_now(), ${networkOf(address)} from ballot
      where author_id <> ${viewer.id} and ${mayVote(viewer)} and ${isStillOpen}
        and not exists (select from votes v where v.challenge_id = ballot.challenge_id and v.user_id = ${viewer.id})
      on conflict on constraint one_vote_per_challenge do nothing
      returning id, submission_id, challenge_id, author_id, user_id
    ),
    counted as (
      update submissions s set votes = s.votes + 1 from cast_vote where s.id = cast_vote.submission_id
      returning s.votes
    ),
    paid_now as (
      select cast_vote.* from cast_vote cross join ballot where not ballot.hides_votes
    ),
    due (user_id, points, reason, challenge_id, source_id) as (
      select author_id, ${voteReward('vote_received', sql`author_id`, vote)}, 'vote_received', challenge_id, id from paid_now
      union all
      select user_id, ${voteReward('vote_cast', sql`paid_now.user_id`, vote)}, 'vote_cast', challenge_id, id from paid_now
    ), ${applyPoints()}
    select votes from counted`)
  return counted ? done(counted) : explain(db, scope, challengeId, submissionId)
}

/**
 * Withdraws the viewer's vote while voting is open, and takes back what the ledger paid for it (VOTE-8), even if the
 * submission is no longer public. An earlier vote that a rejection removed is then not restored either. Refused after
 * `maxWithdrawals` withdrawals in the challenge. Returns the submission's new vote count.
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
    const authorIds = await lockBallot(tx, challengeId, [submissionId])
    if (!authorIds) return explain(tx, scope, challengeId, submissionId, 'withdraw')
    return withdrawLockedVote(tx, scope, viewer, challengeId, submissionId)
  })
}

async function withdrawLockedVote(
  db: Db,
  scope: Scope,
  viewer: Member,
  challengeId: string,
  submissionId: string,
): Promise<Outcome<{ votes: number }>> {
  // The vote is locked before the withdrawal is counted, so that the second of two concurrent requests counts none.
  const counted = await db.row<{ votes: number }>(sql`
    with ${openBallot(viewer, challengeId, submissionId, sql`true`)},
    own_vote as (
      select v.id, v.challenge_id from votes v join ballot
        on v.submission_id = ballot.submission_id and v.challenge_id = ballot.challenge_id
      where v.user_id = ${viewer.id} and ${isStillOpen} and ${hasNotLooked(viewer)}
      for update of v
    ),
    counted_withdrawal as (
      insert into vote_withdrawals as w (challenge_id, user_id, count, vote_ids)
      select challenge_id, ${viewer.id}::uuid, 1, array[id] from own_vote
      on conflict (challenge_id, user_id) do update
        set count = w.count + 1, vote_ids = w.vote_ids || excluded.vote_ids where w.count < ${maxWithdrawals}
      returning w.challenge_id
    ),
    forgotten as (
      delete from rejected_votes r using submissions s, counted_withdrawal w
      where r.user_id = ${viewer.id} and s.id = r.submission_id and s.challenge_id = w.challenge_id
    ),
    withdrawn as (
      delete from votes v using own_vote join counted_withdrawal using (challenge_id)
      where v.id = own_vote.id
      returning v.id, v.submission_id, v.challenge_id, v.author_id, v.user_id
    ),
    counted as (
      update submissions s set votes = s.votes - 1 from withdrawn where s.id = withdrawn.submission_id
      returning s.votes
    ),
    due (user_id, points, reason, challenge_id, source_id) as (
      select l.user_id, -l.points, 'vote_removed', withdrawn.challenge_id, withdrawn.id
      from withdrawn
      cross join lateral (values (author_id, 'vote_received'), (withdrawn.user_id, 'vote_cast')) as paid (user_id, reason)
      cross join lateral ${ledgerEntry(sql`paid.user_id`, sql`paid.reason`, sql`withdrawn.id`)} l
    ), ${applyPoints()}
    select votes from counted`)
  if (counted) return done(counted)
  return explain(db, scope, challengeId, submissionId, 'withdraw')
}

/**
 * Moves the viewer's vote to another submission of the challenge: a withdrawal, counted as one, and a vote in one
 * transaction. Refused like either of them; the vote then stays where it was. Casts the vote if there is none.
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
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => moveVoteIn(tx, scope, viewer, challengeId, submissionId, address))
    } catch (error) {
      if (error instanceof VotingEnded) return error.refusal
      if (!(error instanceof VoteChanged)) throw error
      if (attempt === mostMoves) return refused('busy', VOTING_MESSAGES.failed)
    }
  }
}

/** Each one but the last met another move of the same vote. */
const mostMoves = 5

/** Another request moved the vote before the locks were held. */
class VoteChanged extends Error {}

/** Voting ended between a withdrawal and the vote in its place, so that both are rolled back. */
class VotingEnded extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

async function moveVoteIn(
  tx: Db,
  scope: Scope,
  viewer: Member,
  challengeId: string,
  submissionId: string,
  address: string | undefined,
): Promise<Outcome<{ votes: number }>> {
  const currentId = await lockForMove(tx, viewer.id, challengeId, submissionId)
  if (!currentId || currentId === submissionId) return castVote(tx, scope, challengeId, submissionId, address)
  const eligible = sql`${submissionPublic(scope)} and ${submissionVisible(scope)}`
  const target = await tx.row(sql`
    with ${openBallot(viewer, challengeId, submissionId, eligible)}
    select 1 as found from ballot
    where author_id <> ${viewer.id} and ${mayVote(viewer)}`)
  if (!target) return explain(tx, scope, challengeId, submissionId)
  const withdrawn = await withdrawLockedVote(tx, scope, viewer, challengeId, currentId)
  if (!withdrawn.ok) return withdrawn
  const cast = await castVote(tx, scope, challengeId, submissionId, address)
  if (!cast.ok && cast.code === 'closed') throw new VotingEnded(cast)
  // The locks keep the target as it was found, so this undoes the withdrawal only after a programming error.
  if (!cast.ok) throw new Error(`A vote could not be moved: ${cast.message}`)
  return cast
}

/**
 * Locks the challenge, both submissions and all members concerned, each in id order, so that two moves in opposite
 * directions cannot deadlock. Returns the submission of the viewer's current vote, or null without one or outside the
 * voting period.
 */
async function lockForMove(
  tx: Db,
  viewerId: string,
  challengeId: string,
  submissionId: string,
): Promise<string | null> {
  const currentId = await votedFor(tx, viewerId, challengeId)
  if (!currentId) return null
  const authorIds = await lockBallot(tx, challengeId, [currentId, submissionId])
  if (!authorIds) return null
  await lockForPoints(tx, sql`select unnest(${[viewerId, ...authorIds]}::uuid[])`)
  if ((await votedFor(tx, viewerId, challengeId)) !== currentId) throw new VoteChanged()
  return currentId
}

async function votedFor(tx: Db, viewerId: string, challengeId: string): Promise<string | null> {
  const vote = await tx.row<{ submissionId: string }>(sql`
    select submission_id as "submissionId" from votes
    where challenge_id = ${challengeId} and user_id = ${viewerId}`)
  return vote?.submissionId ?? null
}

/**
 * Locks the challenge and submissions in a separate statement, so that the next one reads what a concurrent change
 * of the challenge has paid. Returns the ids of the authors. Null, without a lock that would delay the completion,
 * outside the voting period.
 */
async function lockBallot(tx: Db, challengeId: string, submissionIds: string[]): Promise<string[] | null> {
  const open = await tx.row(sql`
    select 1 as found from challenges c where c.id = ${challengeId} and ${votingOpen} for share`)
  if (!open) return null
  const locked = await tx.rows<{ authorId: string }>(sql`
    select user_id as "authorId" from submissions
    where challenge_id = ${challengeId} and id = any(${submissionIds}::uuid[])
    order by id for no key update`)
  return locked.map(({ authorId }) => authorId)
}

/**
 * Withdraws a member's votes in these challenges, with the points that the ledger recorded. Returns how many. Runs in a
 * transaction that holds the challenges exclusively.
 */
export function withdrawMemberVotes(tx: Db, userId: string, challengeIds: string[]): Promise<number> {
  return withdrawVotesBy(tx, sql`select ${userId}::uuid as id`, challengeIds)
}

/**
 * Withdraws the votes of deleted members in a challenge that is opened again, with their points, because these people
 * may sign in as new members and vote. Runs in a transaction that holds the challenge exclusively.
 */
export function withdrawVotesOfDeletedMembers(tx: Db, challengeId: string): Promise<number> {
  // Locked, so that a concurrent deletion either commits first or finds the challenge open.
  const voters = sql`
    with locked as materialized (
      select u.id, u.deleted_at from users u
      where u.id in (select user_id from votes where challenge_id = ${challengeId}) order by u.id for key share
    )
    select id from locked where deleted_at is not null`
  return withdrawVotesBy(tx, voters, [challengeId])
}

/**
 * Voids the votes of these members in a challenge, as the batch `batchId`, with their points. Returns how many had a
 * vote. Runs in a transaction that holds the challenge exclusively.
 */
export function voidVotesBy(
  tx: Db,
  userIds: readonly string[],
  challengeId: string,
  batchId: string,
): Promise<number> {
  return withdrawVotesBy(tx, sql`select unnest(${userIds}::uuid[]) as id`, [challengeId], batchId)
}

/**
 * Restores the voided votes of a batch, with points if the challenge shows votes; not those of members who may no longer
 * vote, or for rejected submissions. Returns how many. Runs in a transaction that holds the challenge exclusively.
 */
export async function restoreVotes(tx: Db, challengeId: string, batchId: string): Promise<number> {
  const voided = await tx.rows<{ userId: string; submissionId: string | null; createdAt: Date }>(sql`
    delete from voided_votes where batch_id = ${batchId}
    returning user_id as "userId", submission_id as "submissionId", created_at as "createdAt"`)
  const restored = await tx.row<{ count: number }>(sql`
    with voided as (
      select * from unnest(${voided.map(({ userId }) => userId)}::uuid[],
        ${voided.map(({ submissionId }) => submissionId)}::uuid[],
        ${voided.map(({ createdAt }) => createdAt)}::timestamptz[]) as voided (user_id, submission_id, created_at)
    ),
    restored as (
      insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
      select gen_random_uuid(), s.id, s.challenge_id, s.user_id, voided.user_id, voided.created_at
      from voided join users u on u.id = voided.user_id join submissions s on s.id = voided.submission_id
      where ${memberActive()} and s.status <> 'rejected'
      order by u.id for key share of u
      on conflict on constraint one_vote_per_challenge do nothing
      returning submission_id
    ),
    counted as (
      update submissions s set votes = s.votes + more.count
      from (select submission_id, count(*) as count from restored group by submission_id) more
      where s.id = more.submission_id
    )
    select count(*)::int as count from restored`)
  const challenge = await tx.row<{ showsVotes: boolean }>(sql`
    select not hides_votes as "showsVotes" from challenges where id = ${challengeId}`)
  const voters = voided.map(({ userId }) => userId)
  if (challenge?.showsVotes) await applyPointsEntries(tx, [], await votesToPay(tx, challengeId, { voters }))
  return restored?.count ?? 0
}

async function withdrawVotesBy(
  tx: Db,
  voters: Sql,
  challengeIds: string[],
  batchId?: string,
): Promise<number> {
  const voided = sql`voided as (
    insert into voided_votes (challenge_id, user_id, batch_id, submission_id, author_id, created_at)
    select challenge_id, user_id, ${batchId}::uuid, submission_id, author_id, created_at from withdrawn
  ),`
  const withdrawn = await tx.row<{ count: number }>(sql`
    with voters as materialized (${voters}),
    withdrawn as (
      delete from votes v using voters cross join unnest(${challengeIds}::uuid[]) concerned (id)
      cross join lateral (
        select id from votes where challenge_id = concerned.id and user_id = voters.id limit 1) found
      where v.id = found.id
      returning v.id, v.submission_id, v.challenge_id, v.author_id, v.user_id, v.created_at
    ),
    ${batchId ? voided : sql``}
    counted as (
      update submissions s set votes = s.votes - fewer.count
      from (select submission_id, count(*) as count from withdrawn group by submission_id) fewer
      where s.id = fewer.submission_id
    ),
    due (user_id, points, reason, challenge_id, source_id) as (
      select l.user_id, -l.points, 'vote_removed', w.challenge_id, w.id
      from withdrawn w
      cross join lateral (values (w.author_id, 'vote_received'), (w.user_id, 'vote_cast')) as paid (user_id, reason)
      cross join lateral ${ledgerEntry(sql`paid.user_id`, sql`paid.reason`, sql`w.id`)} l
    ), ${applyPoints()}
    select count(*)::int as count from withdrawn`)
  return withdrawn?.count ?? 0
}

function openBallot(viewer: Member, challengeId: string, submissionId: string, eligible: Sql): Sql {
  return sql`open as (
    select s.id as submission_id, s.challenge_id, s.user_id as author_id, c.hides_votes, c.voters, c.voting_ends_at
    from challenges c join submissions s on s.challenge_id = c.id
    where c.id = ${challengeId} and s.id = ${submissionId}
      and ${votingOpen} and ${eligible}
    for share of c for no key update of s
  ),
  ballot as (
    select open.* from open join users u on u.id = ${viewer.id} where ${memberActive()} for key share of u
  )`
}

/** The statement may have waited for its locks beyond the end. */
const isStillOpen = sql`app_now() < ballot.voting_ends_at`

/** Whether the challenge lets the viewer vote. A trigger leaves out the vote of a member with a voided one. */
function mayVote(viewer: Member): Sql {
  return sql`(${hasNotLooked(viewer)}
    and (ballot.voters = 'everyone' or ${voterBar(viewer.id, sql`ballot.challenge_id`)} is null))`
}

function hasNotLooked(viewer: Member): Sql {
  return sql`not ${hasLooked(viewer.id, sql`ballot.challenge_id`)}`
}

interface BallotState {
  open: boolean
  eligible: boolean
  authorId: string
  votedForId: string | null
  withdrawals: number
  bar: VoterBar | null
}

/** Why no vote was changed. A submission that the viewer may not see is not found. */
async function explain(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
  action: 'cast' | 'withdraw' = 'cast',
): Promise<Refusal> {
  const viewerId = scope.viewer?.id ?? null
  const state = await db.row<BallotState>(sql`
    select ${votingOpen} as open,
      ${submissionPublic(scope)} as eligible, s.user_id as "authorId", v.submission_id as "votedForId",
      coalesce(w.count, 0) as withdrawals, ${voterBar(viewerId, sql`c.id`)} as bar
    from submissions s join challenges c on c.id = s.challenge_id
    left join votes v on v.challenge_id = c.id and v.user_id = ${viewerId}
    left join vote_withdrawals w on w.challenge_id = c.id and w.user_id = ${viewerId}
    where s.id = ${submissionId} and c.id = ${challengeId} and ${challengeVisible(scope)}
      and (${submissionVisible(scope)} or (c.status = 'voting' and v.submission_id = s.id))`)
  if (!state) return notFound()
  if (viewerId && !(await isActiveMember(db, viewerId))) return refused('signed-out', VOTING_MESSAGES.signIn)
  const voted = state.votedForId === submissionId
  if (action === 'cast') return castRefusal(state, scope, voted)
  if (!state.open) return refused('closed', VOTING_MESSAGES.notOpen)
  if (voted && state.bar?.cause === 'looked') return barred(state.bar, scope.timeZone)
  if (voted && state.withdrawals >= maxWithdrawals)
    return refused('conflict', VOTING_MESSAGES.withdrawalLimit)
  // The vote exists but was not withdrawn: another request held its lock.
  return voted ? refused('busy', VOTING_MESSAGES.failed) : refused('conflict', VOTE_REFUSALS.noVote)
}

function castRefusal(state: BallotState, { viewer, timeZone }: Scope, voted: boolean): Refusal {
  if (state.authorId === viewer?.id) return refused('forbidden', VOTE_REFUSALS.own)
  if (!state.eligible) return notFound()
  if (state.open && voted) return refused('conflict', VOTE_REFUSALS.already)
  return ballotRefusal(state, timeZone) ?? refused('busy', VOTING_MESSAGES.failed)
}

function notFound(): Refusal {
  return refused('not-found', 'Submission Not Found')
}
