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
  /** Null if the account was deleted. */
  adminName: string | null
  at: Date
}

/** A member's latest adjustments of points and rank, newest first (PTS-21). */
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
