import sql, { type Sql } from 'sql-template-tag'
import { type Scope, votedFor } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { submissionVisible, titleVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Following } from '#platform/database/keyset.server.ts'
import { voterBar } from './eligibility.server.ts'
import { type Ballot, NO_BALLOT, type VoidReason, type VoterBar, voterRefusal } from './rules.ts'

export async function ballotOf(db: Db, scope: Scope, challengeId: string): Promise<Ballot> {
  const { viewer } = scope
  if (!viewer) return NO_BALLOT
  const row = await db.row<Omit<Ballot, 'bar'> & { bar: VoterBar | null }>(sql`
    select ${votedFor(viewer.id)} as "votedFor",
      exists (select from submissions s where s.id = ${votedFor(viewer.id)} and ${submissionVisible(scope)}) as "isVisible",
      ${voterBar} as bar
    from challenges c join users u on u.id = ${viewer.id} where c.id = ${challengeId}`)
  return row ? { ...row, bar: row.bar && voterRefusal(row.bar) } : NO_BALLOT
}

export interface VoidedVotes {
  challenge: { id: string; title: string }
  reason: VoidReason
  /** The member's own vote, or votes for their submission. */
  of: 'voter' | 'author'
  count: number
  at: Date
}

const mostVoidedShown = 20

/**
 * A member's voided vote in each challenge, and the voided votes for their submissions, latest first. Those of others are
 * left out while the challenge hides votes, because they would tell of a count (CHL-74).
 */
export function voidedVotes(db: Db, userId: string): Promise<VoidedVotes[]> {
  const side = (of: VoidedVotes['of'], member: Sql, shown: Sql) => sql`
    select c.id, c.title, b.reason, ${of}::text as "of", sum(x.votes)::int as count, max(b.voided_at) as at
    from (
      select voided_batch_id, count(*) as votes from votes where ${member} = ${userId} and voided_batch_id is not null
      group by 1 order by max(created_at) desc, 1 limit ${mostVoidedShown}
    ) x
    join void_batches b on b.id = x.voided_batch_id join challenges c on c.id = b.challenge_id and c.status <> 'draft'
    where ${shown} group by c.id, b.reason`
  return db.rows(sql`
    select json_build_object('id', id, 'title', title) as challenge, reason, "of", count, at from (
      ${side('voter', sql`user_id`, sql`true`)} union all ${side('author', sql`author_id`, sql`not c.hides_votes`)}) found
    order by at desc, id limit ${mostVoidedShown}`)
}

export interface OwnVote {
  challenge: { id: string; title: string | null }
  /** Null if it is not public any more. */
  submission: { id: string; title: string } | null
  at: Date
}

/** The member's votes that count and follow that in the challenge `after`, the newest challenge first. */
export function ownVotes(
  db: Db,
  { viewer, moderation }: Scope & { viewer: Member },
  { after, limit }: Following<string>,
): Promise<OwnVote[]> {
  return db.rows(sql`
    select json_build_object('id', c.id, 'title', case when c.status <> 'draft' then c.title end) as challenge,
      case when ${titleVisible(moderation, viewer.id)} then json_build_object('id', s.id, 'title', s.title) end as submission,
      v.created_at as at
    from (
      select * from votes where user_id = ${viewer.id} and counts ${after ? sql`and challenge_id < ${after}` : sql``}
      order by challenge_id desc limit ${limit}
    ) v join challenges c on c.id = v.challenge_id join submissions s on s.id = v.submission_id
    order by v.challenge_id desc`)
}

export interface PendingVote {
  challenge: { id: string; title: string }
  votingEndsAt: Date
  /** Voting has ended, and the result is not there yet, because it is held or about to be counted. */
  isOver: boolean
}

/** The viewer's votes in secret ballots, which are paid at completion (CHL-25), the next end first. */
export function pendingVotes(db: Db, userId: string): Promise<PendingVote[]> {
  // The unique index begins with the challenge, so the votes are looked up one running challenge at a time.
  return db.rows(sql`
    select json_build_object('id', c.id, 'title', c.title) as challenge, c.voting_ends_at as "votingEndsAt",
      c.status = 'voting' and c.voting_ends_at <= app_now() as "isOver"
    from challenges c
    cross join lateral (select from votes v where v.challenge_id = c.id and v.user_id = ${userId} and v.counts limit 1) voted
    where c.status in ('upcoming', 'active', 'voting') and c.hides_votes and c.voting_ends_at is not null
    order by c.voting_ends_at, c.id limit ${mostPending}`)
}

const mostPending = 20
