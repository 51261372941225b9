import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

export interface Earned {
  /** Points that its author has of the submission; 0 if an earlier one was paid. */
  earned: number
  /** All points of the member. */
  total: number
  rank: string
}

/** What a submission has earned its author, and the author's points with it. */
export async function earnedBy(db: Db, author: Member, submissionId: string): Promise<Earned> {
  const row = await db.row<Earned>(sql`
    select u.points as total, u.rank, coalesce((
        select sum(l.points)::int from points_log l
        where l.user_id = u.id and l.reason in ('challenge_submission', 'submission_removed')
          and l.source_id = ${submissionId}), 0) as earned
    from users u where u.id = ${author.id}`)
  return row ?? { earned: 0, total: author.points, rank: author.rank }
}
