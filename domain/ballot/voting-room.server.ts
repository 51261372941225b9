import sql from 'sql-template-tag'
import { imageColumns } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { galleryOrder } from '#domain/submissions/galleries.server.ts'
import { mostInRoom } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { fairOrder } from './order.server.ts'

export interface RoomRequest {
  challengeId: string
  /** The submission that is shown; null before the first. */
  submissionId: string | null
  /** The challenge has the status 'voting'. */
  isVoting: boolean
  /** Walks through the viewer's shortlist only. */
  shortlistOnly: boolean
  /** The order in which the viewer began to walk; null begins with the current one. */
  order: number | null
}

/** Where a viewer is among the submissions of a challenge that are shown one at a time. */
export interface RoomPosition {
  /** The submission belongs to the room. */
  isInRoom: boolean
  /** From 1, in what is walked through; null if the submission is not in it, such as one just taken off the shortlist. */
  place: number | null
  /** Submissions that are walked through: all, or the shortlist. */
  total: number
  firstId: string | null
  previousId: string | null
  nextId: string | null
  nextImage: StoredImage | null
  /** The next one of the room that the member has not seen, after the last one from the first. */
  nextUnseenId: string | null
  /** Submissions in the room. */
  entries: number
  /** Of these, seen by the member, with their own and the one that is shown. */
  seen: number
  shortlisted: number
  isShortlisted: boolean
  /** While voting is open. */
  order: number | null
  now: Date
}

/**
 * The position of a submission among the first `mostInRoom` of its challenge. In voting: those that can be voted for, in
 * the viewer's order, also where votes are shown, so that votes do not move the submissions (VOTE-26). Otherwise: those of
 * the gallery, in its order.
 */
export async function roomPosition(
  db: Db,
  scope: Scope,
  { challengeId, submissionId, isVoting, shortlistOnly, order }: RoomRequest,
): Promise<RoomPosition> {
  const viewerId = scope.viewer?.id ?? null
  const placed = isVoting
    ? fairOrder(scope, challengeId, order)
    : sql`
      moment (seconds) as (values (null::float8)),
      placed as materialized (${galleryOrder(scope, challengeId, firstOfAll)})`
  const position = await db.row<RoomPosition>(sql`
    with ${placed},
    room as materialized (
      select p.id, p.place, p.id in (
          select submission_id from shortlists where challenge_id = ${challengeId} and user_id = ${viewerId}
        ) as shortlisted,
        p.id in (
          select submission_id from impressions where challenge_id = ${challengeId} and user_id = ${viewerId}
        ) or p.id is not distinct from ${submissionId} or p.id is not distinct from (
          select id from submissions where challenge_id = ${challengeId} and user_id = ${viewerId}) as seen
      from placed p
    ),
    shown as materialized (select * from room where shortlisted or not ${shortlistOnly})
    select current.id is not null as "isInRoom",
      case when exists (select from shown where id = current.id)
        then (select count(*)::int from shown where place <= current.place) end as place,
      (select count(*)::int from shown) as total,
      (select id from shown order by place limit 1) as "firstId",
      (select id from shown where place < current.place order by place desc limit 1) as "previousId",
      next.id as "nextId", ${imageColumns(sql`image`)} as "nextImage",
      (select id from room where not seen order by place < current.place, place limit 1) as "nextUnseenId",
      (select count(*)::int from room) as entries,
      (select count(*)::int from room where seen) as seen,
      (select count(*)::int from room where shortlisted) as shortlisted,
      coalesce(current.shortlisted, false) as "isShortlisted", moment.seconds as "order", app_now() as now
    from moment left join room current on current.id = ${submissionId}
    left join lateral (
      select shown.id, s.image_id from shown join submissions s on s.id = shown.id
      where shown.place > current.place order by shown.place limit 1) next on true
    left join images image on image.id = next.image_id`)
  if (!position) throw new Error('A row without a condition was not returned')
  return position
}

const firstOfAll = { backwards: false, from: null, skip: 0, take: mostInRoom }
