import sql, { join, type Sql } from 'sql-template-tag'
import { publicStatuses, type Scope, submissionsShown } from '#domain/challenges/scope.server.ts'
import { type GalleryPage, listedIn } from '#domain/submissions/galleries.server.ts'
import {
  newestFirst,
  type SubmissionSummary,
  submissionSummaries,
} from '#domain/submissions/queries.server.ts'
import { mostInRoom } from '#domain/submissions/rules.ts'
import { statusParts } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  mergedParts,
  orderBy,
  placedRows,
  readPage,
  type Slice,
  sliceRows,
} from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'

/** The order of visitors, who get another one every five minutes. */
export const visitorOrder = sql`(300 * floor(extract(epoch from app_now()) / 300))`

/** A report of views is stored within so many seconds, so that counts of before do not change any more. */
const storedWithinSeconds = 5

/** Over so many buckets chance decides, so that members who look at the same moment begin with different submissions. */
const spread = 4

/**
 * The CTEs `moment (seconds)` and `placed (id, place)`: at most `mostInRoom` submissions of a challenge that can be voted
 * for, first those that the fewest members have seen, about equal ones by chance for each viewer (VOTE-24). The order
 * stays, because it reads the views as they were at one moment: at `order`, which the addresses of a visit carry, or else
 * when the member saw their first submission of the challenge.
 */
export function fairOrder(scope: Scope, challengeId: string, order: number | null): Sql {
  const { viewer } = scope
  const seed = viewer ? sql`${viewer.id}::text` : sql`(select seconds from moment)::text`
  const current = viewer
    ? sql`floor(extract(epoch from coalesce((
        select min(seen_at) from impressions where challenge_id = ${challengeId} and user_id = ${viewer.id}
      ), app_now())) - ${storedWithinSeconds}::int)`
    : visitorOrder
  return sql`
    moment as materialized (select coalesce(${order}::float8, ${current}::float8) as seconds),
    placed as materialized (
      select chosen.id, row_number() over (order by
        width_bucket(to_timestamp(moment.seconds), coalesce(
          (select v.reached from submission_views v where v.submission_id = chosen.id), '{}'))
          + ${spread}::float8 * hashtextextended(chosen.id::text || ${seed}, 0) / 2 ^ 64, chosen.id) as place
      from challenges c cross join moment cross join lateral (${byChance(scope, sql`${challengeId}::uuid`, seed, mostInRoom)}) chosen
      where c.id = ${challengeId} and ${submissionsShown(scope)}
    )`
}

/**
 * Selects submissions of a challenge that can be voted for, by chance: those whose hashes follow that of `seed`, after the
 * last one from the first.
 */
export function byChance({ moderation }: Scope, challengeId: Sql, seed: Sql, limit: number): Sql {
  const following = (condition: Sql, most: Sql) => {
    const rest = sql`order by md5(s.id::text) limit ${most}`
    const parts = publicStatuses(moderation).map(
      (status) => sql`(
        select s.id from submissions s
        where s.challenge_id = ${challengeId} and s.status = ${status} and ${condition} ${rest})`,
    )
    return sql`select s.id from (${join(parts, ' union all ')}) s ${rest}`
  }
  return sql`
    with following as materialized (${following(sql`md5(s.id::text) >= md5(${seed})`, sql`${limit}::int`)})
    select id from following
    union all (${following(sql`md5(s.id::text) < md5(${seed})`, sql`${limit}::int - (select count(*) from following)`)})`
}

/** A page of a secret ballot in the viewer's order (VOTE-24); beyond `mostInRoom` and for what waits, newest first. */
export async function secretBallot(
  db: Db,
  scope: Scope,
  challengeId: string,
  size: number,
  { order = null, ...request }: PageRequest & { order?: number | null } = { page: 1 },
): Promise<GalleryPage> {
  const others = (slice: Slice, needed = sql`true`) => otherRows(scope, challengeId, slice, needed)
  const pageOf = (slice: Slice) => {
    if (slice.backwards || slice.from !== null) return others(slice)
    const end = slice.skip + slice.take
    const following = others({ ...slice, skip: 0, take: end }, sql`(select count(*) from placed) < ${end}`)
    return sql`
      select id, place from placed
      union all select id, ${mostInRoom}::int + place from (${following}) others
      order by place limit ${slice.take} offset ${slice.skip}`
  }
  const { rows, total } = await readPage({
    request,
    size,
    count: () => listedIn(db, scope, challengeId),
    rowsOf: (slice) =>
      db.rows<SubmissionSummary & { seconds: number }>(sql`
        with ${fairOrder(scope, challengeId, order)}
        select card.*, moment.seconds from (${pageOf(slice)}) chosen cross join moment
        cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card order by chosen.place`),
  })
  const submissions = rows.map(({ seconds: _, ...submission }) => submission)
  return { submissions, total, order: rows[0]?.seconds ?? null }
}

/** Selects a page of the listed submissions that have no place, newest first. */
function otherRows(scope: Scope, challengeId: string, slice: Slice, needed: Sql): Sql {
  const rows = (condition: Sql, order: Sql) =>
    mergedParts(
      statusParts(scope),
      (part) => sql`
        select s.id, s.submission_date from challenges c join submissions s on s.challenge_id = c.id
        where c.id = ${challengeId} and ${part} and ${needed} and s.id not in (select id from placed)
          and ${condition} ${order}`,
    )
  return placedRows(sliceRows(rows, newestFirst, slice), newestFirst, slice)
}

/** Other submissions of the same challenge: the newest, or in a secret ballot the first of the viewer's order. */
export function moreSubmissions(
  db: Db,
  scope: Scope,
  { id, challengeId }: { id: string; challengeId: string },
  limit: number,
): Promise<SubmissionSummary[]> {
  const isSecret = sql`(select status = 'voting' and hides_votes from challenges where id = ${challengeId})`
  const newest = sql`order by ${orderBy(newestFirst, 's.')} limit ${limit}`
  const ofChallenge = mergedParts(
    statusParts(scope),
    (part) => sql`
      select s.id, s.submission_date from challenges c join submissions s on s.challenge_id = c.id
      where c.id = ${challengeId} and ${part} and not ${isSecret} and s.id <> ${id} ${newest}`,
  )
  return db.rows(sql`
    with ${fairOrder(scope, challengeId, null)},
    chosen as (
      (select s.id, row_number() over (order by ${orderBy(newestFirst, 's.')}) as place from (${ofChallenge}) s ${newest})
      union all (select id, place from placed where ${isSecret} and id <> ${id} order by place limit ${limit})
    )
    select card.* from chosen
    cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card order by chosen.place`)
}
