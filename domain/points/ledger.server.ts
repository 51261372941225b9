import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { RANKS } from './ranks.ts'
import type { PointsReason } from './rules.ts'

export interface PointsEntry {
  userId: string
  /** Positive or negative. A deduction is cut so that the total never falls below 0. */
  points: number
  reason: PointsReason
  challengeId: string | null
  /** What the points are for. A member is paid once for each reason, source and round. */
  sourceId: string
  /** 1 for the first payment; the next for one that is made again after it was taken back. */
  round?: number
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
 * source_id, round)`, it locks the members in id order, inserts the ledger rows that do not exist yet, each cut where the
 * member's total would fall below 0, additions first, and updates the totals. `totals (id, points, rank)` then holds the
 * changed members. It joins no CTE to another: PostgreSQL takes CTEs for short, and a nested loop over two is quadratic.
 */
export function applyPoints(): Sql {
  return sql`
    ${lockedHolders(sql`due`)},
    moment as materialized (select app_now() as at from (select count(*) from holders) locked),
    running as (
      select *, sum(points) over (partition by user_id order by reason is not null, points desc, reason, source_id) as balance
      from (select id as user_id, points, null as reason, null::uuid as challenge_id, null::uuid as source_id, 0 as round from holders
        union all select user_id, points, reason, challenge_id, source_id, round from due) entries
    ),
    logged as (
      insert into points_log (user_id, points, reason, challenge_id, source_id, round, "timestamp")
      select user_id, greatest(balance, 0) - greatest(balance - points, 0), reason, challenge_id, source_id, round, (select at from moment)
      from running where reason is not null and greatest(balance, 0) <> greatest(balance - points, 0)
      on conflict on constraint one_reward_per_source do nothing returning user_id, points
    ),
    ${updatedTotals(sql`(select at from moment)`)}`
}

/** CTE of the members with rows in the CTE `paid`, locked in id order. */
function lockedHolders(paid: Sql): Sql {
  return sql`holders as materialized (select id, points, rank from users where id in (select user_id from ${paid}) order by id for no key update)`
}

/**
 * CTEs that add the rows of `logged (user_id, points)` to the totals of `holders`, those of the month and the season in
 * which they were `paid`, and update the ranks whose threshold was crossed. Totals are those that the lock found: the
 * update would check the constraints of the sum with a total of before the lock first.
 */
function updatedTotals(paid: Sql): Sql {
  return sql`changes as (
      select user_id as id, max(former) as former, max(before) as before, sum(points)::int as points from (
        select user_id, points, null as former, null::int as before from logged union all select id, null, rank, points from holders) changed
      group by user_id having count(points) > 0
    ),
    totals as (
      update users u set points = c.before + c.points, updated_at = app_now(), rank = case
        when u.deleted_at is null and ${rankOf(sql`c.before + c.points`)} <> ${rankOf(sql`c.before`)} then ${rankOf(sql`c.before + c.points`)} else u.rank end
      from changes c where u.id = c.id returning u.id, u.points, u.rank, u.joined_date, u.deleted_at, c.former, c.points as change
    ),
    periods as (
      insert into period_points as p (user_id, period, starts_on, points, joined_date)
      select id, period, period_start(period, ${paid}), change, joined_date from totals
      cross join (values ('month'), ('season')) periods (period) where deleted_at is null order by id, period
      on conflict (user_id, period, starts_on) do update set points = p.points + excluded.points
    ),
    promotions as (insert into rank_history (user_id, rank, achieved_at) select id, rank, app_now() from totals where rank <> former),
    told as (${rankEvents(sql`totals`)})`
}

/** A statement that tells members of a new rank, once a day for each; `changed` has `id`, `rank`, `former`, `deleted_at`. */
export function rankEvents(changed: Sql): Sql {
  return sql`insert into notification_events (id, kind, key, user_id, details)
      select gen_random_uuid(), 'rank_changed', concat_ws(':', 'rank', id, rank, utc_day(app_now())), id,
        jsonb_build_object('rank', rank, 'before', former) from ${changed} where rank <> former and deleted_at is null
      on conflict (key) do nothing`
}

/** Applies points in one statement; see `applyPoints`. Skips what was already paid. `more` is a query of further rows. */
export async function applyPointsEntries(tx: Db, entries: readonly PointsEntry[], more?: Sql): Promise<void> {
  if (entries.length === 0 && !more) return
  await tx.rows(sql`with ${due(entries, more)}, ${applyPoints()} select id from totals`)
}

/**
 * As `applyPointsEntries`, for additions to very many members: the ledger is written before the members are locked, so
 * that their votes elsewhere wait for the totals only.
 */
export async function payMany(tx: Db, entries: readonly PointsEntry[], more?: Sql): Promise<void> {
  if (entries.length === 0 && !more) return
  const paid = await tx.rows<{ id: string; points: number; at: Date }>(sql`
    with ${due(entries, more)}, moment as materialized (select app_now() as at), logged as (
      insert into points_log (user_id, points, reason, challenge_id, source_id, round, "timestamp")
      -- In the order of locks: each row refers to a member.
      select user_id, points, reason, challenge_id, source_id, round, at from due, moment order by user_id, points desc
      on conflict on constraint one_reward_per_source do nothing returning user_id, points
    )
    select user_id as id, sum(points)::int as points, at from logged, moment group by user_id, at`)
  const [first] = paid
  if (!first) return
  // The wait for the locks may end in another month.
  await tx.rows(sql`
    with logged (user_id, points) as (
      select * from unnest(${paid.map(({ id }) => id)}::uuid[], ${paid.map(({ points }) => points)}::int[])
    ),
    ${lockedHolders(sql`logged`)}, ${updatedTotals(sql`${first.at}::timestamptz`)} select id from totals`)
}

function due(entries: readonly PointsEntry[], more?: Sql): Sql {
  const column = <K extends keyof PointsEntry>(key: K) => entries.map((entry) => entry[key])
  return sql`due (user_id, points, reason, challenge_id, source_id, round) as (
      select * from unnest(
        ${column('userId')}::uuid[], ${column('points')}::int[], ${column('reason')}::text[],
        ${column('challengeId')}::uuid[], ${column('sourceId')}::uuid[], ${entries.map(({ round = 1 }) => round)}::int[])
      ${more ? sql`union all ${more}` : sql``}
    )`
}

/**
 * Locks members in id order, as `applyPoints` does. Needed before the first of several statements that apply points in
 * one transaction, because their order would depend on the statements. `members` is a query of ids.
 */
export async function lockForPoints(tx: Db, members: Sql): Promise<void> {
  await tx.rows(sql`select 1 as found from users where id in (${members}) order by id for no key update`)
}

const reversals = {
  challenge_submission: 'submission_removed',
  challenge_participation: 'submission_removed',
  challenge_win: 'challenge_win_revoked',
} as const satisfies Partial<Record<PointsReason, PointsReason>>

type Reward = keyof typeof reversals

/** What a member has of a reward in a challenge, less what was taken back: a row for each source that was paid. */
function paid(reason: Reward, userId: Sql, challengeId: Sql): Sql {
  return sql`(
    select source_id, sum(points)::int as points, max(round)::int as round from points_log
    where user_id = ${userId} and challenge_id = ${challengeId} and reason in (${reason}, ${reversals[reason]})
    group by source_id having bool_or(reason = ${reason}))`
}

/**
 * An SQL expression: the points that a member still has of a reward in a challenge, or of it for one source. A removal
 * stops at a total of 0, and what it could not take must not be paid again (PTS-24).
 */
export function keptReward(reason: Reward, userId: Sql, challengeId: Sql, sourceId?: string): Sql {
  const ofSource = sourceId ? sql`where source_id = ${sourceId}` : sql``
  return sql`(select coalesce(sum(points), 0)::int from ${paid(reason, userId, challengeId)} kept ${ofSource})`
}

interface Payment {
  userId: string
  challengeId: string
  reason: Reward
  sourceId: string
}

/**
 * Pays a reward of `points` for a source, the first time or again, less what the member still has of it: for a submission
 * of that one, else of the challenge (PTS-24).
 */
export async function payReward(tx: Db, points: number, payment: Payment): Promise<void> {
  const { userId, challengeId, reason, sourceId } = payment
  const ofSource = reason === 'challenge_submission' ? sourceId : undefined
  const kept = keptReward(reason, sql`${userId}::uuid`, sql`${challengeId}::uuid`, ofSource)
  await tx.rows(sql`
    with due (user_id, points, reason, challenge_id, source_id, round) as (
      select ${userId}::uuid, ${points}::int - ${kept}, ${reason}::text, ${challengeId}::uuid, ${sourceId}::uuid,
        coalesce(max(round), 0) + 1
      from points_log where user_id = ${userId} and reason = ${reason} and source_id = ${sourceId}
    ), ${applyPoints()}
    select id from totals`)
}

/**
 * Takes back what a member has of a reward in a challenge, of one source or of all, and returns the points; the total stops
 * at 0.
 */
export async function reverseReward(tx: Db, payment: Omit<Payment, 'sourceId'> & { sourceId?: string }) {
  const { userId, challengeId, reason, sourceId } = payment
  const taken = await tx.row<{ points: number }>(sql`
    with due (user_id, points, reason, challenge_id, source_id, round) as (
      select ${userId}::uuid, -points, ${reversals[reason]}::text, ${challengeId}::uuid, source_id, round
      from ${paid(reason, sql`${userId}::uuid`, sql`${challengeId}::uuid`)} paid
      where points > 0 ${sourceId ? sql`and source_id = ${sourceId}` : sql``}
    ), ${applyPoints()}
    select coalesce(-sum(points), 0)::int as points from logged`)
  return taken?.points ?? 0
}

function literal(text: string): Sql {
  return raw(`'${text.replaceAll("'", "''")}'`)
}
