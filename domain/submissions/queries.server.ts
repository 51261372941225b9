import sql, { type Sql } from 'sql-template-tag'
import { imageColumns, totalVotes } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import {
  challengeVisible,
  type Moderation,
  type Scope,
  submissionPublic,
  visitorScope,
  votesVisible,
  votingOpen,
} from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { mergedParts, type Order, orderBy } from '#platform/database/page-rows.server.ts'
import { type Placing, type Progress, undoMinutes } from './rules.ts'
import { countedStatuses, listedParts, submissionListed, submissionVisible } from './visibility.server.ts'

/** Older pages are found through links. */
const SITEMAP_LIMITS = { challenges: 500, submissions: 2_000 } as const

export type SubmissionStatus = 'pending' | 'approved' | 'rejected'

interface Author {
  /** Null if the account was deleted. */
  id: string | null
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  /** The account was deleted, so there is no profile. */
  isDeleted: boolean
}

export interface SubmissionSummary {
  id: string
  challengeId: string
  challengeTitle: string
  kind: Kind
  title: string
  description: string
  image: StoredImage | null
  /** What the image shows, in the author's words. */
  imageAlt: string | null
  contentUrl: string | null
  tools: string[]
  /** Null while counts are hidden. */
  votes: number | null
  /** What a card counts: null while counts are hidden, and before voting without any. */
  cardVotes: number | null
  /** Counted up to 100. Null where comments are off or counts are hidden. */
  comments: number | null
  submittedAt: Date
  status: SubmissionStatus
  author: Author
}

/** A comment that is neither deleted nor hidden. `m` is the comment. */
export const commentShown = sql`(m.text is not null and m.hidden_at is null)`

/** The shown comments of the submission `s`, counted up to 100; null where its challenge `c` has none or hides counts. */
const shownComments = sql`
  case when c.allow_comments and not c.hides_votes then (
    select count(*)::int from (
      select from comments m where m.submission_id = s.id and ${commentShown} limit 100) counted) end`

/** The members of `Author`, without anything that tells which account a deleted one was (decision 052). */
const authorFields = sql`
  'id', case when author.deleted_at is null then author.id end, 'displayName', author.display_name,
  'photoUrl', author.photo_url, 'rank', author.rank, 'isAdmin', author.admin_badge,
  'isDeleted', author.deleted_at is not null`

/** Selects submission cards; `rest` continues the WHERE clause and may use `s`, `c` and `author`. */
export function submissionSummaries(visible: Sql, rest: Sql): Sql {
  return sql`
    select s.id, s.challenge_id as "challengeId", c.title as "challengeTitle", c.kind, s.title, s.description,
      ${imageColumns(sql`image`)} as image, s.image_alt as "imageAlt", s.content_url as "contentUrl",
      s.ai_tools_used as tools,
      case when ${votesVisible} then s.votes end as votes,
      case when ${votesVisible} and (s.votes > 0 or (c.allow_voting and c.status = 'voting'))
        then s.votes end as "cardVotes",
      ${shownComments} as comments,
      s.submission_date as "submittedAt", s.status,
      json_build_object(${authorFields}) as author
    from submissions s
    join challenges c on c.id = s.challenge_id
    join users author on author.id = s.user_id
    left join images image on image.id = s.image_id
    where ${visible} ${rest}`
}

/** A number that changes with each edit of the content. `s` is the submission. */
export const contentVersion = sql`(extract(epoch from s.content_changed_at) * 1000000)::float8`

/**
 * Content that voters have seen, which an extension must not change: with votes, or in a secret ballot all that was open
 * for votes, so that no author learns of a vote. `s` is the submission, `c` its challenge.
 */
export const frozen = sql`(s.votes > 0
  or (s.status <> 'rejected' and c.hides_votes and c.last_ballot_at is not null and s.submission_date < c.last_ballot_at))`

/** Which approval or rejection `s` has, as a number like `contentVersion`; null while pending. `s` is the submission. */
export const judgementVersion = sql`(extract(epoch from s.moderation_date) * 1000000)::float8`

/** An approval or a rejection that can still be undone. `s` is the submission. */
export const undoable = sql`(s.status <> 'pending' and s.moderation_date is not null
  and s.moderation_date > app_now() - make_interval(mins => ${undoMinutes}))`

/** Joins the challenge `c` of each submission `s` by its id, so that the planner never reads all challenges. */
export const joinChallenge = sql`cross join lateral (select * from challenges where id = s.challenge_id limit 1) c`

export interface SubmissionDetail extends SubmissionSummary {
  creationProcess: string | null
  /** What the author asked the tools for. */
  prompt: string | null
  updatedAt: Date
  rejectionReason: string | null
  /** Whether the viewer's own submission can no longer change; false for those of others. */
  isFrozen: boolean
  isWinner: boolean
  /** Votes in the whole challenge; null while counts are hidden. */
  challengeVotes: number | null
  author: Author & { points: number }
  /** In its completed challenge; null before, without a vote, or if it did not count. */
  placing: Placing | null
  /** Its approval or rejection can still be undone; null unless the viewer moderates. */
  isUndoable: boolean | null
  allowsComments: boolean
  /** The database's time. */
  now: Date
}

/** One submission for its own page, or undefined if the viewer may not see it. */
export function submissionDetail(
  db: Db,
  scope: Scope,
  challengeId: string,
  id: string,
): Promise<SubmissionDetail | undefined> {
  return db.row(sql`
    select card.*, s.creation_process as "creationProcess", s.prompt, s.updated_at as "updatedAt",
      s.rejection_reason as "rejectionReason", ${ownFrozen(scope)} as "isFrozen", coalesce(c.winner_submission_id = s.id, false) as "isWinner",
      case when ${votesVisible} then ${totalVotes} end as "challengeVotes",
      json_build_object(${authorFields},
        'points', case when author.deleted_at is null then author.points else 0 end) as author,
      ${placing} as placing, ${mayUse(scope.viewer, 'submissions') ? undoable : sql`null::boolean`} as "isUndoable",
      c.allow_comments as "allowsComments", app_now() as now
    from (${submissionSummaries(submissionVisible(scope), sql`and s.id = ${id} and s.challenge_id = ${challengeId}`)}) card
    join submissions s on s.id = card.id
    join challenges c on c.id = s.challenge_id
    join users author on author.id = s.user_id`)
}

/**
 * The `Placing` of the submission `s` in its challenge `c`, by the certificate of its result. Equal votes share a place,
 * but only one wins.
 */
export const placing = sql`(
  select json_build_object('entries', t.entries,
    'place', (
      select case when count(*) = 0 then 1
          else greatest(2, 1 + count(*) filter (where o.votes > s.votes)) end from submissions o
      where o.challenge_id = s.challenge_id and o.status = any(counted.statuses) and (o.votes > s.votes
        or (o.votes = s.votes and (o.content_changed_at, o.id) < (s.content_changed_at, s.id)))),
    'points', s.votes * ${REWARDS.voteReceived}::int + (
      select coalesce(sum(l.points), 0) from points_log l
      where l.user_id = s.user_id and l.challenge_id = s.challenge_id and l.reason in ('challenge_submission',
        'submission_removed', 'challenge_win', 'challenge_win_revoked', 'challenge_participation')))
  from completions k join certificates t on t.completion_id = k.id and t.replaced_at is null
  cross join lateral (select ${countedStatuses} as statuses) counted
  where k.challenge_id = c.id and k.revoked_at is null and s.votes > 0 and s.status = any(counted.statuses))`

export const newestFirst: Order = {
  table: 'submissions',
  columns: [
    ['submission_date', 'desc'],
    ['id', 'desc'],
  ],
}

/** The newest submissions (NAV-38). */
export function recentSubmissions(db: Db, scope: Scope, limit: number): Promise<SubmissionSummary[]> {
  return db.rows(sql`
    select card.* from (${newestListed(scope, limit)}) newest
    cross join lateral (${submissionSummaries(sql`s.id = newest.id`, sql``)}) card
    order by ${orderBy(newestFirst, 'newest.')}`)
}

/** Selects `id` and `submission_date` of the newest submissions that the viewer may see. */
export function newestListed(scope: Scope, limit: number): Sql {
  const newest = sql`order by ${orderBy(newestFirst, 's.')} limit ${limit}`
  const parts = mergedParts(
    listedParts(scope),
    (part) => sql`
      select s.id, s.submission_date from submissions s ${joinChallenge}
      where ${part} and ${submissionListed(scope)} ${newest}`,
  )
  return sql`${parts} ${newest}`
}

/** A member's newest submissions that the viewer may see (PROF-9). */
export function memberSubmissions(
  db: Db,
  scope: Scope,
  userId: string,
  limit: number,
): Promise<SubmissionSummary[]> {
  return db.rows(
    submissionSummaries(
      ownedBy(scope, userId),
      sql`order by s.submission_date desc, s.id desc limit ${limit}`,
    ),
  )
}

/**
 * A member's submissions that the viewer may see; members see also their rejected ones. `s` is the submission, `c` its
 * challenge.
 */
export function ownedBy(scope: Scope, userId: string): Sql {
  const visible = scope.viewer?.id === userId ? submissionVisible(scope) : submissionListed(scope)
  return sql`s.user_id = ${userId} and ${visible}`
}

/** The `Progress` of the submission `s` in its challenge `c`. */
export const progressFields = sql`s.status, c.status as "challengeStatus", ${votingOpen} as "isInVoting", ${placing} as placing`

export interface OwnSubmission extends Progress {
  id: string
  title: string
  contentUrl: string | null
  submittedAt: Date
}

/** The viewer's own submission to a challenge, and how far it is. */
export function mySubmission(db: Db, scope: Scope, challengeId: string): Promise<OwnSubmission | undefined> {
  return db.row(sql`
    select s.id, s.title, s.content_url as "contentUrl", s.submission_date as "submittedAt", ${progressFields}
    from submissions s join challenges c on c.id = s.challenge_id
    where s.challenge_id = ${challengeId} and s.user_id = ${scope.viewer?.id ?? null}`)
}

const recentlyUsed = 20

/** The AI tools of a member's newest submissions, newest first, each once for a submission. */
export async function usedTools(db: Db, userId: string | null): Promise<string[]> {
  const row = await db.row<{ tools: string[] }>(sql`
    select coalesce(array_agg(tool order by s.submission_date desc), '{}') as tools
    from (
      select submission_date, ai_tools_used from submissions where user_id = ${userId}
      order by submission_date desc limit ${recentlyUsed}
    ) s cross join unnest(s.ai_tools_used) as tool`)
  return row?.tools ?? []
}

interface SubmissionForEditing {
  id: string
  challengeId: string
  challengeTitle: string
  kind: Kind
  requirements: string
  title: string
  description: string
  creationProcess: string | null
  prompt: string | null
  contentUrl: string | null
  tools: string[]
  image: StoredImage | null
  imageAlt: string | null
  isMine: boolean
  status: SubmissionStatus
  rejectionReason: string | null
  /** Whether the viewer's own submission can no longer change. */
  isFrozen: boolean
  /** Of the content. */
  version: string
}

/** A submission with what its edit form needs; undefined if not visible (SUB-23). */
export function submissionForEditing(
  db: Db,
  scope: Scope,
  challengeId: string,
  id: string,
): Promise<SubmissionForEditing | undefined> {
  return db.row(sql`
    select s.id, s.challenge_id as "challengeId", c.title as "challengeTitle", c.kind, c.requirements, s.title, s.description,
      s.creation_process as "creationProcess", s.prompt, s.content_url as "contentUrl", s.ai_tools_used as tools,
      ${imageColumns(sql`image`)} as image, s.image_alt as "imageAlt", s.user_id is not distinct from ${scope.viewer?.id ?? null} as "isMine", s.status,
      s.rejection_reason as "rejectionReason", ${ownFrozen(scope)} as "isFrozen", ${contentVersion}::text as version
    from submissions s join challenges c on c.id = s.challenge_id left join images image on image.id = s.image_id
    where s.id = ${id} and s.challenge_id = ${challengeId} and ${submissionVisible(scope)}`)
}

function ownFrozen(scope: Scope): Sql {
  return sql`${frozen} and s.user_id is not distinct from ${scope.viewer?.id ?? null}`
}

export interface SubmissionTotals {
  submissionCount: number
  /** Votes received, without those still hidden by their challenge. */
  votesReceived: number
  wins: number
}

/** A member's submissions, votes and wins, as far as the viewer may see them (PROF-7). */
export async function submissionTotals(db: Db, scope: Scope, userId: string): Promise<SubmissionTotals> {
  const totals = await db.row<SubmissionTotals>(sql`
    select count(*) filter (where ${ownedBy(scope, userId)})::int as "submissionCount",
      coalesce(sum(s.votes) filter (where ${submissionPublic(scope)} and ${submissionListed(scope)} and ${votesVisible}), 0)::int as "votesReceived",
      (select count(*)::int from challenges where winner_id = ${userId}) as wins
    from submissions s ${joinChallenge}
    where s.user_id = ${userId}`)
  return totals ?? { submissionCount: 0, votesReceived: 0, wins: 0 }
}

/**
 * The widths of an image that the viewer may see, or undefined. Everyone sees avatars in use and the images of visible
 * challenges and submissions; owners also see their uploads, and administrators the images of all submissions and
 * the uploads for challenges, but no image of a draft.
 */
export async function visibleImageWidths(
  db: Db,
  scope: Scope,
  imageId: string,
): Promise<readonly number[] | undefined> {
  const { viewer } = scope
  const image = await db.row<{ widths: number[] }>(sql`
    select i.widths from images i where i.id = ${imageId} and (
      exists (select from users where photo_image_id = i.id)
      or exists (select from site_settings where image_id = i.id)
      or exists (select from challenges c where c.image_id = i.id and ${challengeVisible(scope)})
      or exists (select from submissions s join challenges c on c.id = s.challenge_id
        where s.image_id = i.id and ${submissionVisible(scope)})
      ${viewer ? sql`or i.owner_id = ${viewer.id}` : sql``}
      ${viewer?.isAdmin ? sql`or i.purpose in ('challenge', 'logo')` : sql``})`)
  return image?.widths
}

export interface SitemapAddress {
  path: string
  changedAt: Date
}

/** Paths of the newest challenges and submissions that visitors may see, challenges first. Reads bounded ranges. */
export function sitemapAddresses(
  db: Db,
  moderation: Moderation,
  limits: { challenges: number; submissions: number } = SITEMAP_LIMITS,
): Promise<SitemapAddress[]> {
  const visitor = visitorScope(moderation)
  return db.rows(sql`
    (select '/challenges/' || c.id as path, c.updated_at as "changedAt"
      from challenges c where ${challengeVisible(visitor)}
      order by c.created_at desc, c.id desc limit ${limits.challenges})
    union all
    (select '/challenges/' || s.challenge_id || '/submissions/' || s.id, s.updated_at
      from (${newestListed(visitor, limits.submissions)}) newest
      cross join lateral (select * from submissions where id = newest.id limit 1) s
      order by s.submission_date desc, s.id desc)`)
}
