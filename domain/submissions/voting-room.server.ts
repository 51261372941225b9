import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { currentVisitorOrder, withOrder } from './ballot-order.server.ts'
import { mostInRoom } from './rules.ts'
import { submissionPublic } from './visibility.server.ts'

export interface RoomRequest {
  challengeId: string
  /** The submission that is shown; null before the first. */
  submissionId: string | null
  /** Walks through the viewer's shortlist only. */
  shortlistOnly: boolean
  /** The order in which a visitor began to walk through a secret ballot; null begins with the current one. */
  visitorOrder: number | null
}

/** Where a viewer is in the voting room of a challenge. */
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
  /** The next one of the room that the member has not seen, after the last one from the first. */
  nextUnseenId: string | null
  /** Submissions in the room. */
  entries: number
  /** Of these, seen by the member, with their own and the one that is shown. */
  seen: number
  shortlisted: number
  isShortlisted: boolean
  /** For visitors. */
  visitorOrder: number
  now: Date
}

/**
 * The position of a submission among those that can be voted for, at most `mostInRoom`, in the viewer's order (VOTE-26).
 * A member's order is fixed at the first visit, also where votes are shown, so that votes do not move the submissions.
 */
export async function roomPosition(
  db: Db,
  scope: Scope,
  { challengeId, submissionId, shortlistOnly, visitorOrder }: RoomRequest,
): Promise<RoomPosition> {
  const viewerId = scope.viewer?.id ?? null
  const request = { challengeId, needed: mostInRoom, included: submissionPublic(scope), visitorOrder }
  const position = await withOrder(scope, request, (ballot) =>
    db.row<RoomPosition>(sql`
      with ${ballot},
      room as materialized (
        select b.id, b.place, b.id in (
            select submission_id from shortlists where challenge_id = ${challengeId} and user_id = ${viewerId}
          ) as shortlisted,
          b.id in (
            select submission_id from impressions where challenge_id = ${challengeId} and user_id = ${viewerId}
          ) or b.id is not distinct from ${submissionId} or b.id is not distinct from (
            select id from submissions where challenge_id = ${challengeId} and user_id = ${viewerId}) as seen
        from (select * from ballot order by place limit ${mostInRoom}) b
      ),
      shown as materialized (select * from room where shortlisted or not ${shortlistOnly})
      select current.id is not null as "isInRoom",
        case when exists (select from shown where id = current.id)
          then (select count(*)::int from shown where place <= current.place) end as place,
        (select count(*)::int from shown) as total,
        (select id from shown order by place limit 1) as "firstId",
        (select id from shown where place < current.place order by place desc limit 1) as "previousId",
        (select id from shown where place > current.place order by place limit 1) as "nextId",
        (select id from room where not seen order by place < current.place, place limit 1) as "nextUnseenId",
        (select count(*)::int from room) as entries,
        (select count(*)::int from room where seen) as seen,
        (select count(*)::int from room where shortlisted) as shortlisted,
        coalesce(current.shortlisted, false) as "isShortlisted",
        coalesce(${visitorOrder}::float8, ${currentVisitorOrder}) as "visitorOrder", app_now() as now
      from (values (1)) one left join room current on current.id = ${submissionId}`),
  )
  if (!position) throw new Error('A row without a condition was not returned')
  return position
}
