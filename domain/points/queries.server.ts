import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { isBehind, microseconds, type TimePlace } from '#platform/database/keyset.server.ts'
import type { LedgerReason } from './reasons.ts'

export const LEDGER_PAGE_SIZE = 25

/** The last page that can be requested: 2,500 entries. The download of personal data has all. */
const lastLedgerPage = 100

export interface LedgerRow {
  id: string
  points: number
  reason: LedgerReason
  /** Null for drafts, deleted challenges and adjustments. */
  challenge: { id: string; title: string } | null
  /** The reason that an administrator gave for an adjustment. */
  description: string | null
  at: Date
  /** The microsecond of its time. */
  placed: number
}

/** A page of a member's points entries, newest first, and how many the pages hold (PTS-25). */
export async function pointsLedger(
  db: Db,
  userId: string,
  page: number,
): Promise<{ rows: LedgerRow[]; total: number }> {
  const reachable = lastLedgerPage * LEDGER_PAGE_SIZE
  const offset = Math.min((page - 1) * LEDGER_PAGE_SIZE, reachable)
  const [counted, rows] = await Promise.all([
    db.row<{ total: number }>(sql`
      select count(*)::int as total
      from (select from points_log where user_id = ${userId} limit ${reachable}) reached`),
    pointsEntries(db, userId, { limit: LEDGER_PAGE_SIZE, offset }),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** The last rank of a member that was another one than now; undefined without one. */
export async function formerRank(
  db: Db,
  { id, rank }: { id: string; rank: string },
): Promise<string | undefined> {
  const row = await db.row<{ rank: string }>(sql`
    select rank from rank_history where user_id = ${id} and rank <> ${rank}
    order by achieved_at desc, id desc limit 1`)
  return row?.rank
}

/** A member's points entries, newest first: those after so many, or those that follow a place. */
export function pointsEntries(
  db: Db,
  userId: string,
  { limit, offset = 0, after = null }: { limit: number; offset?: number; after?: TimePlace | null },
): Promise<LedgerRow[]> {
  return db.rows(sql`
    select l.id, l.points,
      case when l.reason <> 'vote_removed' or not exists (select from points_log cast_vote
          where cast_vote.user_id = l.user_id and cast_vote.reason = 'vote_cast'
            and cast_vote.source_id = l.source_id) then l.reason
        else 'own_vote_removed' end as reason,
      case when c.id is not null then json_build_object('id', c.id, 'title', c.title) end as challenge,
      h.description, l."timestamp" as at, ${microseconds(sql`l."timestamp"`)} as placed
    from (select * from points_log where user_id = ${userId} and ${isBehind(sql`"timestamp"`, sql`id`, after)}
      order by "timestamp" desc, id desc limit ${limit} offset ${offset}) l
    left join challenges c on c.id = l.challenge_id and c.status <> 'draft'
    left join points_history h on h.id = l.source_id and l.reason = 'admin_adjustment'
    order by l."timestamp" desc, l.id desc`)
}
