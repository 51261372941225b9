import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type Following, isBehind, microseconds } from '#platform/database/keyset.server.ts'
import { challengeCounts } from './admin-list.server.ts'
import { type ChallengePage, type ChallengeSummary, challengeSummaries } from './queries.server.ts'
import { type ChallengeStatus, type ChallengeType, type Kind, STATUSES, TYPES } from './rules.ts'
import { challengeVisible, type Scope } from './scope.server.ts'

export const ALL_PAGE_SIZE = 18

export interface AllFilters {
  /** None for all, as of types. Drafts are in the administrators' list only. */
  statuses: readonly ChallengeStatus[]
  types: readonly ChallengeType[]
  kind: Kind | null
  page: number
}

/** In the order of the list. The condition names the index of the order. */
const phases = [
  { statuses: ['active', 'voting'], condition: sql`true`, order: sql`c.created_at desc, c.id desc` },
  { statuses: ['upcoming'], condition: sql`true`, order: sql`c.created_at desc, c.id desc` },
  {
    statuses: ['completed', 'canceled'],
    condition: sql`c.status in ('completed', 'canceled')`,
    order: sql`c.completed_at desc, c.id desc`,
  },
] as const satisfies { statuses: ChallengeStatus[]; condition: Sql; order: Sql }[]

/**
 * A page of all public challenges that match, and their number: open ones, then upcoming ones, each newest first, then
 * finished ones, latest first (CHL-71). Their counts say which phases are on the page.
 */
export async function allChallenges(
  db: Db,
  scope: Scope,
  { statuses, types, kind, page }: AllFilters,
): Promise<ChallengePage> {
  const isType = (type: ChallengeType) => types.length === 0 || types.includes(type)
  const counts = (await challengeCounts(db)).filter(
    (count) => isType(count.type) && count.kind === (kind ?? count.kind),
  )
  let skipped = (page - 1) * ALL_PAGE_SIZE
  let room = ALL_PAGE_SIZE
  let total = 0
  const slices = phases.flatMap((phase, place) => {
    const wanted = phase.statuses.filter((status) => statuses.length === 0 || statuses.includes(status))
    const size = counts
      .filter(({ status }) => wanted.some((one) => one === status))
      .reduce((sum, { count }) => sum + count, 0)
    const offset = Math.min(skipped, size)
    const limit = Math.min(room, size - offset)
    total += size
    skipped -= offset
    room -= limit
    if (limit === 0) return []
    const condition = sql`${phase.condition} and ${oneOf(sql`c.status`, wanted, STATUSES)}
      and ${oneOf(sql`c.type`, types, TYPES)} ${kind ? sql`and c.kind = ${kind}` : sql``}`
    return sql`(
      select c.id, ${place}::int as phase, row_number() over (order by ${phase.order}) as place
      from challenges c where ${condition} order by ${phase.order} limit ${limit} offset ${offset})`
  })
  if (slices.length === 0) return { cards: [], total }
  const cards = await db.rows<ChallengeSummary>(sql`
    select card.* from (${join(slices, ' union all ')}) chosen
    cross join lateral (${challengeSummaries(scope, sql`and c.id = chosen.id`)}) card
    order by chosen.phase, chosen.place`)
  return { cards, total }
}

export interface ChallengeFilters {
  status?: ChallengeStatus | undefined
  type?: ChallengeType | undefined
  kind?: Kind | undefined
}

/** The public challenges that match and follow a place in the list, newest first, each with its own place (NAV-90). */
export function challengesFollowing(
  db: Db,
  scope: Scope,
  { status, type, kind }: ChallengeFilters,
  { after, limit }: Following,
): Promise<(ChallengeSummary & { placed: number })[]> {
  const newest = sql`order by c.created_at desc, c.id desc limit ${limit}`
  return db.rows(sql`
    select card.*, ${microseconds(sql`chosen.created_at`)} as placed from (
      select c.id, c.created_at from challenges c
      where ${challengeVisible(scope)} and ${isBehind(sql`c.created_at`, sql`c.id`, after)}
        ${status ? sql`and c.status = ${status}` : sql``} ${type ? sql`and c.type = ${type}` : sql``}
        ${kind ? sql`and c.kind = ${kind}` : sql``} ${newest}
    ) chosen cross join lateral (${challengeSummaries(scope, sql`and c.id = chosen.id`)}) card
    order by chosen.created_at desc, chosen.id desc`)
}

/** One value is compared for equality, because an index then has the order of the list. */
function oneOf(column: Sql, values: readonly string[], all: readonly string[]): Sql {
  if (values.length === 0 || values.length === all.length) return sql`true`
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`
}
