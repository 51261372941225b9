import sql from 'sql-template-tag'
import { type Scope, submissionPublic } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { mayKeep } from '#platform/maintenance.server.ts'

const keptDays = 30

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
  // Inserted and counted in id order, so that two reports cannot deadlock. A bucket is a view at first, and later a
  // twentieth of the views; when each was reached stays known, so that an order can be read as of an earlier moment.
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
    )
    insert into submission_views as v (submission_id, seen, reached)
    select submission_id, 1, array[app_now()] from seen order by submission_id
    on conflict (submission_id) do update set seen = v.seen + 1,
      reached = case when cardinality(v.reached) < ceil(20 * ln(1 + (v.seen + 1) / 20.0))
        then v.reached || app_now() else v.reached end
    returning 1`)
  return counted.length
}

/** Deletes who has seen what in challenges that ended a month ago; the counts stay. */
export function sweepImpressions(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from impressions where ctid = any(array(
          select i.id from challenges c cross join lateral (
            select ctid as id from impressions where challenge_id = c.id order by user_id, submission_id limit ${limit}) i
          where c.status in ('completed', 'canceled') and c.completed_at <= app_now() - make_interval(days => ${keptDays})
          limit ${limit}))
        returning 1`)
      return swept.length
    },
    signal ? { signal } : {},
  )
}
