import sql from 'sql-template-tag'
import type { Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { settlePoints } from './ledger.server.ts'
import { rankFor } from './rules.ts'

export const MESSAGES = {
  points: 'User points updated successfully',
  pointsFailed: 'Failed to update user points',
  defaultDescription: 'Administrative adjustment',
} as const

/** No single adjustment and no total goes beyond this. */
const mostPoints = 100_000_000

export interface Adjustment {
  userId: string
  /** A whole number other than 0; a taking stops at a total of 0. */
  change: number
  description: string
}

/**
 * Adds to or takes from a member's points by hand (entry §5). The rank is recomputed from the new total, also
 * where it was set by hand before, and points_history keeps both totals and both ranks. Administrators only.
 */
export async function adjustPoints(
  db: Db,
  viewer: Viewer,
  adjustment: Adjustment,
): Promise<Outcome<{ total: number }>> {
  if (!viewer?.isAdmin) return refused('forbidden', 'Access Denied')
  const { userId, change } = adjustment
  if (!Number.isSafeInteger(change) || change === 0 || Math.abs(change) > mostPoints)
    return refused('invalid', MESSAGES.pointsFailed)
  return db.transaction(async (tx) => {
    const before = await lockMember(tx, userId)
    if (!before || before.points + change > mostPoints) return refused('not-found', MESSAGES.pointsFailed)
    const id = newId()
    await settlePoints(tx, [
      { userId, points: change, reason: 'admin_adjustment', challengeId: null, sourceId: id },
    ])
    const total = Math.max(0, before.points + change)
    const rank = rankFor(total).name
    await setRank(tx, userId, rank)
    await tx.rows(sql`
      insert into points_history (id, user_id, points, description, old_total, new_total, admin_id, rank_changed,
        old_rank, new_rank, created_at)
      values (${id}, ${userId}, ${total - before.points}, ${adjustment.description || MESSAGES.defaultDescription},
        ${before.points}, ${total}, ${viewer.id}, ${rank !== before.rank}, ${before.rank}, ${rank}, dojo_now())`)
    return done({ total })
  })
}

function lockMember(tx: Db, userId: string) {
  return tx.row<{ points: number; rank: string }>(sql`
    select points, rank from users where id = ${userId} for no key update`)
}

async function setRank(tx: Db, userId: string, rank: string): Promise<void> {
  await tx.rows(sql`
    with changed as (
      update users set rank = ${rank}, updated_at = dojo_now() where id = ${userId} and rank <> ${rank} returning id
    )
    insert into rank_history (user_id, rank, achieved_at) select id, ${rank}, dojo_now() from changed`)
}
