import sql, { type Sql } from 'sql-template-tag'
import { type Scope, submissionPublic } from '#domain/challenges/scope.server.ts'
import { recordWaiting } from '#domain/events/record.server.ts'
import { countedAtCompletion } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Counted, winnerOf } from './rules.ts'

/** A second count of the votes differs from the first, so the challenge is not completed. */
export class ResultMismatch extends Error {
  override name = 'ResultMismatch'
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
  const rows = await tx.rows<Counted & { stored: number; counts: boolean }>(sql`
    select s.id as "submissionId", coalesce(cast_votes.n, 0) as votes, s.votes as stored,
      to_char(s.content_changed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as "contentChangedAt",
      ${submissionPublic(scope)} and c.allow_voting as counts
    from challenges c join submissions s on s.challenge_id = c.id
    left join (${votesOf(sql`${challengeId}`)}) cast_votes on cast_votes.submission_id = s.id
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

/** Certifies the completion in force, in the place of an earlier certificate if votes were removed or restored since. */
export async function certifyResult(tx: Db, challengeId: string): Promise<void> {
  const completion = sql`k.challenge_id = ${challengeId} and k.revoked_at is null`
  await tx.rows(sql`
    update certificates t set replaced_at = app_now() from completions k
    where t.replaced_at is null and k.id = t.completion_id and ${completion}`)
  await tx.rows(madeCertificates(completion))
}

/** Makes certificates of completions `k`: what was counted, under which conditions, and a salted hash of all votes. */
export function madeCertificates(completions: Sql): Sql {
  return sql`
    insert into certificates (id, completion_id, rules, entries, votes, counted, voted_for, tied, counts, hours, voided,
      conditions, salt, ballots)
    select gen_random_uuid(), k.id, 1, cast_votes.*, hours.*, voided.*,
      coalesce(earlier.conditions, jsonb_build_object('showVotes', c.show_votes, 'allowVoting', c.allow_voting, 'voters', c.voters)),
      secret.salt, ${ballotsOf(sql`k.challenge_id`, sql`secret.salt`)}
    from completions k join challenges c on c.id = k.challenge_id
    cross join lateral (
      select count(*) filter (where can_win), coalesce(sum(n), 0), coalesce(sum(n) filter (where can_win), 0),
        count(n) filter (where can_win), count(*) filter (where can_win and n = most),
        coalesce(jsonb_object_agg(id, n) filter (where n > 0), '{}')
      from (
        select id, n, can_win, max(n) filter (where can_win) over () as most
        from (select s.id, v.n, ${countedAtCompletion} as can_win
          from submissions s left join (${votesOf(sql`k.challenge_id`)}) v on v.submission_id = s.id
          where s.challenge_id = k.challenge_id) entries
      ) placed
    ) cast_votes
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'votes', n) order by hour), '[]') from (
        select to_char(date_trunc('hour', created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour, count(*) as n
        from votes where challenge_id = k.challenge_id and counts group by 1) in_hours
    ) hours
    cross join lateral (
      select coalesce(jsonb_object_agg(reason, n), '{}') from (
        select b.reason, count(*) as n from votes v join void_batches b on b.id = v.voided_batch_id
        where v.challenge_id = k.challenge_id group by b.reason) of_reasons
    ) voided
    -- The settings when it was first completed after its last ballot.
    left join lateral (
      select t.conditions from certificates t join completions first on first.id = t.completion_id
      where first.challenge_id = k.challenge_id and t.conditions <> '{}' and first.completed_at >= c.last_ballot_at
      order by t.made_at, t.id limit 1
    ) earlier on true
    cross join (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt) secret
    where ${completions}`
}

function votesOf(challengeId: Sql): Sql {
  return sql`
    select submission_id, count(*)::int as n from votes where challenge_id = ${challengeId} and counts group by submission_id`
}

/** SHA-256 of the lines 'voter submission' of all votes, in the order of the voters, then with the salt: small ballots cannot be tried. */
function ballotsOf(challengeId: Sql, salt: Sql): Sql {
  return sql`(select encode(sha256(${salt} || convert_to(encode(sha256(convert_to(coalesce(
      string_agg(user_id || ' ' || submission_id, E'\\n' order by user_id, submission_id), ''), 'UTF8')), 'hex'), 'UTF8')), 'hex')
    from votes where challenge_id = ${challengeId} and counts)`
}

/** Alerts administrators that a completion was stopped. */
export async function recordAlert(db: Db, challengeId: string, { message }: ResultMismatch): Promise<void> {
  await db.transaction(async (tx) => {
    const alerted = await tx.row(sql`
      update challenges set result_alert = ${message}, result_alert_at = app_now()
      where id = ${challengeId} and result_alert is null returning 1 as found`)
    if (alerted) await recordWaiting(tx, challengeId, 'mismatch')
  })
}

export interface WrongResult {
  challengeId: string
  title: string
  problem: 'ballots' | 'counts' | 'winner' | 'no certificate'
}

/** Counts completed challenges again, by default all, and returns those that no longer match their certificate. */
export function wrongResults(db: Db, challengeId?: string): Promise<WrongResult[]> {
  return db.rows(sql`
    select "challengeId", title, problem from (${checkedResults}) result
    where problem is not null ${challengeId ? sql`and "challengeId" = ${challengeId}` : sql``}
    order by "completedAt" desc, "challengeId"`)
}

/** The results in force, each with how it differs from its certificate, or null. */
export const checkedResults = sql`
  select c.id as "challengeId", c.title, c.completed_at as "completedAt", case
      when t.id is null then 'no certificate'
      when t.ballots <> ${ballotsOf(sql`c.id`, sql`t.salt`)} then 'ballots'
      when t.counts <> coalesce((select jsonb_object_agg(submission_id, n) from (${votesOf(sql`c.id`)}) counted), '{}')
        or t.counts <> coalesce((
          select jsonb_object_agg(s.id, s.votes) from submissions s where s.challenge_id = c.id and s.votes > 0), '{}') then 'counts'
      when k.votes is distinct from (t.counts ->> k.submission_id::text)::int then 'winner' end as problem
  from completions k join challenges c on c.id = k.challenge_id
  left join certificates t on t.completion_id = k.id and t.replaced_at is null
  where k.revoked_at is null`
