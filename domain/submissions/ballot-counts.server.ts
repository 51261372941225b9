import sql, { type Sql } from 'sql-template-tag'
import { type Moderation, publicStatuses } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The places of an order that views are expected of, and the views, for each order that has one. */
export const placesWithViews = 30

export function expectedViews(place: Sql): Sql {
  return sql`(case when ${place} <= 3 then 1 when ${place} <= 10 then 0.7 when ${place} <= ${placesWithViews}::int then 0.3 else 0 end)`
}

/** By so many expected views a submission may be behind the others of its challenge. */
const mostCatchUp = 5

const countedAtOnce = 100

/** An SQL expression of the time from which there are orders to count; null if there are none. */
export const nextCount = sql`(select created_at from ballot_orders where not is_counted and hides_votes limit 1)`

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
