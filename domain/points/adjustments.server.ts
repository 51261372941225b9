import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

export interface AdjustmentRow {
  id: string
  points: number
  oldTotal: number
  newTotal: number
  oldRank: string
  newRank: string
  description: string
  /** Who did it; null where they are gone. */
  adminName: string | null
  at: Date
}

/** What administrators changed about a member's points and rank, newest first (PTS-21). */
export function listAdjustments(
  db: Db,
  _admin: Admin,
  userId: string,
  limit: number,
): Promise<AdjustmentRow[]> {
  return db.rows(sql`
    select h.id, h.points, h.old_total as "oldTotal", h.new_total as "newTotal", h.old_rank as "oldRank",
      h.new_rank as "newRank", h.description, u.display_name as "adminName", h.created_at as at
    from points_history h left join users u on u.id = h.admin_id
    where h.user_id = ${userId} order by h.created_at desc, h.id desc limit ${limit}`)
}
