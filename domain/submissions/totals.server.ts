import sql from 'sql-template-tag'
import { type Scope, votesVisible } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { joinChallenge } from './queries.server.ts'
import { submissionListed, submissionPublic } from './visibility.server.ts'

export interface SubmissionTotals {
  /** Submissions that the viewer may see. */
  submissionCount: number
  /** Votes received, without those still hidden by their challenge. */
  votesReceived: number
  wins: number
}

/** A member's submissions, votes and wins, as far as the viewer may see them (PROF-7). */
export async function submissionTotals(db: Db, scope: Scope, userId: string): Promise<SubmissionTotals> {
  const totals = await db.row<SubmissionTotals>(sql`
    select count(*) filter (where ${submissionListed(scope)})::int as "submissionCount",
      coalesce(sum(s.votes) filter (where ${submissionPublic(scope)} and ${votesVisible(scope)}), 0)::int as "votesReceived",
      (select count(*)::int from challenges where winner_id = ${userId}) as wins
    from submissions s ${joinChallenge}
    where s.user_id = ${userId}`)
  return totals ?? { submissionCount: 0, votesReceived: 0, wins: 0 }
}
