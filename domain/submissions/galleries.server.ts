import sql, { type Sql } from 'sql-template-tag'
import { publicSubmissions } from '#domain/challenges/queries.server.ts'
import { KINDS, type Kind } from '#domain/challenges/rules.ts'
import {
  challengeVisible,
  publicStatuses,
  type Scope,
  submissionPublic,
  submissionsInLists,
  submissionsShown,
  votesVisible,
} from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { countOf } from '#platform/database/counts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Following, isBehind, microseconds } from '#platform/database/keyset.server.ts'
import {
  mergedParts,
  type Order,
  orderBy,
  placedRows,
  readPage,
  type Slice,
  sliceRows,
} from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import {
  joinChallenge,
  newestFirst,
  ownedBy,
  progressFields,
  type SubmissionSummary,
  submissionSummaries,
} from './queries.server.ts'
import type { Progress, Sort } from './rules.ts'
import { listedParts, listedStatuses, statusParts, submissionListed } from './visibility.server.ts'

export const SUBMISSIONS_PAGE_SIZE = 12
/** As many submissions made with a tool are sorted for a page. */
const mostSorted = 5_000

export interface GalleryPage {
  submissions: SubmissionSummary[]
  total: number
  /** The order of a secret ballot, which the addresses of further pages carry. */
  order?: number | null
}

/** A page of a challenge's submissions, in the order of its gallery (CHL-52). */
export function gallery(
  db: Db,
  scope: Scope,
  challengeId: string,
  size: number,
  request: PageRequest = { page: 1 },
): Promise<GalleryPage> {
  return page(db, {
    request,
    size,
    count: () => listedIn(db, scope, challengeId),
    chosen: (slice) => galleryOrder(scope, challengeId, slice),
  })
}

export type PlacedSubmission = SubmissionSummary & { placed: number }

/**
 * The submissions of a challenge's gallery that follow a place in the list, each with its own place (NAV-90): newest first,
 * whatever the gallery's order, so that new votes move none.
 */
export function submissionsFollowing(
  db: Db,
  scope: Scope,
  challengeId: string,
  { after, limit }: Following,
): Promise<PlacedSubmission[]> {
  const newest = sql`order by ${orderBy(newestFirst, 's.')} limit ${limit}`
  const parts = mergedParts(
    statusParts(scope),
    (part) => sql`
      select s.id, s.submission_date from submissions s
      where s.challenge_id = c.id and ${part} and ${isBehind(sql`s.submission_date`, sql`s.id`, after)} ${newest}`,
  )
  return db.rows(
    placedCards(sql`
      select listed.* from challenges c cross join lateral (${parts} ${newest}) listed where c.id = ${challengeId}`),
  )
}

export type OwnPlacedSubmission = PlacedSubmission & { rejectionReason: string | null }

/** The viewer's own submissions that follow a place, newest first, rejected ones too (AUTH-46). */
export function ownSubmissionsFollowing(
  db: Db,
  scope: Scope & { viewer: Member },
  { after, limit }: Following,
): Promise<OwnPlacedSubmission[]> {
  const cardsOf = placedCards(sql`
    select s.id, s.submission_date from submissions s ${joinChallenge}
    where ${ownedBy(scope, scope.viewer.id)} and ${isBehind(sql`s.submission_date`, sql`s.id`, after)}
    order by ${orderBy(newestFirst, 's.')} limit ${limit}`)
  return db.rows(sql`
    select card.*, s.rejection_reason as "rejectionReason"
    from (${cardsOf}) card join submissions s on s.id = card.id
    order by ${orderBy(newestFirst, 's.')}`)
}

/** The `id` and `submission_date` of `chosen` as summaries, newest first, each with its place in that order. */
function placedCards(chosen: Sql): Sql {
  return sql`
    select card.*, ${microseconds(sql`chosen.submission_date`)} as placed from (${chosen}) chosen
    cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card
    order by ${orderBy(newestFirst, 'chosen.')}`
}

/** Selects the ids of a challenge's submissions with their place: most votes first if votes are shown, else newest first. */
export function galleryOrder(scope: Scope, challengeId: string, slice: Slice): Sql {
  const ordered = (order: Order, condition: Sql) => {
    const listed = (further: Sql) => sql`
      select s.id, s.votes, s.content_changed_at, s.submission_date from submissions s
      where s.challenge_id = c.id and ${condition} and ${further}`
    const inParts = (further: Sql, by: Sql) =>
      mergedParts(statusParts(scope), (part) => sql`${listed(sql`${part} and ${further}`)} ${by}`)
    const one = (further: Sql) => listed(sql`${submissionListed(scope)} and ${further}`)
    return placedRows(sliceRows(inParts, order, slice, one), order, slice)
  }
  return sql`
    select chosen.* from challenges c cross join lateral (
      (${ordered(standings, votesVisible)})
      union all (${ordered(orders.newest, sql`not ${votesVisible}`)})) chosen
    where c.id = ${challengeId}`
}

/** The number of submissions of a challenge in the viewer's gallery: the public ones if shown, and the viewer's own. */
export async function listedIn(db: Db, scope: Scope, challengeId: string): Promise<number> {
  const isPublic = submissionPublic(scope)
  const counted = await db.row<{ total: number }>(sql`
    select case when ${mayUse(scope.viewer, 'submissions')} then c.participant_count
      else case when ${submissionsShown(scope)} then ${publicSubmissions(scope)} else 0 end + (
        select count(*) from submissions s where s.challenge_id = c.id and s.user_id = ${scope.viewer?.id ?? null}
          and s.status <> 'rejected' and not (${isPublic} and ${submissionsShown(scope)})) end::int as total
    from challenges c where c.id = ${challengeId}`)
  return counted?.total ?? 0
}

/** All submissions, of one kind or of all, made with one tool (in any case) or any. */
export interface AllFilters {
  kind: Kind | null
  tool?: string | null
  sort: Sort
}

/** A page of all submissions that the viewer may see. */
export async function allSubmissions(
  db: Db,
  scope: Scope,
  { kind, tool = null, sort, ...request }: AllFilters & PageRequest,
): Promise<GalleryPage> {
  const filters = { kind, tool, sort }
  const madeWithIt = await countMadeWith(db, scope, filters)
  return page(db, {
    request,
    count: async () => madeWithIt ?? countListed(db, scope, among(kind, tool)),
    chosen: (slice) => allOrder(scope, filters, madeWithIt, slice),
  })
}

/** Null without a tool: only the few of a tool are read in another way than all. */
async function countMadeWith(db: Db, scope: Scope, { kind, tool }: AllFilters): Promise<number | null> {
  return tool ? countListed(db, scope, among(kind, tool)) : null
}

/** The submissions before and after one of `allSubmissions` (SUB-86). */
export async function besideInAll(
  db: Db,
  scope: Scope,
  filters: AllFilters,
  id: string,
): Promise<Neighbours> {
  const madeWithIt = await countMadeWith(db, scope, filters)
  return neighbours(id, (slice) => db.rows(cards(allOrder(scope, filters, madeWithIt, slice))))
}

function allOrder(
  scope: Scope,
  { kind, tool = null, sort }: AllFilters,
  madeWithIt: number | null,
  slice: Slice,
): Sql {
  const chosen = among(kind, tool)
  const order = orders[sort]
  const listed = (condition: Sql, source = sql`submissions`) => sql`
    select s.id, s.votes_shown, s.submission_date from ${source} s ${joinChallenge}
    where ${submissionListed(scope)} and ${condition} ${chosen}`
  // Sorted apart: in the order of all they may be far down, however many they are.
  const few = sql`(select * from submissions s where true ${chosen} offset 0)`
  const inParts = (condition: Sql) => {
    const rows = (further: Sql, by: Sql) =>
      mergedParts(
        listedParts(scope),
        (part) => sql`${listed(sql`${condition} and ${part} and ${further}`)} ${by}`,
      )
    return sliceRows(rows, order, slice, listed)
  }
  const candidates = () => {
    if (madeWithIt !== null && madeWithIt <= mostSorted)
      return sliceRows((condition) => listed(condition, few), order, slice)
    if (kind || sort !== 'votes') return inParts(sql`true`)
    // The best of each kind, then the best of those, so that one index serves one kind and all kinds.
    return sql`select s.* from unnest(${KINDS}::text[]) as one (kind)
      cross join lateral (${inParts(sql`s.kind = one.kind`)}) s`
  }
  return placedRows(candidates(), order, slice)
}

function madeWith(tool: string | null): Sql {
  return tool ? sql`and lower_all(s.ai_tools_used) @> array[lower(${tool})]` : sql``
}

export interface MemberSubmission extends SubmissionSummary {
  /** Of the viewer's own submissions (SUB-78); null for others. */
  progress: Progress | null
}

/** A member's submissions made with one tool (in any case) or any. */
export interface MemberFilters {
  tool: string | null
  sort: Sort
}

/** A page of a member's submissions that the viewer may see, by one AI tool (in any case) or all (SUB-45, SUB-48). */
export async function memberGallery(
  db: Db,
  scope: Scope,
  userId: string,
  { tool, sort, ...request }: MemberFilters & PageRequest,
): Promise<{ submissions: MemberSubmission[]; total: number }> {
  const progress =
    scope.viewer?.id === userId
      ? sql`(select row_to_json(p) from (select ${progressFields} from submissions s ${joinChallenge}
          where s.id = chosen.id) p)`
      : sql`null::json`
  const { rows, total } = await readPage({
    request,
    size: SUBMISSIONS_PAGE_SIZE,
    count: () => countOf(db, sql`select count(*)::int as count ${memberRows(scope, userId, tool)}`),
    rowsOf: (slice) =>
      db.rows<MemberSubmission>(
        cards(memberOrder(scope, userId, { tool, sort }, slice), sql`, ${progress} as progress`),
      ),
  })
  return { submissions: rows, total }
}

/** The submissions before and after one of `memberGallery` (SUB-86). */
export function besideOfMember(
  db: Db,
  scope: Scope,
  userId: string,
  filters: MemberFilters,
  id: string,
): Promise<Neighbours> {
  return neighbours(id, (slice) => db.rows(cards(memberOrder(scope, userId, filters, slice))))
}

function memberRows(scope: Scope, userId: string, tool: string | null): Sql {
  return sql`from submissions s ${joinChallenge} where ${ownedBy(scope, userId)} ${madeWith(tool)}`
}

function memberOrder(scope: Scope, userId: string, { tool, sort }: MemberFilters, slice: Slice): Sql {
  const listed = (condition: Sql) => sql`
    select s.id, s.votes_shown, s.submission_date ${memberRows(scope, userId, tool)} and ${condition}`
  return placedRows(sliceRows(listed, orders[sort], slice), orders[sort], slice)
}

/** The AI tools of a member's visible submissions, in lower case, sorted. */
export async function memberTools(db: Db, scope: Scope, userId: string): Promise<string[]> {
  const rows = await db.rows<{ tool: string }>(sql`
    select distinct lower(tool) as tool
    from submissions s ${joinChallenge} cross join unnest(s.ai_tools_used) as tool
    where ${ownedBy(scope, userId)} order by tool limit 200`)
  return rows.map(({ tool }) => tool)
}

/** The submissions before and after one in a list; undefined at its ends, and for one that is not in it. */
export interface Neighbours {
  previous: SubmissionSummary | undefined
  next: SubmissionSummary | undefined
}

/** Reads those beside the row that `rowsOf` knows by `from`. */
export async function neighbours(
  from: string,
  rowsOf: (slice: Slice) => Promise<SubmissionSummary[]>,
): Promise<Neighbours> {
  const slice = { from, skip: 0, take: 1 }
  const [[previous], [next]] = await Promise.all([
    rowsOf({ ...slice, backwards: true }),
    rowsOf({ ...slice, backwards: false }),
  ])
  return { previous, next }
}

interface Wanted {
  request: PageRequest
  size?: number
  /** Selects the ids of the page's submissions with their place. */
  chosen(slice: Slice): Sql
  count(): Promise<number>
}

async function page(db: Db, wanted: Wanted): Promise<GalleryPage> {
  const { request, size = SUBMISSIONS_PAGE_SIZE, chosen, count } = wanted
  const { rows, total } = await readPage({
    request,
    size,
    count,
    rowsOf: (slice) => db.rows<SubmissionSummary>(cards(chosen(slice))),
  })
  return { submissions: rows, total }
}

/** The summaries of the submissions of `chosen`, in the order of their places. */
function cards(chosen: Sql, furtherColumns: Sql = sql``): Sql {
  return sql`
    select card.*${furtherColumns} from (${chosen}) chosen
    cross join lateral (${submissionSummaries(sql`s.id = chosen.id`, sql``)}) card order by chosen.place`
}

/** Of one kind, made with one tool, or all. */
function among(kind: Kind | null, tool: string | null): Sql {
  return sql`${kind ? sql`and s.kind = ${kind}` : sql``} ${madeWith(tool)}`
}

/** The number of submissions that the viewer may see `among` some: what everyone sees, and their own. */
async function countListed(db: Db, scope: Scope, chosen: Sql): Promise<number> {
  const seesAll = mayUse(scope.viewer, 'submissions')
  const statuses = seesAll ? listedStatuses : publicStatuses(scope.moderation)
  const listed = sql`s.status = any(${statuses}) ${chosen}`
  const notShown = seesAll
    ? sql`0`
    : sql`(
        select count(*) from challenges c join submissions s on s.challenge_id = c.id
        where c.status = any(array['draft', 'upcoming', 'active', 'voting']) and not ${submissionsInLists(scope)}
          and ${listed})`
  const everyones = countOf(
    db,
    sql`select ((select count(*) from submissions s where ${listed}) - ${notShown})::int as count`,
  )
  const [shown, own] = await Promise.all([everyones, ownHidden(db, scope, chosen)])
  return shown + own
}

/** The viewer's own submissions that only they see; none for administrators, who see all. */
async function ownHidden(db: Db, scope: Scope, chosen: Sql): Promise<number> {
  if (!scope.viewer || mayUse(scope.viewer, 'submissions')) return 0
  return countOf(
    db,
    sql`
      select count(*)::int as count from submissions s ${joinChallenge}
      where s.user_id = ${scope.viewer.id} ${chosen} and s.status <> 'rejected'
        and ${challengeVisible(scope)} and not (${submissionPublic(scope)} and ${submissionsInLists(scope)})`,
  )
}

// Hidden counts must not show through the order either: those submissions come last, newest first.
const orders: Record<Sort, Order> = {
  newest: newestFirst,
  oldest: orderOf(['submission_date', 'asc'], ['id', 'asc']),
  votes: orderOf(['votes_shown', 'desc'], ['submission_date', 'desc'], ['id', 'desc']),
}

/** Most votes first; ties by the last change of content. */
export const standings = orderOf(['votes', 'desc'], ['content_changed_at', 'asc'], ['id', 'asc'])

function orderOf(...columns: Order['columns']): Order {
  return { table: 'submissions', columns }
}
