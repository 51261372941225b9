import sql, { type Sql } from 'sql-template-tag'
import { imageColumns } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { byChance, visitorOrder } from './order.server.ts'

/** A submission to a challenge in voting, as a small picture. */
export interface Preview {
  id: string
  image: StoredImage | null
  /** The beginning of its description, '' with an image. */
  text: string
}

const limits = { previews: 5, text: 200 }

/**
 * Selects a few `Preview`s of a challenge as JSON, of others' submissions that may be voted for. Neither votes nor the
 * time of submission order them: they are chosen by chance, for each
 * member and every five minutes for visitors.
 */
export function previewsOf(scope: Scope, challengeId: Sql): Sql {
  const viewerId = scope.viewer?.id ?? null
  const seed = sql`coalesce(${viewerId}::text, ${visitorOrder}::text)`
  // One of them may be the viewer's own.
  const chosen = byChance(scope, challengeId, seed, limits.previews + 1)
  return sql`(
    select coalesce(json_agg(json_build_object('id', s.id, 'image', ${imageColumns(sql`image`)},
      'text', case when s.image_id is null then left(s.description, ${limits.text}) else '' end)), '[]')
    from (
      select s.* from (${chosen}) chosen
      cross join lateral (select * from submissions where id = chosen.id limit 1) s
      where s.user_id is distinct from ${viewerId} limit ${limits.previews}) s
    left join images image on image.id = s.image_id)`
}

/** How many submissions of a challenge the viewer has seen, their own included. */
export function seenBy({ viewer }: Scope, challengeId: Sql, ownId: Sql): Sql {
  if (!viewer) return sql`0`
  return sql`((
    select count(*) from impressions where challenge_id = ${challengeId} and user_id = ${viewer.id})
    + (${ownId} is not null)::int)::int`
}
