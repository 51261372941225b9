import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

export interface MemberProfile {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
  bio: string | null
  joinedAt: Date
}

/**
 * A member as their profile shows them, or undefined if there is none or the account was deleted (PROF-7). Throws
 * 'User ID is required' for an empty id (PROF-14).
 */
export async function memberProfile(db: Db, userId: string): Promise<MemberProfile | undefined> {
  if (!userId) throw new Error('User ID is required')
  return db.row(sql`
    select id, display_name as "displayName", photo_url as "photoUrl", rank, admin_badge as "isAdmin", points, bio,
      joined_date as "joinedAt"
    from users where id = ${userId} and deleted_at is null`)
}
