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
  return counted.length
}

/**
 * Forgets what a member who leaves has seen. In votings that are open it does not count any more: who signs up again and
 * again could let submissions seem seen by many, which puts others before them in the ballot orders.
 */
export async function forgetImpressions(tx: Db, userId: string): Promise<void> {
  await tx.rows(sql`
    with forgotten as (delete from impressions where user_id = ${userId} returning submission_id),
    locked as materialized (
      select v.submission_id from submission_views v join challenges c on c.id = v.challenge_id
      where v.submission_id in (select submission_id from forgotten) and c.status = 'voting'
      order by v.submission_id for no key update of v
    )
    update submission_views v set seen = greatest(v.seen - 1, 0) from locked where v.submission_id = locked.submission_id`)
}
