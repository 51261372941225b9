import sql from 'sql-template-tag'
import { type Scope, votesVisible } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { joinChallenge } from './queries.server.ts'
import { submissionListed, submissionPublic } from './visibility.server.ts'

export interface Profile {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
  bio: string | null
  joinedAt: Date
  /** Entries that the viewer may see. */
  submissionCount: number
  /** Votes received, without those still hidden by their challenge. */
  votesReceived: number
  wins: number
}

/**
 * A member as their profile shows them, or undefined where there is none (PROF-7). Throws 'User ID
 * is required' when asked about nobody (PROF-14).
 */
export async function profileOf(db: Db, scope: Scope, userId: string): Promise<Profile | undefined> {
  if (!userId) throw new Error('User ID is required')
  return db.row(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.admin_badge as "isAdmin", u.points, u.bio,
      u.joined_date as "joinedAt", made.entries as "submissionCount", made.votes as "votesReceived",
      (select count(*)::int from challenges where winner_id = u.id) as wins
    from users u cross join lateral (
      select count(*) filter (where ${submissionListed(scope)})::int as entries,
        coalesce(sum(s.votes) filter (where ${submissionPublic(scope)} and ${votesVisible(scope)}), 0)::int as votes
      from submissions s ${joinChallenge}
      where s.user_id = u.id
    ) made
    where u.id = ${userId} and u.deleted_at is null`)
}
