import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { countRows, type Order } from '#platform/database/page-rows.server.ts'

/** How many ninjas the leaderboard holds, and shows until expanded (PTS-15). */
export const LEADERBOARD_SIZE = { shown: 5, all: 20 } as const

/** Places are counted up to this one, so that the cost does not grow with the community. */
export const lastCountedPlace = 2_500

export interface LeaderboardPlace {
  place: number
  /** The member is at this place or behind it. */
  isLast: boolean
  total: number
}

/** The place of a row by its points, in a list that begins with the first. Equal points share one: 1, 1, 3 (PTS-15). */
export function placeBy(points: Sql): Sql {
  return sql`(rank() over (order by ${points} desc))::int`
}

/** The same place without the rows behind it: `ahead` selects those with more points. */
export function placeBehind(ahead: Sql): Sql {
  return sql`(select count(*)::int + 1 from (${ahead} limit ${lastCountedPlace - 1}) ahead)`
}

export function countedPlace({ place, total }: { place: number; total: number }): LeaderboardPlace {
  return { place, isLast: place === lastCountedPlace, total }
}

export interface LeaderboardRow {
  /** Shared by members with equal points. */
  position: number
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  /** Those that the order is made of. */
  points: number
  totalPoints: number
}

/** The ninjas with the most points; among equals the one who joined first comes first (PTS-15). */
export function leaderboard(db: Db, limit: number): Promise<LeaderboardRow[]> {
  return db.rows(sql`
    select ${placeBy(sql`points`)} as position,
      id, display_name as "displayName", photo_url as "photoUrl", rank, admin_badge as "isAdmin", points,
      points as "totalPoints"
    from (select * from users where deleted_at is null order by points desc, joined_date, id limit ${limit}) listed
    order by points desc, joined_date, id`)
}

/** A member's place on the leaderboard, and the number of members (PTS-26). */
export async function leaderboardPlace(db: Db, userId: string): Promise<LeaderboardPlace | null> {
  const row = await db.row<{ place: number }>(sql`
    select ${placeBehind(sql`select from users where deleted_at is null and points > me.points`)} as place
    from users me where me.id = ${userId} and me.deleted_at is null`)
  return row ? countedPlace({ ...row, total: await memberCount(db) }) : null
}

/** The order of all lists of members. */
export const byPoints: Order = {
  table: 'users',
  columns: [
    ['points', 'desc'],
    ['joined_date', 'asc'],
    ['id', 'asc'],
  ],
}

/** The number of members, of one rank or of all. */
export function memberCount(db: Db, rank: string | null = null): Promise<number> {
  return countRows(
    db,
    sql`users where deleted_at is null ${rank ? sql`and rank = ${rank}` : sql``}`,
    byPoints,
  )
}
