import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** How many ninjas the leaderboard holds, and shows until expanded (PTS-15). */
export const LEADERBOARD_SIZE = { shown: 5, all: 20 } as const

export interface LeaderboardRow {
  position: number
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
}

/** The ninjas with the most points; among equals the one who joined first (PTS-15). */
export function leaderboard(db: Db, limit: number): Promise<LeaderboardRow[]> {
  return db.rows(sql`
    select (row_number() over (order by points desc, joined_date, id))::int as position,
      id, display_name as "displayName", photo_url as "photoUrl", rank, admin_badge as "isAdmin", points
    from users where deleted_at is null order by points desc, joined_date, id limit ${limit}`)
}
