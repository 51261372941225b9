import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { commentById } from '#domain/comments/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { joinChallenge } from '#domain/submissions/queries.server.ts'
import { submissionListed } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { REPORT_LIMITS, type Reportable, type ReportReason } from './rules.ts'

/** What a viewer is about to report, as the form names it. */
export interface ReportSubject {
  kind: Reportable
  id: string
  name: string
  /** Who made it. */
  userId: string
  /** Its page. */
  path: string
}

/** A submission, comment or member that the viewer may see; undefined if there is none. */
export async function reportSubject(
  db: Db,
  scope: Scope,
  kind: Reportable,
  id: string,
): Promise<ReportSubject | undefined> {
  if (kind === 'comment') {
    const comment = await commentById(db, scope, id)
    if (!comment?.text || !comment.author) return undefined
    const { submissionId, challengeId, threadId, author, text } = comment
    const path = `/challenges/${challengeId}/submissions/${submissionId}?thread=${threadId}#comments`
    return { kind, id, name: text, userId: author.id, path }
  }
  const found = await db.row<{ name: string; userId: string; path: string }>(
    kind === 'member'
      ? sql`select display_name as name, id as "userId", '/profile/' || id as path
          from users where id = ${id} and deleted_at is null`
      : sql`select s.title as name, s.user_id as "userId",
            '/challenges/' || s.challenge_id || '/submissions/' || s.id as path
          from submissions s ${joinChallenge} where s.id = ${id} and ${submissionListed(scope)}`,
  )
  return found && { kind, id, ...found }
}

export interface ReportRow {
  id: string
  kind: Reportable
  reason: ReportReason
  note: string | null
  at: Date
  reporter: string
  subject: {
    id: string
    /** The title, the text of the comment or the name. */
    name: string
    /** The author, or the member. */
    userId: string
    author: string
    path: string
    isHidden: boolean
  }
  /** Null while the report is open. */
  resolved: { at: Date; by: string | null; wasRight: boolean } | null
}

/** Reports, the open ones with the oldest first or the resolved ones with the newest first, and how many (TALK-6). */
export async function listReports(
  db: Db,
  _admin: Admin,
  { page, resolved }: { page: number; resolved: boolean },
): Promise<{ rows: ReportRow[]; total: number }> {
  const { perPage } = REPORT_LIMITS
  const chosen: Sql = resolved ? sql`resolved_at is not null` : sql`resolved_at is null`
  const order: Sql = resolved ? sql`resolved_at desc, id desc` : sql`created_at, id`
  const rows = await db.rows<ReportRow & { total: number }>(sql`
    select r.id, case when r.member_id is not null then 'member' when r.comment_id is not null then 'comment'
        else 'submission' end as kind, r.reason, r.note, r.created_at as at, reporter.display_name as reporter,
      json_build_object('id', coalesce(r.member_id, r.comment_id, r.submission_id),
        'name', coalesce(m.text, s.title, person.display_name),
        'userId', person.id, 'author', person.display_name,
        'path', case when s.id is null then '/profile/' || person.id
          else '/challenges/' || s.challenge_id || '/submissions/' || s.id
            || coalesce('?thread=' || coalesce(m.parent_id, m.id) || '#comments', '') end,
        'isHidden', coalesce(m.hidden_at is not null, s.status = 'rejected', person.suspended_at is not null)) as subject,
      case when r.resolved_at is not null then json_build_object('at', r.resolved_at, 'by', resolver.display_name,
        'wasRight', r.was_right) end as resolved,
      (select count(*)::int from (select from reports where ${chosen} limit 1000) counted) as total
    from (select * from reports where ${chosen} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}) r
    join users reporter on reporter.id = r.reporter_id
    left join users resolver on resolver.id = r.resolved_by
    left join comments m on m.id = r.comment_id
    left join submissions s on s.id = coalesce(r.submission_id, m.submission_id)
    join users person on person.id = coalesce(r.member_id, m.user_id, s.user_id)
    order by ${resolved ? sql`r.resolved_at desc, r.id desc` : sql`r.created_at, r.id`}`)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** An open report, as its confirmation names it; undefined if there is none. */
export function reportToResolve(db: Db, _admin: Admin, id: string): Promise<{ name: string } | undefined> {
  return db.row(sql`
    select coalesce(m.text, s.title, u.display_name) as name
    from reports r left join comments m on m.id = r.comment_id left join submissions s on s.id = r.submission_id
    left join users u on u.id = r.member_id
    where r.id = ${id} and r.resolved_at is null`)
}
