import sql from 'sql-template-tag'
import type { Voters } from '#domain/challenges/rules.ts'
import {
  challengeVisible,
  type Moderation,
  publicStatuses,
  type Scope,
  submissionsOpen,
} from '#domain/challenges/scope.server.ts'
import type { PointsReason } from '#domain/points/rules.ts'
import { standings } from '#domain/submissions/galleries.server.ts'
import { placing, type SubmissionSummary, submissionSummaries } from '#domain/submissions/queries.server.ts'
import type { Placing } from '#domain/submissions/rules.ts'
import { submissionListed } from '#domain/submissions/visibility.server.ts'
import type { VoidReason } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Following, microseconds, momentOf } from '#platform/database/keyset.server.ts'
import { placedRows, readPage, type Slice, sliceRows } from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import { RESULTS_PAGE_SIZE } from './rules.ts'

export interface Result {
  completedAt: Date
  votingBegan: Date | null
  /** When an earlier result was known, before the challenge was opened again; null if it was not. */
  knownBefore: Date | null
  /** Members could see counts while voting was open, at least for a time. */
  wereShown: boolean
  /** Administrators who looked at hidden counts after voting last opened. */
  lookedAt: number
  /** Which submissions counted. */
  moderation: Moderation
  entries: number
  /** Also the members who voted: each has one vote. */
  votes: number
  /** Votes for entries that could win. */
  counted: number
  /** The settings when it was completed. */
  conditions: { showVotes: boolean; allowVoting: boolean; voters: Voters }
  /** Entries with at least one vote. */
  votedFor: number
  /** Entries with the most votes. */
  tied: number
  /** Votes that administrators voided, by the reason. */
  voided: Partial<Record<VoidReason, number>>
  /** In time order; hours without votes are left out. */
  hours: { hour: string; votes: number }[]
  /** SHA-256 of the votes, in hexadecimal digits; null for a challenge that was created as completed. */
  ballots: string | null
}

/** The result of a completed challenge (CHL-73), or undefined before its completion. */
export function challengeResult(db: Db, challengeId: string): Promise<Result | undefined> {
  return db.row(sql`
    select coalesce(k.completed_at, c.completed_at) as "completedAt", c.last_ballot_at as "votingBegan",
      known.before as "knownBefore",
      c.votes_shown_at is not null as "wereShown",
      (select count(*)::int from count_views looked where looked.challenge_id = c.id
        and looked.viewed_at > coalesce(known.before, '-infinity')) as "lookedAt",
      coalesce(k.moderation, 'after') as moderation, coalesce(t.entries, c.participant_count) as entries,
      coalesce(t.votes, 0) as votes, coalesce(t.counted, t.votes, 0) as counted,
      jsonb_build_object('showVotes', c.show_votes, 'allowVoting', c.allow_voting, 'voters', c.voters)
        || coalesce(t.conditions, '{}') as conditions, coalesce(t.voted_for, 0) as "votedFor", coalesce(t.tied, 0) as tied,
      coalesce(t.voided, '{}') as voided, coalesce(t.hours, '[]') as hours, t.ballots
    from challenges c left join completions k on k.challenge_id = c.id and k.revoked_at is null
    left join certificates t on t.completion_id = k.id and t.replaced_at is null
    cross join lateral (select max(earlier.completed_at) as before from completions earlier
      where earlier.challenge_id = c.id and earlier.completed_at < c.last_ballot_at) known
    where c.id = ${challengeId} and c.status = 'completed'`)
}

export interface ResultRow {
  id: string
  votes: number
  /** Equal votes share a place, but only one wins. Null without a vote. */
  place: number | null
  /** Members who saw it while voting was open. */
  seen: number
  /** The microsecond of its last change of content, which orders equal votes. */
  placed: number
  /** Null if the viewer may not see it: it counted without approval, and MODERATION has changed to 'before' since. */
  submission: SubmissionSummary | null
}

/** A page of the submissions that counted, by their places. */
export async function resultRows(
  db: Db,
  scope: Scope,
  challengeId: string,
  result: Pick<Result, 'moderation' | 'entries'>,
  request: PageRequest,
): Promise<ResultRow[]> {
  const { rows } = await readPage({
    request,
    size: RESULTS_PAGE_SIZE,
    count: () => Promise.resolve(result.entries),
    rowsOf: (slice) => placedResults(db, scope, challengeId, result, slice),
  })
  return rows
}

/** The votes of a row, the microsecond of its last change of content, and its id. */
export type ResultPlace = readonly [votes: number, changed: number, id: string]

/** The submissions that counted and follow a place, each with its own place in the list (NAV-90). */
export function resultsFollowing(
  db: Db,
  scope: Scope,
  challengeId: string,
  result: Pick<Result, 'moderation'>,
  { after, limit }: Following<ResultPlace>,
): Promise<ResultRow[]> {
  const from =
    after &&
    sql`select ${after[0]}::int as votes, ${momentOf(after[1])} as content_changed_at, ${after[2]}::uuid as id`
  return placedResults(db, scope, challengeId, result, { backwards: false, from, skip: 0, take: limit })
}

async function placedResults(
  db: Db,
  scope: Scope,
  challengeId: string,
  { moderation }: Pick<Result, 'moderation'>,
  slice: Slice,
): Promise<ResultRow[]> {
  const counts = sql`s.challenge_id = ${challengeId} and s.status = any(${publicStatuses(moderation)})`
  const counted = sliceRows(
    (condition) => sql`
      select s.id, s.votes, s.content_changed_at from submissions s where ${counts} and ${condition}`,
    standings,
    slice,
  )
  const placed = await db.rows<PlacedRow & Pick<ResultRow, 'id' | 'seen' | 'placed'>>(sql`
    select chosen.id, chosen.votes, coalesce(views.seen, 0) as seen, before.ahead, before.count as before,
      ${microseconds(sql`chosen.content_changed_at`)} as placed
    from (${placedRows(counted, standings, slice)}) chosen
    left join submission_views views on views.submission_id = chosen.id
    cross join lateral (
      select count(*) filter (where s.votes > chosen.votes)::int as ahead, count(*)::int as count from submissions s
      where chosen.place = 1 and ${counts} and s.votes >= chosen.votes and (s.votes > chosen.votes
        or (s.content_changed_at, s.id) < (chosen.content_changed_at, chosen.id))) before
    order by chosen.place`)
  const ids = placed.map(({ id }) => id)
  const shown = await db.rows<SubmissionSummary>(
    submissionSummaries(sql`s.id = any(${ids}::uuid[])`, sql`and ${submissionListed(scope)}`),
  )
  const submissions = new Map(shown.map((submission) => [submission.id, submission]))
  const places = placesOf(placed)
  return placed.map((row, index) => ({
    id: row.id,
    votes: row.votes,
    seen: row.seen,
    placed: row.placed,
    place: places[index] ?? null,
    submission: submissions.get(row.id) ?? null,
  }))
}

interface PlacedRow {
  votes: number
  /** Of the first row: how many have more votes, and how many come before it. */
  ahead: number
  before: number
}

/** The places of rows that follow each other; the first says how many come before. */
function placesOf(rows: readonly PlacedRow[]): (number | null)[] {
  const before = rows[0]?.before ?? 0
  let ahead = rows[0]?.ahead ?? 0
  return rows.map(({ votes }, index) => {
    if (index > 0 && votes !== rows[index - 1]?.votes) ahead = before + index
    if (votes === 0) return null
    return before + index === 0 ? 1 : Math.max(2, ahead + 1)
  })
}

export interface OwnResult {
  submission: SubmissionSummary
  /** Null without a vote. */
  placing: Placing | null
  /** Points for winning, and those for entering and taking part. */
  won: number
  entered: number
}

/** The viewer's own submission that counted, and what it earned. */
export async function ownResult(
  db: Db,
  scope: Scope,
  challengeId: string,
  { moderation }: Pick<Result, 'moderation'>,
): Promise<OwnResult | undefined> {
  if (!scope.viewer) return undefined
  const row = await db.row<SubmissionSummary & Omit<OwnResult, 'submission'>>(sql`
    select card.*, ${placing} as placing, paid.won, paid.entered
    from (${submissionSummaries(
      sql`s.user_id = ${scope.viewer.id} and s.status = any(${publicStatuses(moderation)})`,
      sql`and s.challenge_id = ${challengeId}`,
    )}) card
    join submissions s on s.id = card.id join challenges c on c.id = s.challenge_id
    cross join lateral (
      select coalesce(sum(l.points) filter (where l.reason like 'challenge_win%'), 0)::int as won,
        coalesce(sum(l.points) filter (where l.reason not like 'challenge_win%'), 0)::int as entered
      from points_log l where l.user_id = s.user_id and l.challenge_id = s.challenge_id and l.reason = any(${OWN_REASONS})) paid`)
  if (!row) return undefined
  const { placing: reached, won, entered, ...submission } = row
  return { submission, placing: reached, won, entered }
}

const OWN_REASONS: readonly PointsReason[] = [
  'challenge_submission',
  'submission_removed',
  'challenge_win',
  'challenge_win_revoked',
  'challenge_participation',
]

export interface NextChallenge {
  id: string
  title: string
  deadline: Date
  /** The database's time. */
  now: Date
}

/** The open challenge that ends next and that the viewer has not entered. */
export function nextChallenge(db: Db, scope: Scope): Promise<NextChallenge | undefined> {
  return db.row(sql`
    select c.id, c.title, c.deadline, app_now() as now from challenges c
    where ${submissionsOpen} and ${challengeVisible(scope)} and not exists (
      select from submissions mine where mine.challenge_id = c.id and mine.user_id = ${scope.viewer?.id ?? null})
    order by c.deadline, c.id limit 1`)
}
