import sql, { type Sql } from 'sql-template-tag'
import { byPoints, memberCount } from '#domain/leaderboard/leaderboard.server.ts'
import { hasRowOf } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listing } from '#platform/database/listing.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import type { Admin } from './rules.ts'

export const ADMIN_MEMBERS_PAGE_SIZE = 20

export interface MemberFilters extends PageRequest {
  rank: string | null
  search: string
}

export interface MemberRow {
  id: string
  displayName: string
  email: string | null
  photoUrl: string
  rank: string
  points: number
  joinedAt: Date
  submissions: number
  isAdmin: boolean
  isModerator: boolean
  suspendedAt: Date | null
  /** The id of the last adjustment in points_history; null if none. */
  lastChange: string | null
}

/** A page of all members by points, and how many match (ADM-45). */
export function listMembers(
  db: Db,
  _admin: Admin,
  { rank, search, ...request }: MemberFilters,
): Promise<{ rows: MemberRow[]; total: Total }> {
  return listing(db, {
    listed: sql`select * from users where deleted_at is null ${rank ? sql`and rank = ${rank}` : sql``}`,
    order: byPoints,
    noun: 'user',
    term: search,
    request,
    size: ADMIN_MEMBERS_PAGE_SIZE,
    count: () => memberCount(db, rank),
    rowsOf: (members) =>
      db.rows(sql`select ${columns()} from (${members}) u order by u.points desc, u.joined_date, u.id`),
  })
}

/** One row of the table of members. */
export function memberRow(db: Db, _admin: Admin, id: string): Promise<MemberRow | undefined> {
  return db.row(sql`select ${columns()} from users u where u.id = ${id} and u.deleted_at is null`)
}

function columns(): Sql {
  return sql`u.id, u.display_name as "displayName", u.email, u.photo_url as "photoUrl", u.rank, u.points,
    u.joined_date as "joinedAt", u.admin_badge as "isAdmin", ${hasRowOf('moderator')} as "isModerator", u.suspended_at as "suspendedAt",
    (select count(*)::int from submissions s where s.user_id = u.id) as submissions,
    (select h.id from points_history h where h.user_id = u.id
      order by h.created_at desc, h.id desc limit 1) as "lastChange"`
}
