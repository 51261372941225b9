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
