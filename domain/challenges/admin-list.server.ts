import sql, { type Sql } from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listing } from '#platform/database/listing.server.ts'
import { countRows, type Order } from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import { type ChallengeStatus, type ChallengeType, EXTENSION_DAYS, type Kind, STATUSES } from './rules.ts'

export const ADMIN_CHALLENGES_PAGE_SIZE = 10

export interface ChallengeFilters extends PageRequest {
  statuses: readonly ChallengeStatus[]
  since: Date | null
  search: string
}

export interface ChallengeRow {
  id: string
  title: string
  /** The first 51 characters of the description: 50 are shown; one more tells that there is more. */
  excerpt: string
  imageUrl: string | null
  status: ChallengeStatus
  deadline: Date | null
  participants: number
  hasSubmissions: boolean
  /** It may be extended, which ends nothing earlier. */
  isExtendable: boolean
  createdAt: Date
  version: number
}

/** Rejected submissions count too: a draft that has one cannot be deleted. `c` is the challenge. */
export const hasSubmissions = sql`exists (select from submissions s where s.challenge_id = c.id)`

/** Whether an extension ends nothing earlier. `c` is the challenge. */
const isExtendable = sql`(c.status in ('active', 'voting', 'completed')
  and coalesce(c.deadline, app_now()) <= app_now() + make_interval(days => ${EXTENSION_DAYS}::int))`

/** A page of all challenges, newest first, and how many match (ADM-2, ADM-13). */
export function listChallenges(
  db: Db,
  _admin: Admin,
  filters: ChallengeFilters,
): Promise<{ rows: ChallengeRow[]; total: Total }> {
  return listing(db, {
    listed: sql`select * from challenges c where ${filterSql(filters)}`,
    order,
    noun: 'challenge',
    term: filters.search,
    request: filters,
    size: ADMIN_CHALLENGES_PAGE_SIZE,
    count: () => count(db, filters),
    rowsOf: (challenges) => rowsOf(db, challenges),
  })
}

/** The newest challenges, as options of a filter; drafts only for administrators. */
export function challengeChoices(
  db: Db,
  admin: Admin,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return db.rows(sql`
    select id, title from challenges where ${admin.isAdmin} or status <> 'draft'
    order by created_at desc, id desc limit ${limit}`)
}

const order: Order = {
  table: 'challenges',
  columns: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
}

function filterSql({ statuses, since }: ChallengeFilters): Sql {
  return sql`true ${ofStatus(statuses)}
    ${since ? sql`and c.created_at >= ${since}` : sql``}`
}

function ofStatus(statuses: readonly ChallengeStatus[]): Sql {
  if (statuses.length === STATUSES.length) return sql``
  // An index of one status has the order of the list.
  const [only, ...others] = statuses
  return others.length === 0 ? sql`and c.status = ${only}` : sql`and c.status = any(${statuses}::text[])`
}

function rowsOf(db: Db, challenges: Sql): Promise<ChallengeRow[]> {
  return db.rows(sql`
    select c.id, c.title, left(c.description, 51) as excerpt, c.image_url as "imageUrl", c.status, c.deadline,
      c.participant_count as participants, ${hasSubmissions} as "hasSubmissions",
      ${isExtendable} as "isExtendable", c.created_at as "createdAt", c.version
    from (${challenges}) c order by c.created_at desc, c.id desc`)
}

function count(db: Db, filters: ChallengeFilters): Promise<number> {
  const { statuses, since } = filters
  if (!since) return challengeCount(db, { status: statuses })
  return countRows(db, sql`challenges c where ${filterSql(filters)}`, order)
}

interface ChallengeCount {
  status: ChallengeStatus
  type: ChallengeType
  kind: Kind
  count: number
}

/** By status, type and kind; combinations without a challenge are absent. */
export function challengeCounts(db: Db): Promise<ChallengeCount[]> {
  // The order makes the planner read the index `challenges_counted`.
  return db.rows(sql`
    select status, type, kind, count(*)::int as count from challenges
    group by status, type, kind order by status, type, kind`)
}

/** The number of challenges with one of these statuses and, if given, this type and kind. */
export async function challengeCount(
  db: Db,
  {
    status,
    type,
    kind,
  }: { status: readonly ChallengeStatus[]; type?: ChallengeType | null; kind?: Kind | null },
): Promise<number> {
  const counted = await db.row<{ count: number }>(sql`
    select count(*)::int as count from challenges where status = any(${status}::text[])
      ${type ? sql`and type = ${type}` : sql``} ${kind ? sql`and kind = ${kind}` : sql``}`)
  return counted?.count ?? 0
}
