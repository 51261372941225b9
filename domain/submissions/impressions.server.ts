import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { mayKeep } from '#platform/maintenance.server.ts'
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
 * Counts the viewer once for each submission that they have come past in their order of a secret ballot: up to the last
 * one that they have seen together with half of those before it. So a report counts for all of them, and a false one can
 * hardly put one submission behind the others. Those that only administrators and their authors see count for no one.
 */
async function advance(db: Db, scope: Scope, challengeId: string, viewerId: string): Promise<void> {
  await db.rows(sql`
    with own as materialized (
      select o.submission_ids, o.passed from ballot_orders o
      where o.challenge_id = ${challengeId} and o.user_id = ${viewerId} and o.hides_votes for no key update
    ),
    places as materialized (
      select s.id, p.place, i.submission_id is not null as seen
      from own cross join unnest(own.submission_ids) with ordinality p (id, place)
      join submissions s on s.id = p.id and s.user_id <> ${viewerId}
      left join impressions i
        on i.challenge_id = ${challengeId} and i.user_id = ${viewerId} and i.submission_id = p.id
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
    newly_passed as materialized (
      select s.id from submissions s where s.id in (
        select places.id from places, own, reached where places.place > own.passed and places.place <= reached.place)
      order by s.id for key share
    ),
    locked as materialized (
      select v.submission_id from submission_views v where v.submission_id in (select id from newly_passed)
      order by v.submission_id for no key update
    )
    update submission_views v set passed = v.passed + 1 from locked where v.submission_id = locked.submission_id`)
}

/** By so many members a submission that is approved while voting is open may be behind those that fewest have come past. */
const mostCatchUp = 10

/**
 * Lets an approved submission begin near the others in the ballot orders of an open voting. It comes first until it has
 * caught up, so without this limit false reports of the others before its approval would have all voters begin with it.
 */
export async function limitCatchUp(tx: Db, submissionId: string): Promise<void> {
  await tx.rows(sql`
    update submission_views v set passed = greatest(v.passed, ${-mostCatchUp}::int + (
      select min(other.passed) from submission_views other join submissions s on s.id = other.submission_id
      where other.challenge_id = v.challenge_id and s.status = 'approved' and s.id <> v.submission_id))
    from challenges c where v.submission_id = ${submissionId} and c.id = v.challenge_id and c.status = 'voting'`)
}

/**
 * Forgets what a member who leaves has seen, and how far they came in their orders. In votings that are open it does not
 * count any more: who signs up again and again could put others' submissions behind in the ballot orders.
 */
export async function forgetImpressions(tx: Db, userId: string): Promise<void> {
  await tx.rows(sql`
    with orders as materialized (
      select submission_ids[1:passed] as passed from ballot_orders
      where user_id = ${userId} and hides_votes and passed > 0 order by challenge_id for update
    ),
    forgotten as (delete from impressions where user_id = ${userId} returning submission_id),
    counted as materialized (
      select id, sum(seen)::int as seen, sum(passed)::int as passed from (
        select submission_id as id, 1 as seen, 0 as passed from forgotten
        union all select unnest(passed), 0, 1 from orders) each group by id
    ),
    locked as materialized (
      select v.submission_id from submission_views v join challenges c on c.id = v.challenge_id
      where v.submission_id in (select id from counted) and c.status = 'voting'
      order by v.submission_id for no key update of v
    )
    update submission_views v
    set seen = greatest(v.seen - counted.seen, 0), passed = greatest(v.passed - counted.passed, 0)
    from locked join counted on counted.id = locked.submission_id where v.submission_id = locked.submission_id`)
  await tx.rows(sql`delete from ballot_orders where user_id = ${userId}`)
}
