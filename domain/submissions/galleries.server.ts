import sql, { type Sql } from 'sql-template-tag'
import { KINDS, type Kind } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { joinChallenge, ownedBy, type SubmissionSummary, submissionSummaries } from './queries.server.ts'
import type { Sort } from './rules.ts'
import { submissionListed } from './visibility.server.ts'

export const GALLERY_PAGE_SIZE = 12
export const LAST_PAGE = 100

export interface GalleryPage {
  submissions: SubmissionSummary[]
  /** Counted up to what the last page can show. */
  total: number
}

/** A page of all submissions that the viewer may see, of one kind or of all. */
export function allSubmissions(
  db: Db,
  scope: Scope,
  filters: { kind: Kind | null; sort: Sort; page: number },
): Promise<GalleryPage> {
  const filter = filters.kind ? sql`and s.kind = ${filters.kind}` : sql``
  const listed = sql`${submissionListed(scope)} ${filter}`
  // The best of each kind, then the best of those, so that one index serves one kind and all kinds.
  if (filters.sort === 'votes' && !filters.kind) return page(db, scope, listed, filters, KINDS)
  return page(db, scope, listed, filters)
}

/** A page of a member's submissions that the viewer may see, by one AI tool (in lower case) or all (SUB-45, SUB-48). */
export function memberGallery(
  db: Db,
  scope: Scope,
  userId: string,
  filters: { tool: string | null; sort: Sort; page: number },
): Promise<GalleryPage> {
  const visible = ownedBy(scope, userId)
  const filter = filters.tool
    ? sql`and exists (select from unnest(s.ai_tools_used) as tool where lower(tool) = ${filters.tool})`
    : sql``
  return page(db, scope, sql`${visible} ${filter}`, filters)
}

/** The distinct AI tools of a member's visible submissions, in lower case, sorted. */
export async function memberTools(db: Db, scope: Scope, userId: string): Promise<string[]> {
  const rows = await db.rows<{ tool: string }>(sql`
    select distinct lower(tool) as tool
    from submissions s ${joinChallenge} cross join unnest(s.ai_tools_used) as tool
    where ${ownedBy(scope, userId)} order by tool limit 200`)
  return rows.map(({ tool }) => tool)
}

async function page(
  db: Db,
  scope: Scope,
  visible: Sql,
  filters: { sort: Sort; page: number },
  kinds?: readonly Kind[],
): Promise<GalleryPage> {
  const offset = (Math.min(filters.page, LAST_PAGE + 1) - 1) * GALLERY_PAGE_SIZE
  const order = orders[filters.sort]
  const candidatesOf = (which: Sql, limit: number) => sql`
    select s.id, s.votes_shown, s.submission_date from submissions s ${joinChallenge}
    where ${visible} ${which} order by ${order} limit ${limit}`
  const end = offset + GALLERY_PAGE_SIZE
  const candidates = kinds
    ? sql`select s.* from unnest(${kinds}::text[]) as one (kind) cross join lateral (${candidatesOf(sql`and s.kind = one.kind`, end)}) s`
    : candidatesOf(sql``, end)
  const [count, submissions] = await Promise.all([
    db.row<{ total: number }>(sql`
      select count(*)::int as total from (
        select from submissions s ${joinChallenge}
        where ${visible} order by ${orders.newest} limit ${LAST_PAGE * GALLERY_PAGE_SIZE}) as counted`),
    db.rows<SubmissionSummary>(sql`
      select card.* from (
        select s.id, row_number() over (order by ${order}) as place from (${candidates}) s
        order by ${order} limit ${GALLERY_PAGE_SIZE} offset ${offset}
      ) chosen
      cross join lateral (${submissionSummaries(scope, sql`s.id = chosen.id`, sql``)}) card order by chosen.place`),
  ])
  return { submissions, total: count?.total ?? 0 }
}

// Hidden counts must not show through the order either: those submissions come last, newest first.
const orders: Record<Sort, Sql> = {
  newest: sql`s.submission_date desc, s.id desc`,
  oldest: sql`s.submission_date, s.id`,
  votes: sql`s.votes_shown desc, s.submission_date desc, s.id desc`,
}
