import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { submissionPublic } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Counted, winnerOf } from './rules.ts'

/** A second count of the votes differs from the first, so the challenge is not completed. */
export class ResultMismatch extends Error {
  override name = 'ResultMismatch'
}

interface Recounted extends Counted {
  stored: number
}

/**
 * Counts the vote rows of a challenge again, and determines the winner from them by code that shares nothing with the
 * first count. Throws `ResultMismatch` if a stored count or the winner differs. Runs in the completing transaction.
 */
export async function verifyResult(
  tx: Db,
  scope: Scope,
  challengeId: string,
  winner: { submissionId: string; votes: number } | undefined,
): Promise<void> {
  const rows = await tx.rows<Recounted & { counts: boolean }>(sql`
    select s.id as "submissionId", coalesce(cast_votes.n, 0) as votes, s.votes as stored,
      to_char(s.content_changed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as "contentChangedAt",
      ${submissionPublic(scope)} and c.allow_voting as counts
    from challenges c join submissions s on s.challenge_id = c.id
    left join (
      select submission_id, count(*)::int as n from votes where challenge_id = ${challengeId} and counts group by submission_id
    ) cast_votes on cast_votes.submission_id = s.id
    where c.id = ${challengeId} and (cast_votes.n > 0 or s.votes > 0)`)
  const wrong = rows.find(({ votes, stored }) => votes !== stored)
  if (wrong)
    throw new ResultMismatch(
      `submission ${wrong.submissionId} has ${wrong.votes} votes, but ${wrong.stored} were counted`,
    )
  const found = winnerOf(rows.filter(({ counts }) => counts))
  if (found?.submissionId !== winner?.submissionId || found?.votes !== winner?.votes)
    throw new ResultMismatch(
      `${winner?.submissionId ?? 'no submission'} won by the first count, ${found?.submissionId ?? 'none'} by the second`,
    )
}

/** Certifies the completion in force again, after votes were removed or restored. A trigger makes the first certificate. */
export async function certifyResult(tx: Db, challengeId: string): Promise<void> {
  await tx.rows(sql`
    update certificates set replaced_at = app_now()
    where replaced_at is null and completion_id in (
      select id from completions where challenge_id = ${challengeId} and revoked_at is null)`)
  await tx.rows(sql`
    select certify(id) from completions where challenge_id = ${challengeId} and revoked_at is null`)
}

/** Alerts administrators that a completion was stopped. */
export async function recordAlert(db: Db, challengeId: string, { message }: ResultMismatch): Promise<void> {
  await db.rows(sql`
    insert into result_alerts (challenge_id, detail, found_at) values (${challengeId}, ${message}, app_now())
    on conflict (challenge_id) do nothing`)
}

export interface WrongResult {
  challengeId: string
  title: string
  problem: 'ballots' | 'counts' | 'winner' | 'no certificate'
}

/** Counts completed challenges again, by default all, and returns those that no longer match their certificate. */
export function wrongResults(db: Db, challengeId?: string): Promise<WrongResult[]> {
  return db.rows(sql`
    select c.id as "challengeId", c.title, case
        when t.id is null then 'no certificate'
        when t.ballots <> now_cast.ballots then 'ballots'
        when t.counts <> now_cast.counts or t.counts <> stored.counts then 'counts'
        else 'winner' end as problem
    ${uncertified} ${challengeId ? sql`and c.id = ${challengeId}` : sql``} order by c.completed_at desc, c.id`)
}

/** FROM and WHERE of completions `k`, of challenges `c`, that differ from their certificate. */
export const uncertified = sql`
  from completions k join challenges c on c.id = k.challenge_id
  left join certificates t on t.completion_id = k.id and t.replaced_at is null
  cross join lateral (
    select salted(t.salt, ballots_of(c.id)) as ballots,
      (select coalesce(jsonb_object_agg(submission_id, n), '{}') from (
        select submission_id, count(*)::int as n from votes where challenge_id = c.id and counts group by 1) counted) as counts
  ) now_cast
  cross join lateral (
    select coalesce(jsonb_object_agg(s.id, s.votes), '{}') as counts from submissions s
    where s.challenge_id = c.id and s.votes > 0
  ) stored
  where k.revoked_at is null and (t.id is null or t.ballots <> now_cast.ballots
    or t.counts <> now_cast.counts or t.counts <> stored.counts
    or k.votes is distinct from (t.counts ->> k.submission_id::text)::int)`
