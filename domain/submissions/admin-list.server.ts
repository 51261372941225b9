import sql, { type Sql } from 'sql-template-tag'
import type { Kind } from '#domain/challenges/rules.ts'
import { notOfDraft, votesVisible } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listing } from '#platform/database/listing.server.ts'
import { countRows, orderBy } from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import {
  contentVersion,
  judgementVersion,
  newestFirst,
  type SubmissionStatus,
  undoable,
} from './queries.server.ts'

export const ADMIN_SUBMISSIONS_PAGE_SIZE = 10

export interface SubmissionFilters extends PageRequest {
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

/** A page of all submissions that the admin may see, newest first, and how many match (ADM-37, ADM-38). */
export function listSubmissions(
  db: Db,
  admin: Admin,
  filters: SubmissionFilters,
): Promise<{ rows: SubmissionRow[]; total: Total }> {
  return listing(db, {
    listed: sql`select * from submissions s where ${filterSql(admin, filters)}`,
    order: newestFirst,
    noun: 'submission',
    term: filters.search,
    request: filters,
    size: ADMIN_SUBMISSIONS_PAGE_SIZE,
    count: () => countRows(db, sql`submissions s where ${filterSql(admin, filters)}`, newestFirst),
    rowsOf: (submissions) => rowsOf(db, submissions),
  })
}

function filterSql(admin: Admin, { challengeId, status, since, until }: SubmissionFilters): Sql {
  return sql`${notOfDraft(admin)}
    ${challengeId ? sql`and s.challenge_id = ${challengeId}` : sql``}
    ${status ? sql`and s.status = ${status}` : sql``}
    ${since ? sql`and s.submission_date >= ${since}` : sql``}
    ${until ? sql`and s.submission_date < ${until}` : sql``}`
}

function rowsOf(db: Db, submissions: Sql): Promise<SubmissionRow[]> {
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
    order by ${orderBy(newestFirst, 's.')}`)
}
