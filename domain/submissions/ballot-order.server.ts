import sql, { raw, type Sql } from 'sql-template-tag'
import { type Moderation, publicStatuses, type Scope } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import {
  mergedParts,
  orderBy,
  placedRows,
  readPage,
  type Slice,
  sliceRows,
} from '#platform/database/page-rows.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { mayKeep } from '#platform/maintenance.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import { type GalleryPage, listedIn, newestFirst } from './galleries.server.ts'
import {
  joinChallenge,
  type SubmissionStatus,
  type SubmissionSummary,
  submissionSummaries,
} from './queries.server.ts'
import { mostInRoom } from './rules.ts'
import { statusParts, submissionListed } from './visibility.server.ts'

/** Submissions that get a place in an order; those beyond follow, newest first. Bounds a stored order to 10 KB. */
const mostPlaced = mostInRoom

/** The places of an order that views are expected of, and the views, for each order that has one. */
const placesWithViews = 30
export function expectedViews(place: Sql): Sql {
  return sql`(case when ${place} <= 3 then 1 when ${place} <= 10 then 0.7 when ${place} <= ${placesWithViews}::int then 0.3 else 0 end)`
}

/** The newest orders that are not counted yet of which a first visit takes account. Bounds its work. */
const mostUncounted = 100
const countedAtOnce = 100

/** By so many expected views a submission may be behind the others of its challenge. */
const mostCatchUp = 5

/** So many submissions that were about equally little shown are ordered by chance; at most a quarter of all. */
const groupSize = 8

/** Visitors get another order after so many seconds. */
const visitorOrderSeconds = 300

const keptDays = 30

/**
 * A page of a secret ballot (VOTE-24). Each member has another order, fixed at the first visit, in which submissions
 * that had the fewest good places before come first, or which is by chance if they joined after voting had opened;
 * visitors get one that changes every five minutes.
 */
export async function secretBallot(
  db: Db,
  scope: Scope,
  challengeId: string,
  size: number,
  request: PageRequest = { page: 1 },
): Promise<GalleryPage> {
  const { rows, total } = await readPage({
    request,
    size,
    count: () => listedIn(db, scope, challengeId),
    rowsOf: (slice) => {
      const isNearEnd = slice.backwards || slice.from !== null
      const chosen = isNearEnd
        ? furtherPage(scope, challengeId, slice)
        : sql`select * from ballot order by place limit ${slice.take} offset ${slice.skip}`
      const needed = isNearEnd ? 0 : slice.skip + slice.take
      return withOrder(scope, { challengeId, needed }, (ballot) =>
        db.rows<SubmissionSummary>(sql`
          with ${ballot}
          select card.* from (${chosen}) chosen
          cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card order by chosen.place`),
      )
    },
  })
  return { submissions: rows, total }
}

/** Selects a page of the submissions that follow those of `placed`, newest first. */
function furtherPage(scope: Scope, challengeId: string, slice: Slice): Sql {
  const rows = (condition: Sql, order: Sql) =>
    ofChallenge(scope, challengeId, sql`${isNotPlaced} and ${condition} ${order}`)
  return placedRows(sliceRows(rows, newestFirst, slice), newestFirst, slice)
}

/** Selects the listed submissions of a challenge; `rest` continues the WHERE clause of each part, with order and limit. */
function ofChallenge(scope: Scope, challengeId: string, rest: Sql): Sql {
  return mergedParts(
    statusParts(scope),
    (part) => sql`
      select s.id, s.submission_date from challenges c join submissions s on s.challenge_id = c.id
      where c.id = ${challengeId} and ${part} and ${rest}`,
  )
}

const inOrder = sql`order by ${orderBy(newestFirst, 's.')}`

/** By a hash: the planner expects few placed ones, and would compare each submission with all of them. */
const isNotPlaced = sql`s.id not in (select id from placed)`

/** Other submissions of the same challenge: the newest, or in a secret ballot the first of the viewer's order, if kept. */
export function moreSubmissions(
  db: Db,
  scope: Scope,
  { id, challengeId }: { id: string; challengeId: string },
  limit: number,
): Promise<SubmissionSummary[]> {
  const isSecret = sql`(select status = 'voting' and hides_votes from challenges where id = ${challengeId})`
  const others = sql`not ${isSecret} and s.id <> ${id} ${inOrder} limit ${limit}`
  return db.rows(sql`
    with ${ballot(scope, { challengeId, needed: limit + 1 })},
    chosen as (
      (select s.id, row_number() over (${inOrder}) as place
        from (${ofChallenge(scope, challengeId, others)}) s ${inOrder} limit ${limit})
      union all
      (select b.id, b.place from ballot b where ${isSecret} and b.id <> ${id} order by b.place limit ${limit})
    )
    select card.* from chosen
    cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card order by chosen.place`)
}

/** Counts the places of new orders in bounded batches. */
export async function countOrders(db: Db, moderation: Moderation, signal?: AbortSignal): Promise<void> {
  let isLeft = true
  while (isLeft && !signal?.aborted) {
    const challenges = await countBatch(
      db,
      sql`order by challenge_id, created_at desc limit ${countedAtOnce} for update skip locked`,
    )
    for (const id of new Set(challenges)) await limitCatchUp(db, moderation, id)
    isLeft = challenges.length === countedAtOnce
  }
}

/** Counts the places of a member who is about to leave: who signs up again and again could keep only those that suit. */
export async function countOrdersOf(db: Db, userId: string): Promise<void> {
  await countBatch(db, sql`and user_id = ${userId} order by challenge_id for update`)
}

/** Returns the challenge of each order. */
async function countBatch(db: Db, chosen: Sql): Promise<string[]> {
  const orders = await db.rows<{ challengeId: string }>(sql`
    with chosen as materialized (
      select challenge_id, user_id from ballot_orders where not is_counted and hides_votes ${chosen}
    ),
    orders as (
      update ballot_orders o set is_counted = true from chosen
      where o.challenge_id = chosen.challenge_id and o.user_id = chosen.user_id
      returning o.user_id, o.submission_ids[1:${placesWithViews}] as first
    ),
    views as materialized (
      select p.id, sum(${expectedViews(sql`p.place`)}) as expected
      from orders cross join unnest(orders.first) with ordinality p (id, place)
      join submissions s on s.id = p.id and s.user_id <> orders.user_id group by p.id
    ),
    ${lockedViews(sql`select id from views`)},
    handed as (
      update submission_views v set handed = v.handed + views.expected
      from views where v.submission_id = views.id and ${afterLocks}
    )
    select challenge_id as "challengeId" from chosen`)
  return orders.map(({ challengeId }) => challengeId)
}

/**
 * The CTE `locked (submission_id)`: the views of these submissions, locked after the submissions, as a deletion does, and
 * in id order. `ids` is a query.
 */
export function lockedViews(ids: Sql): Sql {
  return sql`
    present as materialized (
      select s.id from submissions s where s.id in (${ids}) order by s.id for key share
    ),
    locked as materialized (
      select v.submission_id from submission_views v where v.submission_id in (select id from present)
      order by v.submission_id for no key update
    )`
}

/** Joined to `locked`, another CTE could be compared with it row by row. */
export const afterLocks = sql`(select count(*) from locked) > 0`

/**
 * Lets submissions that come late, by an approval, an extension or the end of a rejection, begin near the others: they
 * come first until they have caught up, so without this limit false accounts could have all voters begin with one. The
 * others are an average in which each counts by its views, so that late ones do not lower it.
 */
async function limitCatchUp(db: Db, moderation: Moderation, challengeId: string): Promise<void> {
  const placed = sql`v.challenge_id = ${challengeId} and v.status = any(${publicStatuses(moderation)})`
  await db.rows(sql`
    with least as materialized (
      select sum(handed * handed) / nullif(sum(handed), 0) - ${mostCatchUp}::int as handed
      from submission_views v where ${placed}
    ),
    ${lockedViews(sql`select v.submission_id from submission_views v, least where ${placed} and v.handed < least.handed`)}
    update submission_views v set handed = least.handed from least, locked
    where v.submission_id = locked.submission_id and v.handed < least.handed`)
}

/** Deletes orders that are no longer needed, and which members have seen which submission; the counts stay. */
export function sweepBallots(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        with recursive ${challengesOf('ballot_orders')}, ${challengesOf('impressions')},
        finished as (
          select kept.id from (select id from of_ballot_orders union select id from of_impressions) kept
          left join challenges c on c.id = kept.id
          where kept.id is not null and (c.id is null or (c.status in ('completed', 'canceled')
            and c.completed_at <= app_now() - make_interval(days => ${keptDays})))
          limit 20
        ),
        orders as (
          delete from ballot_orders where ctid = any(array(
            select old.id from finished cross join lateral (
              select b.ctid as id from ballot_orders b where b.challenge_id = finished.id limit ${limit}) old
            limit ${limit}))
          returning 1
        ),
        seen as (
          delete from impressions where ctid = any(array(
            select old.id from finished cross join lateral (
              select b.ctid as id from impressions b where b.challenge_id = finished.id limit ${limit}) old
            limit ${limit}))
          returning 1
        )
        select 1 from orders union all select 1 from seen limit ${limit}`)
      return swept.length
    },
    signal ? { signal } : {},
  )
}

/** The challenges with rows in a table, by its index: most challenges have none, so looking in each would take minutes. */
function challengesOf(table: 'ballot_orders' | 'impressions'): Sql {
  const [name, from] = [raw(`of_${table}`), raw(table)]
  return sql`
    ${name} (id) as (
      (select challenge_id from ${from} order by challenge_id limit 1)
      union all
      select (select x.challenge_id from ${from} x where x.challenge_id > ${name}.id order by x.challenge_id limit 1)
      from ${name} where ${name}.id is not null
    )`
}

export interface BallotRequest {
  challengeId: string
  /** How many submissions of the order are read. */
  needed: number
  /** Which submissions of the gallery, by default all. `s` is the submission, `c` its challenge. */
  included?: Sql
  /** Which of the orders that visitors get, by default the current one. */
  visitorOrder?: number | null
}

/** The number of the order that visitors get at this moment. */
export const currentVisitorOrder = sql`floor(extract(epoch from app_now()) / ${visitorOrderSeconds})::float8`

/**
 * Reads the viewer's order with `read`, which continues the given CTEs, and fixes a member's order at the first visit.
 * Where nothing can be written, and during maintenance, an order by chance is read.
 */
export async function withOrder<Result>(
  scope: Scope,
  request: BallotRequest,
  read: (ballot: Sql) => Promise<Result>,
): Promise<Result> {
  if (!scope.viewer) return read(ballot(scope, request))
  const kept = sql`kept as (${keepOrder(scope, scope.viewer.id, request.challengeId)}),`
  try {
    return await read(ballot(scope, request, kept))
  } catch (error) {
    if (!isOutage(error)) throw error
    return read(ballot(scope, request))
  }
}

/** An order of shown votes is replaced when an administrator has hidden them, and the other way round. */
function keepOrder(scope: Scope, userId: string, challengeId: string): Sql {
  return sql`
    insert into ballot_orders as kept_order (challenge_id, user_id, submission_ids, created_at, hides_votes, is_counted)
    select c.id, u.id, ${memberOrder(scope, challengeId, userId)}, app_now(), c.hides_votes, not ${joinedBefore}
    from challenges c join users u on u.id = ${userId} and ${memberActive()}
    where c.id = ${challengeId} and c.status = 'voting' and ${mayKeep} and not exists (
      select from ballot_orders o
      where o.challenge_id = c.id and o.user_id = ${userId} and o.hides_votes = c.hides_votes)
    for key share of u
    on conflict (challenge_id, user_id) do update
      set submission_ids = excluded.submission_ids, created_at = excluded.created_at, hides_votes = excluded.hides_votes,
        passed = 0, is_counted = excluded.is_counted
      where kept_order.hides_votes <> excluded.hides_votes`
}

/**
 * The CTEs that end with `ballot (id, place)`: at least the first `needed` submissions that the viewer may see. `kept`
 * may write the order that the next request reads.
 */
function ballot(
  scope: Scope,
  { challengeId, needed, included = sql`true`, visitorOrder = null }: BallotRequest,
  kept: Sql | null = null,
): Sql {
  const { viewer } = scope
  const byChance = newOrder(challengeId, sql`array(${shuffledForVisitors(scope, challengeId, visitorOrder)})`)
  // No one sees a fair order that is not kept: they could come back until it suits them.
  const fresh =
    viewer && kept
      ? sql`case when ${mayKeep} then ${memberOrder(scope, challengeId, viewer.id)} else ${byChance} end`
      : byChance
  const order = viewer
    ? sql`coalesce(
        (select submission_ids from ballot_orders o
          where o.challenge_id = ${challengeId} and o.user_id = ${viewer.id} and o.hides_votes = ${hidesVotes(challengeId)}),
        ${fresh})`
    : byChance
  const further = sql`${included} and (select count(*) from first) < ${needed} and ${isNotPlaced} ${inOrder} limit ${needed}`
  // Each submission is looked up by its id, so that the planner never reads all.
  return sql`${kept ?? sql``}
    placed as materialized (
      select id, place from unnest(${order}) with ordinality as placed (id, place)
    ),
    first as materialized (
      select placed.* from placed
      cross join lateral (select * from submissions where id = placed.id limit 1) s ${joinChallenge}
      where ${submissionListed(scope)} and ${included}
    ),
    ballot as (
      select * from first
      union all (
        select s.id, ${mostPlaced}::bigint + row_number() over (${inOrder})
        from (${ofChallenge(scope, challengeId, further)}) s ${inOrder} limit ${needed})
    )`
}

/** The ids `secret` in a secret ballot, otherwise of the submissions with most votes. */
function newOrder(challengeId: string, secret: Sql): Sql {
  return sql`case when ${hidesVotes(challengeId)} then ${secret} else array(${mostVotes(challengeId)}) end`
}

/**
 * Whether the order of the member `u` in the ballot `c` is a fair one, which is counted. Those who join later could come
 * again and again with new accounts, until an order suits them; they get one by chance.
 */
export const joinedBefore = sql`(u.joined_date < coalesce(c.first_ballot_at, app_now()))`

function memberOrder(scope: Scope, challengeId: string, userId: string): Sql {
  const isFair = sql`exists (
    select from users u join challenges c on c.id = ${challengeId}
    where u.id = ${userId} and ${memberActive()} and ${joinedBefore})`
  return newOrder(
    challengeId,
    sql`case when ${isFair} then array(${leastShownFirst(scope, challengeId, userId)})
      else array(${shuffled(scope, challengeId, sql`${userId}::text`)}) end`,
  )
}

function hidesVotes(challengeId: string): Sql {
  return sql`(select hides_votes from challenges where id = ${challengeId})`
}

/** The order of the gallery where votes are shown (CHL-52). */
function mostVotes(challengeId: string): Sql {
  return sql`
    select id from submissions where challenge_id = ${challengeId} and status <> 'rejected'
    order by votes desc, content_changed_at, id limit ${mostPlaced}`
}

/**
 * First those to whom the orders before handed the fewest expected views, those of members included who came a moment
 * ago. What members report beyond what was expected counts as far as chance explains it, so that false reports can move
 * a submission only so far, and opened pages only those that come next.
 */
function leastShownFirst(scope: Scope, challengeId: string, seed: string): Sql {
  const chance = sql`md5(v.submission_id::text || ${seed}::text)`
  return sql`
    select submission_id from (
      select v.submission_id, v.waits, v.handed + coalesce(e.views, 0) as handed, v.surplus - usual.surplus as surplus
      from (${leastHanded(scope, challengeId)}) v
      cross join (
        select percentile_cont(0.5) within group (order by surplus) as surplus
        from (${leastHanded(scope, challengeId)}) v
      ) usual
      left join (
        select expected.id, sum(${expectedViews(sql`expected.place`)}) as views from (
          select submission_ids[1:${placesWithViews}] as first from ballot_orders
          where challenge_id = ${challengeId} and not is_counted and hides_votes
          order by created_at desc limit ${mostUncounted}
        ) uncounted cross join unnest(uncounted.first) with ordinality expected (id, place)
        group by expected.id
      ) e on e.id = v.submission_id
    ) v
    order by v.waits, (row_number() over (partition by v.waits
        order by v.handed + greatest(-${mostSurplus}, least(${mostSurplus}, v.surplus)), ${chance}) - 1)
      / ${groupSizeOf(sql`count(*) over (partition by v.waits)`)}, ${chance}`
}

/** The standard deviation of the surplus that chance alone makes is two thirds of it. */
const mostSurplus = sql`greatest(3, sqrt(v.handed) / 2)`

/** How many submissions of an order of `count` are in each of its groups; the last one may have fewer. */
export function groupSizeOf(count: Sql): Sql {
  return sql`greatest(1, least(${groupSize}::int, ${count} / 4))`
}

function shuffledForVisitors(scope: Scope, challengeId: string, visitorOrder: number | null): Sql {
  return shuffled(scope, challengeId, sql`coalesce(${visitorOrder}::float8, ${currentVisitorOrder})::text`)
}

function shuffled(scope: Scope, challengeId: string, seed: Sql): Sql {
  return sql`
    select submission_id from (${leastHanded(scope, challengeId)}) v order by md5(v.submission_id::text || ${seed})`
}

/**
 * The submissions to place: not rejected ones, which could take all places. Where organisers approve first, those that
 * wait come last; they keep their places when they are approved.
 */
function leastHanded({ moderation }: Scope, challengeId: string): Sql {
  const least = sql`order by v.handed, v.submission_id`
  const withStatus = (status: SubmissionStatus) => sql`(
    select v.submission_id, v.handed, v.surplus, ${moderation === 'before' && status === 'pending'} as waits
    from submission_views v where v.challenge_id = ${challengeId} and v.status = ${status} ${least} limit ${mostPlaced})`
  return sql`
    select v.* from (${withStatus('approved')} union all ${withStatus('pending')}) v
    order by v.waits, v.handed, v.submission_id limit ${mostPlaced}`
}
