import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { maxWithdrawals } from './rules.ts'

interface OwnVote {
  submissionId: string | null
  /** The vote can no longer be withdrawn. */
  isFinal: boolean
  /** The viewer may see the submission that they voted for. */
  isVisible: boolean
}

export async function ownVote(db: Db, scope: Scope, challengeId: string): Promise<OwnVote> {
  const { viewer } = scope
  const none = { submissionId: null, isFinal: false, isVisible: false }
  if (!viewer) return none
  const row = await db.row<OwnVote>(sql`
    select (select submission_id from votes where user_id = ${viewer.id} and challenge_id = ${challengeId}) as "submissionId",
      exists (select from vote_withdrawals
        where user_id = ${viewer.id} and challenge_id = ${challengeId} and count >= ${maxWithdrawals}) as "isFinal",
      exists (select from votes v join submissions s on s.id = v.submission_id join challenges c on c.id = v.challenge_id
        where v.user_id = ${viewer.id} and v.challenge_id = ${challengeId} and ${submissionVisible(scope)}) as "isVisible"`)
  return row ?? none
}

/** The submissions that the viewer voted for, by challenge. */
export async function votedForIn(db: Db, scope: Scope, challengeIds: string[]): Promise<Map<string, string>> {
  if (!scope.viewer || challengeIds.length === 0) return new Map()
  const rows = await db.rows<{ challengeId: string; submissionId: string }>(sql`
    select challenge_id as "challengeId", submission_id as "submissionId" from votes
    where user_id = ${scope.viewer.id} and challenge_id = any(${challengeIds}::uuid[])`)
  return new Map(rows.map((row) => [row.challengeId, row.submissionId]))
}

export interface PendingVote {
  challenge: { id: string; title: string }
  votingEndsAt: Date
}

/** The viewer's votes in secret ballots, which are paid at completion (CHL-25), the next end first. */
export function pendingVotes(db: Db, userId: string): Promise<PendingVote[]> {
  // The unique index begins with the challenge, so the votes are looked up one running challenge at a time.
  return db.rows(sql`
    select json_build_object('id', c.id, 'title', c.title) as challenge, c.voting_ends_at as "votingEndsAt"
    from challenges c
    cross join lateral (select from votes v where v.challenge_id = c.id and v.user_id = ${userId} limit 1) voted
    where c.status in ('upcoming', 'active', 'voting') and c.hides_votes and c.voting_ends_at is not null
    order by c.voting_ends_at, c.id limit ${mostPending}`)
}

const mostPending = 20
