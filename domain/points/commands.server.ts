import sql from 'sql-template-tag'
import { type AuditEvent, recordAuditEvent } from '#domain/audit/record.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { cut } from '#platform/text.ts'
import { applyPointsEntries } from './ledger.server.ts'
import {
  longestAdjustmentReason,
  ADJUSTMENT_MESSAGES as MESSAGES,
  maxPoints,
  RANKS,
  rankFor,
  totalAfter,
} from './rules.ts'

interface Adjustment {
  userId: string
  /** A whole number other than 0; a taking stops at a total of 0. */
  change: number
  /** Cut off after 500 characters. */
  description: string
  /**
   * The last change by hand that the administrator knew of (id of points_history; null for none). Where there is a
   * later one, nothing happens: so a repeat, or a colleague at the same moment, changes nothing twice.
   */
  seen?: string | null
}

/**
 * Adds to or takes from a member's points by hand (PTS-19). The rank is recomputed from the new total, also
 * where it was set by hand before, and points_history keeps both totals and both ranks. Administrators only.
 */
export async function adjustPoints(
  db: Db,
  viewer: Viewer,
  adjustment: Adjustment,
): Promise<Outcome<{ total: number }>> {
  if (!viewer?.isAdmin) return refused('forbidden', 'Access Denied')
  const { userId, change } = adjustment
  if (!Number.isSafeInteger(change) || change === 0 || Math.abs(change) > maxPoints)
    return refused('invalid', MESSAGES.pointsFailed)
  return db.transaction(async (tx) => {
    const before = await lockMember(tx, userId)
    if (!before) return refused('not-found', MESSAGES.noMember)
    if (isStale(adjustment.seen, before)) return refused('conflict', MESSAGES.pointsStale)
    if (before.points + change > maxPoints) return refused('invalid', MESSAGES.pointsTooMany)
    const id = newId()
    await applyPointsEntries(tx, [
      { userId, points: change, reason: 'admin_adjustment', challengeId: null, sourceId: id },
    ])
    const total = totalAfter(before.points, change)
    const rank = rankFor(total).name
    await setRank(tx, userId, rank)
    const description = cut(adjustment.description, longestAdjustmentReason) || MESSAGES.defaultDescription
    await keep(tx, viewer, id, userId, 'points_adjusted', description, before, { points: total, rank })
    return done({ total })
  })
}

interface RankChange {
  userId: string
  rank: string
  /** As for an adjustment of points. */
  seen?: string | null
}

/**
 * Gives a member a rank by hand, whatever their points (PTS-11, PTS-20). It stays until points cross a threshold or
 * are adjusted by hand. Refused where it is the rank they have. Administrators only.
 */
export async function changeRank(db: Db, viewer: Viewer, change: RankChange): Promise<Outcome<null>> {
  if (!viewer?.isAdmin) return refused('forbidden', 'Access Denied')
  const { userId, rank } = change
  if (RANKS.every(({ name }) => name !== rank)) return refused('invalid', MESSAGES.rankFailed)
  return db.transaction(async (tx) => {
    const before = await lockMember(tx, userId)
    if (!before) return refused('not-found', MESSAGES.noMember)
    if (isStale(change.seen, before)) return refused('conflict', MESSAGES.rankStale)
    if (before.rank === rank) return refused('conflict', MESSAGES.rankSame)
    await setRank(tx, userId, rank)
    const after = { points: before.points, rank }
    await keep(tx, viewer, newId(), userId, 'rank_changed', MESSAGES.rankDescription, before, after)
    return done(null)
  })
}

interface Held {
  points: number
  rank: string
}

interface Locked extends Held {
  name: string
  /** The last change by hand. */
  last: string | null
}

function isStale(seen: string | null | undefined, before: Locked): boolean {
  return seen !== undefined && seen !== before.last
}

/** Writes the change to points_history and to the administrators' record. */
async function keep(
  tx: Db,
  admin: Member,
  id: string,
  userId: string,
  action: AuditEvent['action'],
  description: string,
  before: Locked,
  after: Held,
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

async function lockMember(tx: Db, userId: string): Promise<Locked | undefined> {
  const member = await tx.row<Held & { name: string }>(sql`
    select points, rank, display_name as name from users where id = ${userId} and deleted_at is null for no key update`)
  if (!member) return undefined
  // Looked up once the member is locked: before that, a colleague's change may not be there yet.
  const last = await tx.row<{ id: string }>(sql`
    select id from points_history where user_id = ${userId} order by created_at desc, id desc limit 1`)
  return { ...member, last: last?.id ?? null }
}

async function setRank(tx: Db, userId: string, rank: string): Promise<void> {
  await tx.rows(sql`
    with changed as (
      update users set rank = ${rank}, updated_at = app_now() where id = ${userId} and rank <> ${rank} returning id
    )
    insert into rank_history (user_id, rank, achieved_at) select id, ${rank}, app_now() from changed`)
}
