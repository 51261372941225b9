import sql, { join, raw, type Sql } from 'sql-template-tag'
import { checkedResults } from '#domain/lifecycle/recount.server.ts'
import { RANKS } from '#domain/points/ranks.ts'
import { type PointsReason, REWARDS } from '#domain/points/rules.ts'
import { countedAtCompletion } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/**
 * The columns of rows that the deletion of an account removes, each with an index.
 */
export const personalColumns = [
  'access_tokens.user_id',
  'admins.user_id',
  'calendar_addresses.user_id',
  'challenge_follows.user_id',
  'identities.user_id',
  'impressions.user_id',
  'notification_events.user_id',
  'notification_settings.user_id',
  'notifications.user_id',
  'period_points.user_id',
  'reports.member_id',
  'reports.reporter_id',
  'role_invitations.invited_by',
  'sessions.user_id',
  'shortlists.user_id',
  'submission_drafts.user_id',
  'user_words.user_id',
]

/** Rules that always hold. Each query returns the ids of rows that break its rule. */
const invariants = {
  'the vote count of a submission equals its votes that count': sql`
    select s.id from submissions s
    where s.votes <> (select count(*) from votes v where v.submission_id = s.id and v.counts)`,
  'a vote that counts is for a submission that is not rejected or deleted': sql`
    select v.id from votes v left join submissions s on s.id = v.submission_id
    where v.counts
      and (s.id is null or s.status = 'rejected' or (s.challenge_id, s.user_id) <> (v.challenge_id, v.author_id))`,
  'searches find what texts say now': sql`
    ${join(['user', 'challenge', 'submission'].map(otherWords), ' union all ')}`,
  'the points of a member equal the sum of their ledger': sql`
    select u.id from users u
    where u.points <> (select coalesce(sum(l.points), 0) from points_log l where l.user_id = u.id)`,
  'for no source, and no round of a vote, more is paid than one reward, or taken back than paid': sql`
    select min(id::text) as id from points_log where reason <> 'admin_adjustment'
    group by user_id, source_id, reason like 'vote%', reason like '%win%', case when reason like 'vote%' then round end
    having sum(points) not between 0 and max(points)`,
  'the points of a period equal the ledger, and deleted members have none': sql`
    select coalesce(p.user_id, l.user_id) as id
    from (select * from period_points where starts_on = period_start(period, app_now())) p
    full join (
      select l.user_id, period, sum(l.points) as points
      from points_log l join users u on u.id = l.user_id and u.deleted_at is null
      cross join (values ('month'), ('season')) as periods (period)
      where period_start(period, l."timestamp") = period_start(period, app_now()) group by 1, 2
    ) l on l.user_id = p.user_id and l.period = p.period
    where p.points is distinct from l.points`,
  'the order of equal points of a period is that of all time': sql`
    select p.user_id as id from period_points p join users u on u.id = p.user_id where p.joined_date <> u.joined_date`,
  'a vote that counts is paid to author and voter, unless its challenge hides votes': sql`
    select v.id from votes v join challenges c on c.id = v.challenge_id and v.counts
    cross join lateral (values (v.author_id, 'vote_received'), (v.user_id, 'vote_cast')) as side (user_id, reason)
    cross join lateral (
      select exists (select from points_log l where l.user_id = side.user_id and l.reason = side.reason
          and l.source_id = v.id and l.round = v.round) as is_paid,
        exists (select from points_log l where l.user_id = side.user_id and l.reason in ('vote_removed', 'vote_hidden')
          and l.source_id = v.id and l.round = v.round) as is_taken_back
    ) ledger
    where case when c.hides_votes then is_paid else not is_paid or is_taken_back end`,
  'the points of a vote are taken back with the vote': notTakenBack(
    sql`
      points_log paid left join votes v on v.id = paid.source_id and v.round = paid.round and v.counts
      where paid.reason in ('vote_cast', 'vote_received') and v.id is null`,
    ['vote_removed', 'vote_hidden'],
  ),
  'a vote that does not count was voided, or is for a rejected submission': sql`
    select v.id from votes v join submissions s on s.id = v.submission_id
    where not v.counts and v.voided_batch_id is null and s.status <> 'rejected'`,
  'a vote that counts in an open challenge is for what its voter saw': sql`
    select v.id from votes v join submissions s on s.id = v.submission_id join challenges c on c.id = v.challenge_id
    where v.counts and v.created_at < s.content_changed_at and c.status not in ('completed', 'canceled')`,
  // Before 0.17.0 what a withdrawn one of the challenge still had was paid once.
  'a submission that is not rejected is paid': sql`
    select s.id from submissions s where s.status <> 'rejected' and ${REWARDS.submission} > (
      select coalesce(sum(l.points), 0) from points_log paid join points_log l on l.user_id = paid.user_id
        and l.source_id = paid.source_id and l.reason in ('challenge_submission', 'submission_removed')
      where paid.user_id = s.user_id and paid.challenge_id = s.challenge_id
        and paid.reason = 'challenge_submission' and paid.round = 1)`,
  'the points of a submission are taken back with the submission': notTakenBack(
    sql`
      points_log paid
      left join submissions s on s.id = paid.source_id and s.status <> 'rejected'
      where paid.reason = 'challenge_submission' and s.id is null`,
    ['submission_removed'],
  ),
  'the points for participation are taken back with the submission': notTakenBack(
    sql`
      points_log paid left join submissions s
        on s.challenge_id = paid.challenge_id and s.user_id = paid.user_id and s.status <> 'rejected'
      where paid.reason = 'challenge_participation' and s.id is null`,
    ['submission_removed'],
  ),
  'an open challenge has no submission of a deleted member': sql`
    select s.id from submissions s join users u on u.id = s.user_id join challenges c on c.id = s.challenge_id
    where u.deleted_at is not null and c.status not in ('completed', 'canceled')`,
  'an open challenge has no vote of a deleted member': sql`
    select v.id from votes v join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
    where v.counts and u.deleted_at is not null and c.status not in ('completed', 'canceled')`,
  'every vote of a suspended member in an open challenge is voided': sql`
    select v.id from votes v join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
    where v.voided_batch_id is null and u.suspended_at is not null and c.status not in ('completed', 'canceled')`,
  'one vote per member and challenge, whether it counts or not': sql`
    select min(user_id::text) as id from votes group by challenge_id, user_id having count(*) > 1`,
  'one submission per member and challenge': sql`
    select min(id::text) as id from submissions group by challenge_id, user_id having count(*) > 1`,
  'no vote for an own submission': sql`
    select v.id from votes v join submissions s on s.id = v.submission_id where v.counts and s.user_id = v.user_id`,
  'a voided vote is of a batch of its challenge that is not restored': sql`
    select v.user_id as id from votes v join void_batches b on b.id = v.voided_batch_id
    where b.restored_at is not null or b.challenge_id <> v.challenge_id`,
  'a held result is not completed': sql`
    select id from challenges where held_at is not null and status = 'completed'`,
  'the participant count equals the submissions that are not rejected': sql`
    select c.id from challenges c
    where c.participant_count <> (select count(*) from submissions s where s.challenge_id = c.id and s.status <> 'rejected')`,
  'submissions have copies of what their challenge hides': sql`
    select s.id from submissions s join challenges c on c.id = s.challenge_id
    where (s.kind, s.votes_hidden, s.is_hidden) <> (c.kind, c.hides_votes, c.hides_submissions)`,
  'a submission was seen by at least the members of whom it is known': sql`
    select seen.submission_id as id from (select submission_id, count(*) as n from impressions group by 1) seen
    left join submission_views v on v.submission_id = seen.submission_id where coalesce(v.seen, 0) < seen.n`,
  'a challenge agrees with its completion in force': sql`
    select c.id from challenges c left join completions k on k.challenge_id = c.id and k.revoked_at is null
    where (c.winner_id, c.winner_submission_id, c.winner_votes) is distinct from (k.winner_id, k.submission_id, k.votes)
      or (k.id is not null and c.status <> 'completed')`,
  'a win is paid once, and taken back if revoked': sql`
    select k.id from completions k left join (
      select source_id, count(*) filter (where reason = 'challenge_win') as wins,
        count(*) filter (where reason = 'challenge_win_revoked') as revoked
      from points_log where reason in ('challenge_win', 'challenge_win_revoked') group by source_id
    ) paid on paid.source_id = k.id
    where k.winner_id is not null
      and (coalesce(paid.wins, 0) > 1 or (k.revoked_at is null and paid.revoked > 0))`,
  'a winner is paid one win of the challenge': sql`
    select k.id from completions k
    cross join lateral (
      select coalesce(sum(points), 0) as kept, coalesce(max(points), 0) as most from points_log
      where user_id = k.winner_id and challenge_id = k.challenge_id
        and reason in ('challenge_win', 'challenge_win_revoked')
    ) as won
    where k.revoked_at is null and k.winner_id is not null
      and (won.kept <= 0 or won.kept > greatest(won.most, ${REWARDS.win}))`,
  'the winner has the most votes by the tie rule': sql`
    select c.id from challenges c join submissions w on w.id = c.winner_submission_id
    join completions k on k.challenge_id = c.id and k.revoked_at is null
    where exists (
      select 1 from submissions s where s.challenge_id = c.id and s.id <> w.id and ${countedAtCompletion}
        and (-s.votes, s.content_changed_at, s.id) < (-w.votes, w.content_changed_at, w.id))`,
  'a winner is a submission that counted at completion': sql`
    select k.challenge_id as id from completions k join submissions s on s.id = k.submission_id
    where k.revoked_at is null and not (s.votes > 0 and s.votes = k.votes and ${countedAtCompletion})`,
  'a result agrees with its certificate': sql`
    select "challengeId" as id from (${checkedResults}) result where problem is not null`,
  'a rejected submission is no winner': sql`
    select s.id from submissions s join challenges c on c.winner_submission_id = s.id where s.status = 'rejected'`,
  'a deleted member has no identity and no rank, and a deleted or suspended one no session': sql`
    select u.id from users u
    where (u.deleted_at is not null and (u.rank <> ${RANKS[0].name}
        or exists (select from identities i where i.user_id = u.id)))
      or ((u.deleted_at is not null or u.suspended_at is not null)
        and exists (select from sessions s where s.user_id = u.id))`,
  'a deleted member has no personal rows': sql`
    select u.id from users u cross join lateral (${personalRows()} limit 1) kept where u.deleted_at is not null
    union all select v.id from votes v join users u on u.id = v.user_id
    where v.network is not null and u.deleted_at is not null`,
  'every image of a submission exists': sql`
    select s.id from submissions s left join images i on i.id = s.image_id where s.image_id is not null and i.id is null`,
}

/** Rows whose words are not those of their texts. */
function otherWords(noun: string): Sql {
  const [rows, words, key] = [raw(`${noun}s`), raw(`${noun}_words`), raw(`${noun}_id`)]
  return sql`
    select coalesce(kept.${key}, said.${key}) as id
    from (select w.* from ${rows} r cross join lateral words_of(r) w) said full join ${words} kept using (${key})
    where (kept.words, kept.title) is distinct from (said.words, said.title)`
}

/** The rows of the member `u` in these columns. */
function personalRows(): Sql {
  const rows = personalColumns.map((column) => {
    const [table = ''] = column.split('.')
    return sql`select from ${raw(table)} where ${raw(column)} = u.id`
  })
  return sql`${join(rows, ' union all ')}`
}

/**
 * The payments `paid` without their reversal. None is recorded if the member had no points left at that time, so members
 * whose total was 0 at some time since the payment are left out.
 */
function notTakenBack(paid: Sql, reversals: PointsReason[]): Sql {
  return sql`
    with kept as materialized (
      select paid.id, paid.user_id, paid."timestamp" from ${paid}
        and not exists (select from points_log taken where taken.user_id = paid.user_id
          and taken.reason = any(${reversals}::text[]) and taken.source_id = paid.source_id and taken.round = paid.round)
    ), totals as (
      select user_id, "timestamp", sum(points) over (partition by user_id order by "timestamp") as total
      from points_log where user_id in (select user_id from kept)
    ), emptied as (
      select user_id, max("timestamp") as at from totals where total = 0 group by user_id
    )
    select kept.id from kept left join emptied on emptied.user_id = kept.user_id
    where emptied.at is null or emptied.at < kept."timestamp"`
}

/** The broken invariants, each with up to five ids. */
export async function brokenInvariants(db: Db): Promise<{ name: string; ids: string[] }[]> {
  const broken: { name: string; ids: string[] }[] = []
  for (const [name, query] of Object.entries(invariants)) {
    // In parentheses, so that it is not prepared: a plan from a time of few rows would compare each with each.
    const rows = await db.rows<{ id: string }>(sql`(select id from (${query}) as broken limit 5)`)
    if (rows.length > 0) broken.push({ name, ids: rows.map((row) => row.id) })
  }
  return broken
}
