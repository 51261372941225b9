import sql, { raw, type Sql } from 'sql-template-tag'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { challengeCount, hasSubmissions } from './admin-list.server.ts'
import type { ChallengeChange } from './changes.ts'
import { selectFields } from './fields.server.ts'
import { type ChallengeFields, FIELD_NAMES, FORM_FIELDS, type FormField } from './fields.ts'
import { type ChallengeType, type Kind, SECTION_TYPES, type SectionName } from './rules.ts'
import {
  challengeVisible,
  publicStatuses,
  type Scope,
  votedFor,
  votesVisible,
  votingOpen,
} from './scope.server.ts'

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
const sectionSize = 3
// Not parameters: PostgreSQL guesses too many rows for those, and would plan the statements at each call.
const limitOfSection = raw(`limit ${sectionSize}`)
const sectionTypes = raw(
  Object.entries(SECTION_TYPES)
    .map(([name, types]) => `('${name}', array['${types.join("', '")}'])`)
    .join(', '),
)
export const FINISHED_PAGE_SIZE = 9
export const VOTING_PAGE_SIZE = 12

export interface ChallengePage {
  cards: ChallengeSummary[]
  total: number
}

type ChallengeSections = Record<SectionName, ChallengeSummary[]>

/** The sections of the challenge list: 3 challenges each, open ones before upcoming ones (CHL-43, CHL-46). */
export async function challengeSections(db: Db, scope: Scope, kind: Kind | null): Promise<ChallengeSections> {
  const cards = await db.rows<ChallengeSummary & { section: SectionName }>(sql`
    select card.*, section.name as section
    from (values ${sectionTypes}) as section (name, types)
    cross join (values (1, array['active', 'voting']), (2, array['upcoming'])) as phase (place, statuses)
    cross join lateral (${challengeSummaries(
      scope,
      sql`and c.status = any(phase.statuses) and c.type = any(section.types) ${ofKind(kind)}
        order by c.created_at desc, c.id desc ${limitOfSection}`,
    )}) card
    join challenges c on c.id = card.id
    order by phase.place, c.created_at desc, c.id desc`)
  const preview = (name: SectionName) =>
    cards
      .filter(({ section }) => section === name)
      .map(({ section, ...card }) => card)
      .slice(0, sectionSize)
  return { daily: preview('daily'), weekly: preview('weekly'), special: preview('special') }
}

/** A page of completed and canceled challenges, newest first, and their number (CHL-44). */
export async function finishedChallenges(
  db: Db,
  scope: Scope,
  kind: Kind | null,
  page: number,
): Promise<ChallengePage> {
  const finished = sql`and c.status in ('completed', 'canceled') ${ofKind(kind)}`
  const offset = (page - 1) * FINISHED_PAGE_SIZE
  const [counted, cards] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from challenges c where true ${finished}`),
    db.rows<ChallengeSummary>(
      challengeSummaries(scope, latestFinished(finished, FINISHED_PAGE_SIZE, offset)),
    ),
  ])
  return { total: counted?.total ?? 0, cards }
}

/** Skipped rows cost a step in the index, not a card each. */
function latestFinished(finished: Sql, limit: number, offset: number): Sql {
  return sql`
    and c.id in (
      select c.id from challenges c where true ${finished}
      order by c.completed_at desc, c.id desc limit ${limit} offset ${offset})
    order by c.completed_at desc, c.id desc`
}

export interface ChallengeDetail extends ChallengeSummary, Pick<ChallengeFields, FormField> {
  pointValue: number
  /** Administrators hold its result. */
  isHeld: boolean
  /** The viewer asked to be reminded of it. */
  isFollowed: boolean
  /** Whose suggestion it was made of (CHL-88). */
  suggestedBy: { id: string; displayName: string } | null
  /** The latest dates that were moved and steps that organisers took, latest first. */
  changes: readonly ChallengeChange[]
  winner: {
    /** Null if the account was deleted. */
    id: string | null
    name: string
    photoUrl: string
    rank: string
    isAdmin: boolean
    isDeleted: boolean
    /** Null if the viewer may not see it: it won without approval, and MODERATION has changed to 'before' since. */
    submissionId: string | null
    votes: number
  } | null
}

const detailFields = selectFields(
  FORM_FIELDS.filter((name) => !summaryFields.some((shown) => shown === name)),
)

/** One challenge as its own page shows it, or undefined where the viewer may not see it. */
export function challengeDetail(db: Db, scope: Scope, id: string): Promise<ChallengeDetail | undefined> {
  return db.row(sql`
    select card.*, ${detailFields}, c.point_value as "pointValue", c.held_at is not null and c.voting_ends_at <= app_now() as "isHeld",
      exists (select from challenge_follows where challenge_id = c.id and user_id = ${scope.viewer?.id ?? null}) as "isFollowed",
      (select json_build_object('id', u.id, 'displayName', u.display_name) from suggestions g join users u on u.id = g.user_id
        where g.id = c.suggestion_id and u.deleted_at is null) as "suggestedBy",
      coalesce((select json_agg(latest) from (
        select id, changed_at as at, what, moved_from as "from", moved_to as "to", note
        from challenge_changes where challenge_id = c.id order by changed_at desc, what limit 20) latest), '[]') as changes,
      case when c.winner_id is not null then json_build_object(
        'id', case when winner.deleted_at is null then c.winner_id end, 'name', coalesce(winner.display_name, c.winner_name, 'Winner'),
        'photoUrl', winner.photo_url, 'rank', winner.rank, 'isAdmin', winner.admin_badge,
        'isDeleted', winner.deleted_at is not null,
        'submissionId', (
          select s.id from submissions s where s.id = c.winner_submission_id and (
            s.status = any(${publicStatuses(scope.moderation)}) or s.user_id = ${scope.viewer?.id ?? null}
            or ${scope.viewer?.isAdmin ?? false})),
        'votes', c.winner_votes) end as winner
    from (${challengeSummaries(scope, sql`and c.id = ${id}`)}) card
    join challenges c on c.id = card.id
    left join users winner on winner.id = c.winner_id`)
}

/** Up to 3 other open challenges, newest first (CHL-51). */
export function moreChallenges(db: Db, scope: Scope, exceptId: string): Promise<ChallengeSummary[]> {
  return db.rows(
    challengeSummaries(
      scope,
      sql`and c.is_active and c.id <> ${exceptId} order by c.created_at desc, c.id desc ${limitOfSection}`,
    ),
  )
}

/** A page of the challenges that take votes now, latest deadline first, and their number (VOTE-16). */
export async function challengesInVoting(db: Db, scope: Scope, page: number): Promise<ChallengePage> {
  const offset = (page - 1) * VOTING_PAGE_SIZE
  const [counted, cards] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from challenges c where ${votingOpen}`),
    db.rows<ChallengeSummary>(
      challengeSummaries(
        scope,
        sql`and ${votingOpen} order by c.deadline desc, c.id desc limit ${VOTING_PAGE_SIZE} offset ${offset}`,
      ),
    ),
  ])
  return { total: counted?.total ?? 0, cards }
}

interface ChallengeSettings extends ChallengeFields {
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

/** A page of finished challenges, latest first, by type and kind, and their number. */
export async function listArchive(
  db: Db,
  scope: Scope,
  filters: { type: ChallengeType | null; kind: Kind | null; page: number },
): Promise<ChallengePage> {
  const finished = sql`and c.status in ('completed', 'canceled')
    ${filters.type ? sql`and c.type = ${filters.type}` : sql``} ${filters.kind ? sql`and c.kind = ${filters.kind}` : sql``}`
  const offset = (filters.page - 1) * ARCHIVE_PAGE_SIZE
  const [total, cards] = await Promise.all([
    challengeCount(db, { status: ['completed', 'canceled'], type: filters.type, kind: filters.kind }),
    db.rows<ChallengeSummary>(challengeSummaries(scope, latestFinished(finished, ARCHIVE_PAGE_SIZE, offset))),
  ])
  return { cards, total }
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
  isMineRejected: boolean
  /** The submission that the viewer voted for. */
  votedForId: string | null
  /** The viewer saved a draft of a submission. */
  hasDraft: boolean
}

/** Selects challenge cards; `rest` continues the WHERE clause. `c` is the challenge. */
export function challengeSummaries(scope: Scope, rest: Sql): Sql {
  return sql`
    select c.id, ${summaryColumns}, coalesce(c.voting_opens_at, c.deadline) as "votingStartsAt",
      c.voting_ends_at as "votingEndsAt", c.completed_at as "completedAt",
      ${imageColumns(sql`image`)} as image,
      c.participant_count as participants, ${publicSubmissions(scope)} as "submissionCount",
      case when ${votesVisible} then ${totalVotes} end as "voteCount",
      mine.id as "mySubmissionId", coalesce(mine.status = 'rejected', false) as "isMineRejected",
      ${scope.viewer ? votedFor(scope.viewer.id) : sql`null::uuid`} as "votedForId", ${drafted(scope)} as "hasDraft"
    from challenges c
    left join images image on image.id = c.image_id
    left join submissions mine on mine.challenge_id = c.id and mine.user_id = ${scope.viewer?.id ?? null}
    where ${challengeVisible(scope)} ${rest}`
}

/** Without `exists`, for which PostgreSQL reads all drafts of the viewer at once. */
function drafted({ viewer }: Scope): Sql {
  return viewer
    ? sql`(select 1 from submission_drafts where challenge_id = c.id and user_id = ${viewer.id}) is not null`
    : sql`false`
}

/** The votes of all submissions to a challenge `c`. */
export const totalVotes = sql`(select coalesce(sum(votes), 0)::int from submissions where challenge_id = c.id)`

/** The number of public submissions of a challenge `c`. */
export function publicSubmissions(scope: Scope): Sql {
  return scope.moderation === 'after'
    ? sql`c.participant_count`
    : sql`(select count(*)::int from submissions where challenge_id = c.id and status = 'approved')`
}

/** An image row as a StoredImage, or null. */
export function imageColumns(image: Sql): Sql {
  return sql`case when ${image}.id is not null then json_build_object(
    'id', ${image}.id, 'width', ${image}.width, 'height', ${image}.height, 'color', ${image}.color,
    'widths', ${image}.widths) end`
}
