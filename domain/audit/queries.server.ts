import sql, { type Sql } from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditAction, AuditState, SubjectType } from './rules.ts'

export const AUDIT_PAGE_SIZE = 20

export interface AuditEntry {
  id: string
  adminId: string | null
  adminName: string
  action: AuditAction
  subjectType: SubjectType
  /** Null if the subject was deleted: no page has the id of a deleted account (decision 052). */
  subjectId: string | null
  subjectName: string
  challengeId: string | null
  before: AuditState | null
  after: AuditState | null
  /** The administrator had a submission in a challenge concerned. */
  ownContest: boolean
  at: Date
}

export interface AuditPage {
  entries: AuditEntry[]
  /** The id to continue from; null on the last page. */
  older: string | null
}

/** A page of the audit log, or of what it has about a challenge, newest first. `before` is the id of the last entry of the previous page. */
export async function listAuditEntries(
  db: Db,
  _admin: Admin,
  filters: { subjectType: SubjectType | null; challengeId?: string | null; before: string | null },
): Promise<AuditPage> {
  const rows = await db.rows<AuditEntry>(sql`
    select id, (select u.id from users u where u.id = admin_id and u.deleted_at is null) as "adminId", admin_name as "adminName", action, subject_type as "subjectType",
      coalesce((select u.id from users u where u.id = subject_id and u.deleted_at is null),
        (select s.id from submissions s where s.id = subject_id), (select c.id from challenges c where c.id = subject_id),
        (select s.id from series s where s.id = subject_id), (select w.id from webhooks w where w.id = subject_id)) as "subjectId",
      subject_name as "subjectName", ${withoutIds(sql`before`)} as before, ${withoutIds(sql`after`)} as after,
      own_contest as "ownContest", created_at as at, challenge_id as "challengeId"
    from audit_log
    where ${filters.subjectType ? sql`subject_type = ${filters.subjectType}` : sql`true`}
      ${filters.challengeId ? sql`and challenge_id = ${filters.challengeId}` : sql``}
      ${filters.before ? sql`and (created_at, id) < (select created_at, id from audit_log where id = ${filters.before})` : sql``}
    order by created_at desc, id desc limit ${AUDIT_PAGE_SIZE + 1}`)
  const entries = rows.slice(0, AUDIT_PAGE_SIZE)
  return { entries, older: rows.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null }
}

function withoutIds(state: Sql): Sql {
  return sql`${state} - 'author_id' - 'winner_id' - 'comment_by'`
}

/**
 * Whether an entry is about a submission of the member, also one that was deleted. `a` is the entry. Entries from before
 * the author's id was recorded are found by the submission or its points.
 */
export function aboutSubmissionOf(userId: string): Sql {
  // Ids from one index each, so that the log is not read to its end.
  return sql`a.id = any(array(
    select id from audit_log where subject_type = 'submission' and before ->> 'author_id' = ${userId}::text
    union all select id from audit_log where subject_type = 'submission' and subject_id = any(array(
      select id from submissions where user_id = ${userId}
      union all select source_id from points_log where user_id = ${userId} and reason = 'challenge_submission'))))`
}
