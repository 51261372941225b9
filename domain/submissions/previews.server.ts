import sql, { join, type Sql } from 'sql-template-tag'
import { imageColumns } from '#domain/challenges/queries.server.ts'
import { publicStatuses, type Scope } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { currentVisitorOrder } from './ballot-order.server.ts'

/** A submission to a challenge in voting, as a small picture. */
export interface Preview {
  id: string
  image: StoredImage | null
  /** The beginning of its description, '' with an image. */
  text: string
}

const limits = { previews: 5, candidates: 100, text: 200 }

/**
 * Selects a few `Preview`s of a challenge as JSON, of others' submissions that may be voted for. Neither votes nor the
 * time of submission order them: they are chosen by chance, for each member and every five minutes for visitors, among
 * those that secret ballots have shown least.
 */
export function previewsOf(scope: Scope, challengeId: Sql): Sql {
  const { viewer, moderation } = scope
  const seed = viewer ? sql`${viewer.id}::text` : sql`${currentVisitorOrder}::text`
  const leastShown = publicStatuses(moderation).map(
    (status) => sql`(
      select submission_id from submission_views where challenge_id = ${challengeId} and status = ${status}
      order by handed, submission_id limit ${limits.candidates})`,
  )
  return sql`(
    select coalesce(json_agg(json_build_object('id', s.id, 'image', ${imageColumns(sql`image`)},
      'text', case when s.image_id is null then left(s.description, ${limits.text}) else '' end) order by chosen.chance), '[]')
    from (
      select submission_id, md5(submission_id::text || ${seed}) as chance
      from (${join(leastShown, ' union all ')}) candidate order by chance limit ${limits.previews}) chosen
    cross join lateral (select * from submissions where id = chosen.submission_id limit 1) s
    left join images image on image.id = s.image_id
    where s.user_id is distinct from ${viewer?.id ?? null})`
}

/** How many submissions of a challenge the viewer has seen, their own included. */
export function seenBy({ viewer }: Scope, challengeId: Sql, ownId: Sql): Sql {
  if (!viewer) return sql`0`
  return sql`((
    select count(*) from impressions where challenge_id = ${challengeId} and user_id = ${viewer.id})
    + (${ownId} is not null)::int)::int`
}
