import sql, { type Sql } from 'sql-template-tag'
import type { StoredImage } from '#domain/media/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { challengeCount, hasSubmissions } from './admin-list.server.ts'
import { selectFields } from './fields.server.ts'
import { type ChallengeFields, FIELD_NAMES, FORM_FIELDS, type FormField } from './fields.ts'
import type { ChallengeType, Kind } from './rules.ts'
import { challengeVisible, type Scope, votesVisible } from './scope.server.ts'

const summaryFields = [
  'title',
  'description',
  'kind',
  'type',
  'status',
  'startDate',
  'deadline',
  'allowVoting',
] as const satisfies FormField[]

const summaryColumns = selectFields(summaryFields)
export const ARCHIVE_PAGE_SIZE = 18

/** The last page that can be requested: 9,000 challenges of each type and kind. */
const LAST_ARCHIVE_PAGE = 500
const sectionSize = 3
export const FINISHED_PAGE_SIZE = 9

const lastFinishedPage = 100

/** The newest open challenges (active or in voting), for home (NAV-36). */
export function activeChallenges(db: Db, scope: Scope, limit: number): Promise<ChallengeSummary[]> {
  return db.rows(
    challengeSummaries(
      scope,
      sql`and c.is_active order by c.is_voting_open, c.created_at desc, c.id desc limit ${limit}`,
    ),
  )
}

export interface ChallengeSections {
  daily: ChallengeSummary[]
  weekly: ChallengeSummary[]
  special: ChallengeSummary[]
}

/** The sections of the challenge list: up to 3 open challenges each, then up to 3 upcoming ones (CHL-43, CHL-46). */
export async function challengeSections(db: Db, scope: Scope, kind: Kind | null): Promise<ChallengeSections> {
  const cards = await db.rows<ChallengeSummary & { section: keyof ChallengeSections }>(sql`
    select card.*, section.name as section
    from (values ('daily', array['daily']), ('weekly', array['weekly']), ('special', array['special', 'monthly']))
      as section (name, types)
    cross join (values (1, array['active', 'voting']), (2, array['upcoming'])) as phase (place, statuses)
    cross join lateral (${challengeSummaries(
      scope,
      sql`and c.status = any(phase.statuses) and c.type = any(section.types) ${ofKind(kind)}
        order by c.status, c.created_at desc, c.id desc limit ${sectionSize}`,
    )}) card
    join challenges c on c.id = card.id
    order by phase.place, c.status, c.created_at desc, c.id desc`)
  const sections: ChallengeSections = { daily: [], weekly: [], special: [] }
  for (const { section, ...card } of cards) sections[section].push(card)
  return sections
}

/** A page of completed and canceled challenges, newest first, and how many the pages hold (CHL-44). */
export async function finishedChallenges(db: Db, scope: Scope, kind: Kind | null, page: number) {
  const finished = sql`and c.status in ('completed', 'canceled') ${ofKind(kind)}`
  const furthest = lastFinishedPage * FINISHED_PAGE_SIZE
  const offset = Math.min((page - 1) * FINISHED_PAGE_SIZE, furthest)
  const [count, cards] = await Promise.all([
    challengeCount(db, { status: ['completed', 'canceled'], kind }),
    db.rows<ChallengeSummary>(
      challengeSummaries(scope, latestFinished(finished, FINISHED_PAGE_SIZE, offset)),
    ),
  ])
  return { total: Math.min(count, furthest), cards }
}

/** Skipped rows cost a step in the index, not a tally each. */
function latestFinished(finished: Sql, limit: number, offset: number): Sql {
  return sql`
    and c.id in (
      select c.id from challenges c where true ${finished}
      order by c.completed_at desc, c.id desc limit ${limit} offset ${offset})
    order by c.completed_at desc, c.id desc`
}

export interface ChallengeDetail extends ChallengeSummary, Pick<ChallengeFields, FormField> {
  pointValue: number
  winner: {
    id: string
    name: string
    photoUrl: string
    rank: string
    isAdmin: boolean
    isDeleted: boolean
    submissionId: string
    votes: number
  } | null
}

const detailFields = selectFields(
  FORM_FIELDS.filter((name) => !summaryFields.some((shown) => shown === name)),
)

/** One challenge as its own page shows it, or undefined where the viewer may not see it. */
export function challengeDetail(db: Db, scope: Scope, id: string): Promise<ChallengeDetail | undefined> {
  return db.row(sql`
    select card.*, ${detailFields}, c.point_value as "pointValue",
      case when c.winner_id is not null then json_build_object(
        'id', c.winner_id, 'name', coalesce(winner.display_name, c.winner_name, 'Winner'),
        'photoUrl', winner.photo_url, 'rank', winner.rank, 'isAdmin', winner.admin_badge,
        'isDeleted', winner.deleted_at is not null,
        'submissionId', c.winner_submission_id, 'votes', c.winner_votes) end as winner
    from (${challengeSummaries(scope, sql`and c.id = ${id}`)}) card
    join challenges c on c.id = card.id
    left join users winner on winner.id = c.winner_id`)
}

/** Up to 3 other open challenges, newest first (CHL-51). */
export function moreChallenges(db: Db, scope: Scope, exceptId: string): Promise<ChallengeSummary[]> {
  return db.rows(
    challengeSummaries(
      scope,
      sql`and c.is_active and c.id <> ${exceptId} order by c.created_at desc, c.id desc limit ${sectionSize}`,
    ),
  )
}

/** Challenges that take votes now, latest deadline first (VOTE-16). */
export function challengesInVoting(db: Db, scope: Scope, limit: number): Promise<ChallengeSummary[]> {
  return db.rows(
    challengeSummaries(
      scope,
      sql`and c.status = 'voting' and c.allow_voting and app_now() < c.voting_ends_at
        order by c.deadline desc, c.id desc limit ${limit}`,
    ),
  )
}

export interface ChallengeSettings extends ChallengeFields {
  id: string
  version: number
  hasSubmissions: boolean
}

/** Everything the challenge form edits (ADM-33). */
export function challengeSettings(db: Db, _admin: Admin, id: string): Promise<ChallengeSettings | undefined> {
  return db.row(sql`
    select c.id, ${selectFields(FIELD_NAMES)}, c.version, ${hasSubmissions} as "hasSubmissions"
    from challenges c where c.id = ${id}`)
}

function ofKind(kind: Kind | null): Sql {
  return kind ? sql`and c.kind = ${kind}` : sql``
}

/** A page of finished challenges, latest first, by type and kind, and how many the pages hold. */
export async function listArchive(
  db: Db,
  scope: Scope,
  filters: { type: ChallengeType | null; kind: Kind | null; page: number },
): Promise<{ cards: ChallengeSummary[]; total: number }> {
  const finished = sql`and c.status in ('completed', 'canceled')
    ${filters.type ? sql`and c.type = ${filters.type}` : sql``} ${filters.kind ? sql`and c.kind = ${filters.kind}` : sql``}`
  const reachable = LAST_ARCHIVE_PAGE * ARCHIVE_PAGE_SIZE
  const offset = Math.min((filters.page - 1) * ARCHIVE_PAGE_SIZE, reachable)
  const [count, cards] = await Promise.all([
    challengeCount(db, { status: ['completed', 'canceled'], type: filters.type, kind: filters.kind }),
    db.rows<ChallengeSummary>(challengeSummaries(scope, latestFinished(finished, ARCHIVE_PAGE_SIZE, offset))),
  ])
  return { cards, total: Math.min(count, reachable) }
}

export interface ChallengeSummary extends Pick<ChallengeFields, (typeof summaryFields)[number]> {
  id: string
  votingStartsAt: Date | null
  votingEndsAt: Date | null
  completedAt: Date | null
  image: StoredImage | null
  participants: number
  submissionCount: number
  /** Null while counts are hidden. */
  voteCount: number | null
  mySubmissionId: string | null
}

/** Selects challenge cards; `rest` continues the WHERE clause. `c` is the challenge. */
export function challengeSummaries(scope: Scope, rest: Sql): Sql {
  return sql`
    select c.id, ${summaryColumns}, coalesce(c.voting_opens_at, c.deadline) as "votingStartsAt",
      c.voting_ends_at as "votingEndsAt", c.completed_at as "completedAt",
      ${imageColumns(sql`image`)} as image,
      c.participant_count as participants, ${publicSubmissions(scope)} as "submissionCount",
      case when ${votesVisible(scope)} then tally.votes end as "voteCount",
      mine.id as "mySubmissionId"
    from challenges c
    left join images image on image.id = c.image_id
    left join submissions mine on mine.challenge_id = c.id and mine.user_id = ${scope.viewer?.id ?? null}
    cross join lateral (${voteTallies()}) tally
    where ${challengeVisible(scope)} ${rest}`
}

/** The votes and approved submissions of a challenge `c`. */
export function voteTallies(): Sql {
  return sql`
    select coalesce(sum(votes), 0)::int as votes, coalesce(sum(approved), 0)::int as approved
    from challenge_tallies where challenge_id = c.id`
}

/** The number of public submissions of a challenge `c`; `tally` is the result of voteTallies. */
export function publicSubmissions(scope: Scope): Sql {
  return scope.moderation === 'after' ? sql`c.participant_count` : sql`tally.approved`
}

/** An image row as a StoredImage, or null. */
export function imageColumns(image: Sql): Sql {
  return sql`case when ${image}.id is not null then json_build_object(
    'id', ${image}.id, 'width', ${image}.width, 'height', ${image}.height, 'widths', ${image}.widths) end`
}
