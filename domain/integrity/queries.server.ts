import sql, { type Sql } from 'sql-template-tag'
import { totalVotes } from '#domain/challenges/queries.server.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { votesExaminable } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { VoidReason } from '#domain/voting/bars.ts'
import type { Db } from '#platform/database/database.server.ts'

/** A challenge on the desk: it has been in voting. A canceled one can only be read. */
export interface DeskRow {
  id: string
  title: string
  status: ChallengeStatus
  votingEndsAt: Date | null
  isHeld: boolean
  hidesVotes: boolean
  /** The administrator has a submission in it. */
  isEntered: boolean
  /** The administrator may not see its votes: they entered it, or have not looked at its hidden counts. */
  isHidden: boolean
  /** Null while hidden. */
  votes: number | null
  voided: number | null
}

const listed = 60

/** The challenges with the latest ballots: held ones first, then other running ones, then finished ones. */
export function integrityDesk(db: Db, admin: Admin): Promise<DeskRow[]> {
  return db.rows(sql`
    select * from (${deskRows(admin)} order by c.last_ballot_at desc, c.id limit ${listed}) desk
    order by not "isHeld", status in ('completed', 'canceled'), "votingEndsAt" desc, id`)
}

export function deskRow(db: Db, admin: Admin, challengeId: string): Promise<DeskRow | undefined> {
  return db.row(sql`${deskRows(admin)} and c.id = ${challengeId}`)
}

function deskRows(admin: Admin): Sql {
  const isShown = sql`(not ${hasEntered(admin.id)} and ${votesShownTo(admin.id)})`
  const voided = sql`
    select count(*)::int from void_batches b join votes v on v.voided_batch_id = b.id where b.challenge_id = c.id`
  return sql`
    select c.id, c.title, c.status, c.voting_ends_at as "votingEndsAt", c.held_at is not null as "isHeld",
      c.hides_votes as "hidesVotes", ${hasEntered(admin.id)} as "isEntered", not ${isShown} as "isHidden",
      case when ${isShown} then ${totalVotes} end as votes, case when ${isShown} then (${voided}) end as voided
    from challenges c where ${votesExaminable}`
}

/** Whether an administrator may know who voted in the challenge `c`: it shows votes, or they have looked since its voting last opened and not entered it. */
export function votesShownTo(adminId: string): Sql {
  return sql`(not c.hides_votes or (not ${hasEntered(adminId)} and exists (
    select from count_views k where k.challenge_id = c.id and k.admin_id = ${adminId} and k.viewed_at >= c.last_ballot_at)))`
}

function hasEntered(adminId: string): Sql {
  return sql`exists (select from submissions s where s.challenge_id = c.id and s.user_id = ${adminId})`
}

export interface VoidBatch {
  id: string
  reason: VoidReason
  note: string
  votes: number
  by: string | null
  at: Date
  restoredAt: Date | null
  /** A suspension that still lasts voided it. */
  isSuspended: boolean
  /** Of the members whose votes are still voided, at most 24. */
  names: string[]
}

/** The latest voided votes of a challenge on the desk. None while hidden. */
export async function voidBatches(db: Db, { id, isHidden }: DeskRow): Promise<VoidBatch[]> {
  if (isHidden) return []
  return db.rows(sql`
    select b.id, b.reason, b.note, b.votes, u.display_name as by, b.voided_at as at, b.restored_at as "restoredAt",
      ${ofSuspended} as "isSuspended", array(
        select m.display_name from votes v join users m on m.id = v.user_id
        where v.voided_batch_id = b.id order by v.created_at, m.id limit 24) as names
    from void_batches b left join users u on u.id = b.voided_by
    where b.challenge_id = ${id} order by b.voided_at desc, b.id limit 100`)
}

/** Whether a batch `b` is the vote of a member who is suspended. */
export const ofSuspended = sql`(b.reason = 'suspended' and exists (
  select from votes v join users m on m.id = v.user_id where v.voided_batch_id = b.id and m.suspended_at is not null))`
