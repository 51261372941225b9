import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type PointsReason, RANKS } from './rules.ts'

export interface PointsEntry {
  userId: string
  /** Positive or negative. A deduction is cut so that the total never falls below 0. */
  points: number
  reason: PointsReason
  challengeId: string | null
  /** What the points are for. A member is paid once for each reason and source. */
  sourceId: string
}

/** The name of the rank for the SQL expression `points`. */
export function rankOf(points: Sql): Sql {
  const steps = RANKS.toReversed().map(
    (rank) => sql`when ${points} >= ${raw(String(rank.minimum))} then ${literal(rank.name)}`,
  )
  return sql`case ${join(steps, ' ')} else ${literal(RANKS[0].name)} end`
}

/**
 * The end of a WITH clause that applies points. Given an earlier CTE `due (user_id, points, reason, challenge_id,
 * source_id)`, it locks the members in id order, inserts the ledger rows that do not exist yet, updates totals, updates
 * ranks whose threshold was crossed, and inserts into rank_history. `totals (id, points, rank)` then holds the changed
 * members. It sorts and joins no CTE to another: PostgreSQL takes CTEs for short, and a nested loop over two is quadratic.
 */
export function applyPoints(): Sql {
  return sql`
    holders as materialized (
      select id, points, rank from users
      where id in (select user_id from due)
      order by id for no key update
    ),
    -- Each member's total, followed by the entries that change it.
    running as (
      select *, sum(points) over (partition by user_id order by reason nulls first, source_id) as balance
      from (
        select id as user_id, points, null as reason, null::uuid as challenge_id, null::uuid as source_id from holders
        union all select user_id, points, reason, challenge_id, source_id from due
      ) as entries
    ),
    logged as (
      insert into points_log (user_id, points, reason, challenge_id, source_id, "timestamp")
      select user_id, greatest(balance, 0) - greatest(balance - points, 0), reason, challenge_id, source_id, app_now()
      from running
      where reason is not null and greatest(balance, 0) <> greatest(balance - points, 0)
      on conflict on constraint one_reward_per_source do nothing
      returning user_id, points
    ),
    changes as (
      select user_id as id, max(rank_before) as rank_before, sum(points)::int as change
      from (
        select user_id, points, null as rank_before from logged
        union all select id, null, rank from holders
      ) as logged_or_held
      group by user_id having count(points) > 0
    ),
    totals as (
      update users u set
        points = u.points + c.change,
        rank = case
          -- The rank of a deleted member would tell who it was.
          when u.deleted_at is null and ${rankOf(sql`u.points + c.change`)} is distinct from ${rankOf(sql`u.points`)}
          then ${rankOf(sql`u.points + c.change`)} else u.rank end,
        updated_at = app_now()
      from changes c where u.id = c.id
      returning u.id, u.points, u.rank, c.rank_before
    ),
    promotions as (
      insert into rank_history (user_id, rank, achieved_at)
      select id, rank, app_now() from totals where rank <> rank_before
    )`
}

/**
 * Applies points in one statement; see `applyPoints`. Skips what was already paid. Additions and deductions for one
 * member must not be mixed in one call. `more` is a query of further rows.
 */
export async function applyPointsEntries(tx: Db, entries: readonly PointsEntry[], more?: Sql): Promise<void> {
  if (entries.length === 0 && !more) return
  const column = <K extends keyof PointsEntry>(key: K) => entries.map((entry) => entry[key])
  await tx.rows(sql`
    with due as (
      select * from unnest(
        ${column('userId')}::uuid[], ${column('points')}::int[], ${column('reason')}::text[],
        ${column('challengeId')}::uuid[], ${column('sourceId')}::uuid[]
      ) as due (user_id, points, reason, challenge_id, source_id)
      ${more ? sql`union all ${more}` : sql``}
    ), ${applyPoints()}
    select id from totals`)
}

/**
 * Locks members in id order, as `applyPoints` does. Needed before the first of several statements that apply points in
 * one transaction, because their order would depend on the statements. `members` is a query of ids.
 */
export async function lockForPoints(tx: Db, members: Sql): Promise<void> {
  await tx.rows(sql`select 1 as found from users where id in (${members}) order by id for no key update`)
}

/**
 * The ledger entry of a member for a reason and source, as a subquery for a lateral join: one row or none. The limit makes
 * PostgreSQL look up each, where a plain join may read all entries of a member again for each source.
 */
export function ledgerEntry(userId: Sql, reason: Sql, sourceId: Sql): Sql {
  return sql`(select * from points_log where user_id = ${userId} and reason = ${reason} and source_id = ${sourceId} limit 1)`
}

export interface Payment {
  userId: string
  reason: keyof typeof reversals
  sourceId: string
}

const reversals = {
  challenge_submission: 'submission_removed',
  vote_cast: 'vote_removed',
  vote_received: 'vote_removed',
  challenge_win: 'challenge_win_revoked',
} as const satisfies Partial<Record<PointsReason, PointsReason>>

/** Takes back what the ledger recorded as paid, not today's rewards. Skips unpaid ones; totals stop at 0. */
export async function reversePayments(tx: Db, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  await tx.rows(sql`
    with payments as (
      select * from unnest(
        ${payments.map(({ userId }) => userId)}::uuid[], ${payments.map(({ reason }) => reason)}::text[],
        ${payments.map(({ sourceId }) => sourceId)}::uuid[], ${payments.map(({ reason }) => reversals[reason])}::text[]
      ) as payments (user_id, reason, source_id, reversal)
    ),
    due (user_id, points, reason, challenge_id, source_id) as (
      select paid.user_id, -paid.points, p.reversal, paid.challenge_id, paid.source_id
      from payments p cross join lateral ${ledgerEntry(sql`p.user_id`, sql`p.reason`, sql`p.source_id`)} paid
    ), ${applyPoints()}
    select id from totals`)
}

/**
 * Takes back what a member still has of `challenge_participation` for a challenge, and returns the points. The total
 * stops at 0.
 */
export async function reverseParticipation(
  tx: Db,
  { userId, challengeId }: { userId: string; challengeId: string },
): Promise<number> {
  const taken = await tx.row<{ points: number }>(sql`
    with due (user_id, points, reason, challenge_id, source_id) as (
      select user_id, -points, 'submission_removed', challenge_id, source_id from points_log paid
      where user_id = ${userId} and reason = 'challenge_participation' and challenge_id = ${challengeId}
        and not exists (select from points_log reversed
          where reversed.user_id = paid.user_id and reversed.reason = 'submission_removed' and reversed.source_id = paid.source_id)
    ), ${applyPoints()}
    select coalesce(-sum(points), 0)::int as points from logged`)
  return taken?.points ?? 0
}

/**
 * An SQL expression: what a member still has of the rewards for earlier submissions to a challenge, for participating
 * in it or for winning it. A removal stops at a total of 0, and what it could not take must not be paid again.
 */
export function keptReward(
  reason: 'challenge_submission' | 'challenge_participation' | 'challenge_win',
  userId: Sql,
  challengeId: Sql,
): Sql {
  return sql`(
    select coalesce(sum(paid.points + coalesce(reversed.points, 0)), 0)::int
    from points_log paid left join points_log reversed on reversed.user_id = paid.user_id
      and reversed.reason = ${reason === 'challenge_win' ? 'challenge_win_revoked' : 'submission_removed'}
      and reversed.source_id = paid.source_id
    where paid.user_id = ${userId} and paid.reason = ${reason} and paid.challenge_id = ${challengeId})`
}

function literal(text: string): Sql {
  return raw(`'${text.replaceAll("'", "''")}'`)
}
