import sql from 'sql-template-tag'
import type { Kind } from '#domain/challenges/rules.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { SUGGESTION_LIMITS, type SuggestionState } from './rules.ts'

/** Whether no challenge was made of the suggestion `s`. */
export const notUsed = sql`(not exists (select from challenges c where c.suggestion_id = s.id))`

/** Whether the suggestion `s` waits for a decision. */
export const isOpen = sql`(s.declined_at is null and ${notUsed})`

/** The last page of the list that can be requested. */
export const lastSuggestionsPage = 50

interface Suggestion {
  id: string
  title: string
  brief: string
  kind: Kind
  at: Date
  state: SuggestionState
}

export interface OwnSuggestion extends Suggestion {
  /** The challenge that was made of it, once it is no draft. */
  challengeId: string | null
}

export interface SuggestionRow extends Suggestion {
  author: { id: string; displayName: string; photoUrl: string; rank: string }
  challengeId: string | null
}

const columns = sql`s.id, s.title, s.brief, s.kind, s.created_at as at,
  case when c.id is not null then 'used' when s.declined_at is not null then 'declined' else 'open' end as state`

/** The viewer's newest suggestions (CHL-88). */
export function ownSuggestions(db: Db, viewer: Member): Promise<OwnSuggestion[]> {
  return db.rows(sql`
    select ${columns}, case when c.status <> 'draft' then c.id end as "challengeId"
    from suggestions s left join challenges c on c.suggestion_id = s.id
    where s.user_id = ${viewer.id} order by s.created_at desc, s.id desc limit ${SUGGESTION_LIMITS.perPage}`)
}

/** Suggestions of members, the newest first, and how many the pages hold (ADM-118). */
export async function listSuggestions(
  db: Db,
  _admin: Admin,
  page: number,
): Promise<{ rows: SuggestionRow[]; total: number }> {
  const { perPage } = SUGGESTION_LIMITS
  const rows = await db.rows<SuggestionRow & { total: number }>(sql`
    select ${columns}, c.id as "challengeId",
      json_build_object('id', u.id, 'displayName', u.display_name, 'photoUrl', u.photo_url, 'rank', u.rank) as author,
      (select count(*)::int from (select from suggestions limit ${lastSuggestionsPage * perPage}) counted) as total
    from (select * from suggestions order by created_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}) s
    join users u on u.id = s.user_id left join challenges c on c.suggestion_id = s.id
    order by s.created_at desc, s.id desc`)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** An open suggestion, for a new challenge or to decline it. */
export function openSuggestion(
  db: Db,
  _admin: Admin,
  id: string,
): Promise<(Pick<Suggestion, 'title' | 'brief' | 'kind'> & { author: string }) | undefined> {
  return db.row(sql`
    select s.title, s.brief, s.kind, u.display_name as author
    from suggestions s join users u on u.id = s.user_id where s.id = ${id} and ${isOpen}`)
}
