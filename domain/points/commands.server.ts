import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { type AuditEvent, recordAuditEvent } from '#domain/audit/record.server.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { cut } from '#platform/text/text.ts'
import { ADJUSTMENT_MESSAGES as MESSAGES, maxPoints, totalAfter } from './adjustment-rules.ts'
import { applyPointsEntries, rankEvents } from './ledger.server.ts'
import { RANKS, rankFor } from './ranks.ts'

interface Adjustment {
  userId: string
  /** A whole number other than 0; the total stops at 0. */
  change: number
  /** Cut off after 500 characters. */
  description: string
  /**
   * The id of the last adjustment that the administrator saw (null if none). Refused if there is a later one, so that a
   * repeat or a colleague's simultaneous change is not applied twice.
   */
  seen?: string | null
}

/**
 * Adds to or subtracts from a member's points (PTS-19). The rank is recomputed from the new total even if it was set
 * manually; points_history records both totals and ranks. Administrators only.
 */
export function adjustPoints(
  db: Db,
  viewer: Viewer,
  adjustment: Adjustment,
): Promise<Outcome<{ total: number }>> {
  const { userId, change } = adjustment
  return adminTransaction(db, viewer, 'leaderboard', async (tx, admin) => {
    if (!Number.isSafeInteger(change) || change === 0 || Math.abs(change) > maxPoints)
      return refused('invalid', MESSAGES.pointsFailed)
    const before = await lockMember(tx, userId)
    if (!before) return refused('not-found', MESSAGES.noMember)
    if (isStale(adjustment.seen, before)) return refused('conflict', MESSAGES.pointsStale)
    if (before.points === 0 && change < 0) return refused('invalid', MESSAGES.noPoints)
    if (before.points + change > maxPoints) return refused('invalid', MESSAGES.pointsTooMany)
    const id = newId()
    await applyPointsEntries(tx, [
      { userId, points: change, reason: 'admin_adjustment', challengeId: null, sourceId: id },
    ])
    const total = totalAfter(before.points, change)
    const rank = rankFor(total).name
    await setRank(tx, userId, rank)
    const description = cut(adjustment.description, MAX_REASON_LENGTH) || MESSAGES.defaultDescription
    await recordAdjustment(tx, admin, id, userId, 'points_adjusted', description, before, {
      points: total,
      rank,
    })
    return done({ total })
  })
}

interface RankChange {
  userId: string
  rank: string
  /** As in Adjustment. */
  seen?: string | null
}

/**
 * Sets a member's rank, whatever their points (PTS-11, PTS-20). It stays until points cross a threshold or are
 * adjusted. Refused if the member already has it. Administrators only.
 */
export function changeRank(db: Db, viewer: Viewer, change: RankChange): Promise<Outcome<null>> {
  const { userId, rank } = change
  return adminTransaction(db, viewer, 'leaderboard', async (tx, admin) => {
    if (RANKS.every(({ name }) => name !== rank)) return refused('invalid', MESSAGES.rankFailed)
    const before = await lockMember(tx, userId)
    if (!before) return refused('not-found', MESSAGES.noMember)
    if (isStale(change.seen, before)) return refused('conflict', MESSAGES.rankStale)
    if (before.rank === rank) return refused('conflict', MESSAGES.rankSame)
    await setRank(tx, userId, rank)
    const after = { points: before.points, rank }
    await recordAdjustment(
      tx,
      admin,
      newId(),
      userId,
      'rank_changed',
      MESSAGES.rankDescription,
      before,
      after,
    )
    return done(null)
  })
}

interface Standing {
  points: number
  rank: string
}

interface LockedMember extends Standing {
  name: string
  last: string | null
}

function isStale(seen: string | null | undefined, before: LockedMember): boolean {
  return seen !== undefined && seen !== before.last
}

async function recordAdjustment(
  tx: Db,
  admin: Member,
  id: string,
  userId: string,
  action: AuditEvent['action'],
  description: string,
  before: LockedMember,
  after: Standing,
): Promise<void> {
  await tx.rows(sql`
    insert into points_history (id, user_id, points, description, old_total, new_total, admin_id, rank_changed,
      old_rank, new_rank, created_at)
    values (${id}, ${userId}, ${after.points - before.points}, ${description}, ${before.points}, ${after.points},
      ${admin.id}, ${after.rank !== before.rank}, ${before.rank}, ${after.rank}, app_now())`)
  await recordAuditEvent(tx, admin, {
    action,
    subject: { id: userId, name: before.name },
    before: { points: before.points, rank: before.rank },
    after: { points: after.points, rank: after.rank, reason: description },
  })
}

async function lockMember(tx: Db, userId: string): Promise<LockedMember | undefined> {
  const member = await tx.row<Standing & { name: string }>(sql`
    select points, rank, display_name as name from users where id = ${userId} and deleted_at is null for no key update`)
  if (!member) return undefined
  // Read after the member is locked, so that a concurrent change is seen.
  const last = await tx.row<{ id: string }>(sql`
    select id from points_history where user_id = ${userId} order by created_at desc, id desc limit 1`)
  return { ...member, last: last?.id ?? null }
}

async function setRank(tx: Db, userId: string, rank: string): Promise<void> {
  await tx.rows(sql`
    with changed as (
      update users u set rank = ${rank}, updated_at = app_now() from users former
      where u.id = ${userId} and former.id = u.id and u.rank <> ${rank} returning u.id, u.rank, u.deleted_at, former.rank as former
    ),
    told as (${rankEvents(sql`changed`)})
    insert into rank_history (user_id, rank, achieved_at) select id, rank, app_now() from changed`)
}
