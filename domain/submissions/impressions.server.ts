import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { mayKeep } from '#platform/maintenance.server.ts'
import { afterLocks, expectedViews, lockedViews } from './ballot-counts.server.ts'
import { joinedBefore } from './ballot-order.server.ts'
import { submissionPublic } from './visibility.server.ts'

/**
 * Records that the viewer has seen submissions of a challenge in voting, and counts the member once for each. Their own
 * submission and those of other challenges are left out, and during maintenance all. Returns how many were new.
 */
export async function recordImpressions(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionIds: readonly string[],
): Promise<number> {
  const { viewer } = scope
  if (!viewer || submissionIds.length === 0) return 0
  // Inserted and locked in id order, so that two reports cannot deadlock.
  const counted = await db.rows(sql`
    with member as (
      select u.id from users u where u.id = ${viewer.id} and ${memberActive()} for key share of u
    ),
    seen as (
      insert into impressions (challenge_id, user_id, submission_id, seen_at)
      select s.challenge_id, member.id, s.id, app_now()
      from member cross join submissions s join challenges c on c.id = s.challenge_id
      where c.id = ${challengeId} and c.status = 'voting' and app_now() < c.voting_ends_at and ${mayKeep}
        and s.id = any(${submissionIds}::uuid[]) and s.user_id <> ${viewer.id} and ${submissionPublic(scope)}
      order by s.id for key share of s
      on conflict do nothing
      returning submission_id
    ),
    locked as materialized (
      select v.submission_id from submission_views v where v.submission_id in (select submission_id from seen)
      order by v.submission_id for no key update
    )
    update submission_views v set seen = v.seen + 1 from locked where v.submission_id = locked.submission_id
    returning 1`)
  if (counted.length > 0) await advance(db, scope, challengeId, viewer.id)
  return counted.length
}

/**
 * Notes how far the viewer has come in their order of a secret ballot: up to the last submission that they have seen
 * together with half of those before it. What that is more or less than was expected of the places is the surplus of the
 * submissions; later orders heed it within bounds (decision 089).
 */
async function advance(db: Db, scope: Scope, challengeId: string, viewerId: string): Promise<void> {
  await db.rows(sql`
    with own as materialized (
      select o.submission_ids, o.passed from ballot_orders o
      join challenges c on c.id = o.challenge_id join users u on u.id = o.user_id and ${joinedBefore}
      where o.challenge_id = ${challengeId} and o.user_id = ${viewerId} and o.hides_votes for no key update of o
    ),
    places as materialized (
      select p.id, p.place, p.id in (
        select submission_id from impressions where challenge_id = ${challengeId} and user_id = ${viewerId}) as seen
      from own cross join unnest(own.submission_ids) with ordinality p (id, place)
      join submissions s on s.id = p.id and s.user_id <> ${viewerId}
      where ${submissionPublic(scope)}
    ),
    reached as materialized (
      select coalesce(max(place) filter (where seen and 2 * seen_so_far >= so_far), 0)::int as place
      from (select place, seen, count(*) filter (where seen) over (order by place) as seen_so_far,
        count(*) over (order by place) as so_far from places) counted
    ),
    advanced as (
      update ballot_orders o set passed = reached.place from reached
      where o.challenge_id = ${challengeId} and o.user_id = ${viewerId} and o.hides_votes and o.passed < reached.place
    ),
    changes as materialized (
      select places.id, (places.place > own.passed and places.place <= reached.place)::int
        - case when own.passed = 0 then ${expectedViews(sql`places.place`)} else 0 end as surplus
      from places, own, reached where reached.place > own.passed
    ),
    ${lockedViews(sql`select id from changes where surplus <> 0`)}
    update submission_views v set surplus = v.surplus + changes.surplus from changes
    where v.submission_id = changes.id and changes.surplus <> 0 and ${afterLocks}`)
}

/**
 * Forgets what a member who leaves has seen, and their orders. In votings that are open, the views do not count any
 * more; the places that they were handed do.
 */
export async function forgetImpressions(tx: Db, userId: string): Promise<void> {
  // Before the views, as in counting.
  await tx.rows(sql`delete from ballot_orders where user_id = ${userId}`)
  await tx.rows(sql`
    with forgotten as (delete from impressions where user_id = ${userId} returning submission_id),
    locked as materialized (
      select v.submission_id from submission_views v join challenges c on c.id = v.challenge_id
      where v.submission_id in (select submission_id from forgotten) and c.status = 'voting'
      order by v.submission_id for no key update of v
    )
    update submission_views v set seen = greatest(v.seen - 1, 0) from locked where v.submission_id = locked.submission_id`)
}
