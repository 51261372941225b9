import sql, { type Sql } from 'sql-template-tag'
import type { Kind } from '#domain/challenges/rules.ts'
import { entryListed, entryVisible, type Scope, votesVisible } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type EntryCard, entryCards } from './queries.server.ts'
import type { Sort } from './rules.ts'

/** Entries a page of the big galleries, and the last page that can be asked for, so that no offset grows without bound. */
export const GALLERY_PAGE_SIZE = 12
export const LAST_PAGE = 100

export interface GalleryPage {
  entries: EntryCard[]
  /** How many there are, counted up to what the last page can show. */
  total: number
}

/** All entries that the viewer may see, of one kind or of all, a page at a time. */
export function allEntries(
  db: Db,
  scope: Scope,
  asked: { kind: Kind | null; sort: Sort; page: number },
): Promise<GalleryPage> {
  const chosen = asked.kind ? sql`and c.kind = ${asked.kind}` : sql``
  return page(db, scope, sql`${entryListed(scope)} ${chosen}`, asked)
}

/** A member's entries that the viewer may see, by one AI tool (in lower case) or all (public §2, submissions gallery). */
export function galleryOf(
  db: Db,
  scope: Scope,
  userId: string,
  asked: { tool: string | null; sort: Sort; page: number },
): Promise<GalleryPage> {
  const visible = scope.viewer?.id === userId ? entryVisible(scope) : entryListed(scope)
  const chosen = asked.tool
    ? sql`and exists (select from unnest(s.ai_tools_used) as tool where lower(tool) = ${asked.tool})`
    : sql``
  return page(db, scope, sql`${visible} and s.user_id = ${userId} ${chosen}`, asked)
}

/** The distinct AI tools of a member's visible entries, in lower case and in order. */
export async function toolsOf(db: Db, scope: Scope, userId: string): Promise<string[]> {
  const visible = scope.viewer?.id === userId ? entryVisible(scope) : entryListed(scope)
  const rows = await db.rows<{ tool: string }>(sql`
    select distinct lower(tool) as tool
    from submissions s join challenges c on c.id = s.challenge_id cross join unnest(s.ai_tools_used) as tool
    where s.user_id = ${userId} and ${visible} order by tool limit 200`)
  return rows.map(({ tool }) => tool)
}

async function page(
  db: Db,
  scope: Scope,
  visible: Sql,
  asked: { sort: Sort; page: number },
): Promise<GalleryPage> {
  const [count, entries] = await Promise.all([
    db.row<{ total: number }>(sql`
      select count(*)::int as total from (
        select from submissions s join challenges c on c.id = s.challenge_id
        where ${visible} limit ${LAST_PAGE * GALLERY_PAGE_SIZE}) as counted`),
    db.rows<EntryCard>(
      entryCards(
        scope,
        visible,
        sql`order by ${order(scope, asked.sort)} limit ${GALLERY_PAGE_SIZE} offset ${(asked.page - 1) * GALLERY_PAGE_SIZE}`,
      ),
    ),
  ])
  return { entries, total: count?.total ?? 0 }
}

// Hidden counts must not show through the order either: their entries come last, newest first.
function order(scope: Scope, sort: Sort): Sql {
  if (sort === 'oldest') return sql`s.submission_date, s.id`
  if (sort === 'newest') return sql`s.submission_date desc, s.id desc`
  return sql`${votesVisible(scope)} desc, case when ${votesVisible(scope)} then s.votes end desc, s.submission_date desc, s.id desc`
}
