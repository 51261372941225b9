import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
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
import { mayKeep } from '#platform/maintenance.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import { expectedViews, placesWithViews } from './ballot-counts.server.ts'
import { type GalleryPage, listedIn } from './galleries.server.ts'
import {
  joinChallenge,
  newestFirst,
  type SubmissionStatus,
  type SubmissionSummary,
  submissionSummaries,
} from './queries.server.ts'
import { mostInRoom } from './rules.ts'
import { statusParts, submissionListed } from './visibility.server.ts'

/** Submissions that get a place in an order; those beyond follow, newest first. Bounds a stored order to 10 KB. */
const mostPlaced = mostInRoom

/** The newest orders that are not counted yet of which a first visit takes account. Bounds its work. */
const mostUncounted = 100

/** So many submissions that were about equally little shown are ordered by chance; at most a quarter of all. */
const groupSize = 8

/** Visitors get another order after so many seconds. */
const visitorOrderSeconds = 300

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

interface BallotRequest {
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
    -- Another request may have kept one at this moment: it is returned as it is.
    on conflict (challenge_id, user_id) do update
      set submission_ids = ${unlessKept(sql`submission_ids`)}, created_at = ${unlessKept(sql`created_at`)},
        hides_votes = excluded.hides_votes, passed = ${unlessKept(sql`passed`)}, is_counted = ${unlessKept(sql`is_counted`)}
    returning submission_ids`
}

/** A column of the order that is kept for the votes as they are now, hidden or shown; else of the new one. */
function unlessKept(column: Sql): Sql {
  return sql`case when kept_order.hides_votes = excluded.hides_votes then kept_order.${column} else excluded.${column} end`
}

/**
 * The CTEs that end with `ballot (id, place)`: at least the first `needed` submissions that the viewer may see. `kept`
 * may write the order, and returns it then.
 */
function ballot(
  scope: Scope,
  { challengeId, needed, included = sql`true`, visitorOrder = null }: BallotRequest,
  kept: Sql | null = null,
): Sql {
  const { viewer } = scope
  const byChance = newOrder(challengeId, sql`array(${shuffledForVisitors(scope, challengeId, visitorOrder)})`)
  // No one sees a fair order that is not kept: they could come back until it suits them.
  const order = viewer
    ? sql`coalesce(
        (select submission_ids from ballot_orders o
          where o.challenge_id = ${challengeId} and o.user_id = ${viewer.id} and o.hides_votes = ${hidesVotes(challengeId)}),
        ${kept ? sql`(select submission_ids from kept),` : sql``}
        ${byChance})`
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
  const most = mostSurplus(sql`v.handed`)
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
        order by v.handed + greatest(-${most}, least(${most}, v.surplus)), ${chance}) - 1)
      / ${groupSizeOf(sql`count(*) over (partition by v.waits)`)}, ${chance}`
}

/** The standard deviation of the surplus that chance alone makes is two thirds of it. */
function mostSurplus(handed: Sql): Sql {
  return sql`greatest(3, sqrt(${handed}) / 2)`
}

/** How many submissions of an order of `count` are in each of its groups; the last one may have fewer. */
function groupSizeOf(count: Sql): Sql {
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
