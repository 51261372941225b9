import sql, { type Sql } from 'sql-template-tag'
import { KINDS, type Kind } from '#domain/challenges/rules.ts'
import { notOfDraft, votesVisible } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listing } from '#platform/database/listing.server.ts'
import {
  countRows,
  type Order,
  orderBy,
  reversed,
  type Slice,
  sliceRows,
} from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import { type AdminSort, newestFirst, type SortColumn, sortsByVotes } from './admin-sort.ts'
import { contentVersion, judgementVersion, type SubmissionStatus, undoable } from './queries.server.ts'

export const ADMIN_SUBMISSIONS_PAGE_SIZE = 10

export interface SubmissionFilters extends PageRequest {
  /** By default newest first. */
  sort?: AdminSort
  challengeId: string | null
  status: SubmissionStatus | null
  since: Date | null
  /** Exclusive. */
  until: Date | null
  search: string
}

export interface SubmissionRow {
  id: string
  title: string
  /** The first 51 characters of the description: 50 are shown; one more tells that there is more. */
  excerpt: string
  imageUrl: string | null
  status: SubmissionStatus
  rejectionReason: string | null
  /** Null while counts are hidden. */
  votes: number | null
  /** The version of the content, sent with an approval. */
  version: number
  /** The approval or rejection can be undone. */
  isUndoable: boolean
  judgementVersion: number | null
  /** The status that an undo restores. */
  statusBefore: SubmissionStatus
  submittedAt: Date
  challenge: { id: string; title: string; kind: Kind }
  user: { id: string | null; displayName: string; photoUrl: string; rank: string; isDeleted: boolean }
}

/** The order of the list: votes order no search and no rejected submissions, which have none. */
export function usedSort(
  filters: Pick<SubmissionFilters, 'sort' | 'search' | 'status' | 'challengeId'>,
): AdminSort {
  const { sort = newestFirst } = filters
  return sort.column === 'votes' && !sortsByVotes(filters) ? newestFirst : sort
}

/** A page of all submissions that the admin may see, in the order of `usedSort`, and how many match (ADM-37, ADM-38, ADM-72). */
export function listSubmissions(
  db: Db,
  admin: Admin,
  filters: SubmissionFilters,
): Promise<{ rows: SubmissionRow[]; total: Total }> {
  const order = orderOf(usedSort(filters))
  return listing(db, {
    listed: sql`select * from submissions s where ${filterSql(admin, filters)}`,
    order,
    candidates: (slice) => candidates(admin, filters, order, slice),
    noun: 'submission',
    term: filters.search,
    request: filters,
    size: ADMIN_SUBMISSIONS_PAGE_SIZE,
    count: () => countRows(db, sql`submissions s where ${filterSql(admin, filters)}`, orderOf(newestFirst)),
    rowsOf: (submissions) => rowsOf(db, submissions, order),
  })
}

// Each ascending. Hidden counts must not show through the order: those submissions are before all others.
const ORDERS: Record<SortColumn, Order['columns']> = {
  submitted: [
    ['submission_date', 'asc'],
    ['id', 'asc'],
  ],
  title: [
    ['lower(title)', 'asc'],
    ['id', 'asc'],
  ],
  votes: [
    ['votes_shown', 'asc'],
    ['submission_date', 'asc'],
    ['id', 'asc'],
  ],
  status: [
    ['status', 'asc'],
    ['submission_date', 'desc'],
    ['id', 'desc'],
  ],
  // Ids of challenges are in the order of their creation.
  challenge: [
    ['challenge_id', 'asc'],
    ['submission_date', 'desc'],
    ['id', 'desc'],
  ],
}

function orderOf({ column, descending }: AdminSort): Order {
  const order = { table: 'submissions', columns: ORDERS[column] }
  return descending ? reversed(order) : order
}

/** By votes: the first rows of each kind, which have an index, then the first of those. */
function candidates(admin: Admin, filters: SubmissionFilters, order: Order, slice: Slice): Sql | undefined {
  if (usedSort(filters).column !== 'votes' || filters.challengeId) return undefined
  const listed = (condition: Sql) => sql`
    select s.* from submissions s where ${filterSql(admin, filters)} and ${condition}`
  const ofKind = sliceRows(
    (condition) => listed(sql`s.kind = one.kind and ${condition}`),
    order,
    slice,
    listed,
  )
  return sql`select s.* from unnest(${KINDS}::text[]) as one (kind) cross join lateral (${ofKind}) s`
}

function filterSql(admin: Admin, { challengeId, status, since, until }: SubmissionFilters): Sql {
  return sql`${notOfDraft(admin)}
    ${challengeId ? sql`and s.challenge_id = ${challengeId}` : sql``}
    ${status ? sql`and s.status = ${status}` : sql``}
    ${since ? sql`and s.submission_date >= ${since}` : sql``}
    ${until ? sql`and s.submission_date < ${until}` : sql``}`
}

function rowsOf(db: Db, submissions: Sql, order: Order): Promise<SubmissionRow[]> {
  return db.rows(sql`
    select s.id, s.title, left(s.description, 51) as excerpt, s.image_url as "imageUrl", s.status,
      s.rejection_reason as "rejectionReason", case when ${votesVisible} then s.votes end as votes, ${contentVersion} as version, ${undoable} as "isUndoable",
      ${judgementVersion} as "judgementVersion",
      coalesce(s.rejected_from, 'pending') as "statusBefore",
      s.submission_date as "submittedAt",
      json_build_object('id', c.id, 'title', c.title, 'kind', c.kind) as challenge,
      json_build_object('id', case when u.deleted_at is null then u.id end, 'displayName', u.display_name,
        'photoUrl', u.photo_url, 'rank', u.rank, 'isDeleted', u.deleted_at is not null) as user
    from (${submissions}) s
    join challenges c on c.id = s.challenge_id
    join users u on u.id = s.user_id
    order by ${orderBy(order, 's.')}`)
}
