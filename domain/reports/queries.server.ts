import sql, { type Sql } from 'sql-template-tag'
import { type Moderation, notOfDraft, type Scope, visitorScope } from '#domain/challenges/scope.server.ts'
import { commentById } from '#domain/comments/queries.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import { joinChallenge } from '#domain/submissions/queries.server.ts'
import { ofShownWork, reportedSubmission, submissionListed } from '#domain/submissions/visibility.server.ts'
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

/** The page of what was reported, while everyone may see it. */
export async function reportedPath(
  db: Db,
  moderation: Moderation,
  reportId: string,
): Promise<string | undefined> {
  const report = await db.row<{ kind: Reportable; id: string }>(sql`
    select ${reportKind} as kind, coalesce(r.submission_id, r.comment_id, r.member_id) as id
    from reports r where r.id = ${reportId}`)
  return report && (await reportSubject(db, visitorScope(moderation), report.kind, report.id))?.path
}

/** Whether the member has an open report on a submission, comment or member. */
export async function hasOpenReport(db: Db, { id }: Member, subjectId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from reports where reporter_id = ${id} and resolved_at is null
      and coalesce(submission_id, comment_id, member_id) = ${subjectId}`)
  return row !== undefined
}

export interface ReportRow {
  id: string
  kind: Reportable
  reason: ReportReason
  /** Null for the administrator whom, or whose work, the report is about. */
  note: string | null
  at: Date
  /** Null as the note. */
  reporter: string | null
  subjectId: string
  /** The title, the text of the comment as it was reported, or the name. */
  name: string
  /** The author, or the member; null for a deleted account. */
  userId: string | null
  author: string
  path: string
  /** A rejected submission, a hidden comment or a suspended member. */
  isHidden: boolean
  /** Null while the report is open. */
  resolvedAt: Date | null
  resolvedBy: string | null
  upheld: boolean | null
}

/** What a report `r` is about: the comment `m`, the submission `s` that it or the report is on, and its member `person`. */
export const joinSubject: Sql = sql`
  left join comments m on m.id = r.comment_id
  left join submissions s on s.id = coalesce(r.submission_id, m.submission_id)
  join users person on person.id = coalesce(r.member_id, m.user_id, s.user_id)`

export const reportKind: Sql = sql`
  case when r.member_id is not null then 'member' when r.comment_id is not null then 'comment' else 'submission' end`

const subjectName: Sql = sql`coalesce(r.reported_text, s.title, person.display_name)`

interface ReportFilters {
  resolved: boolean
  /** Only reports on its submissions and their comments. */
  challengeId?: string | null
}

/** One page of the reports, the open ones with the oldest first or the resolved ones with the newest first (TALK-6). */
export function listReports(
  db: Db,
  admin: Admin,
  { page, ...filters }: ReportFilters & { page: number },
): Promise<ReportRow[]> {
  const { perPage } = REPORT_LIMITS
  const { resolved } = filters
  const isAboutOther = sql`person.id <> ${admin.id}`
  return db.rows(sql`
    select r.id, ${reportKind} as kind, r.reason, case when ${isAboutOther} then r.note end as note,
      r.created_at as at, case when ${isAboutOther} then reporter.display_name end as reporter,
      coalesce(r.submission_id, r.comment_id, r.member_id) as "subjectId", ${subjectName} as name,
      case when person.deleted_at is null then person.id end as "userId", person.display_name as author,
      case when s.id is null then '/profile/' || person.id
        else '/challenges/' || s.challenge_id || '/submissions/' || s.id
          || coalesce('?thread=' || coalesce(m.parent_id, m.id) || '#comments', '') end as path,
      case when r.member_id is not null then person.suspended_at is not null
        when m.id is not null then m.hidden_at is not null else s.status = 'rejected' end as "isHidden",
      r.resolved_at as "resolvedAt", resolver.display_name as "resolvedBy", r.upheld
    from (select * from ${listed(admin, filters)} order by ${orderOf(resolved)}
      limit ${perPage} offset ${(page - 1) * perPage}) r ${joinSubject}
    join users reporter on reporter.id = r.reporter_id
    left join users resolver on resolver.id = r.resolved_by
    order by ${resolved ? sql`r.resolved_at desc, r.id desc` : sql`r.created_at, r.id`}`)
}

/** Open or resolved reports, counted up to `REPORT_LIMITS.mostCounted`. */
export async function reportCount(db: Db, admin: Admin, filters: ReportFilters): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int from (
      select from ${listed(admin, filters)} limit ${REPORT_LIMITS.mostCounted}) counted`)
  return row?.count ?? 0
}

/** The reports of a list, with their conditions. Those of a challenge are among the first that the list of all would have. */
function listed(admin: Admin, { resolved, challengeId }: ReportFilters): Sql {
  const state: Sql = resolved ? sql`resolved_at is not null` : sql`resolved_at is null`
  if (!challengeId) return sql`reports where ${state} and ${ofShownWork(admin)}`
  return sql`
    (select * from reports where ${state} order by ${orderOf(resolved)} limit ${REPORT_LIMITS.mostCounted}) reports
    where ${ofShownWork(admin)}
      and ${challengeId} = (select s.challenge_id from submissions s where s.id = ${reportedSubmission})`
}

function orderOf(resolved: boolean): Sql {
  return resolved ? sql`resolved_at desc, id desc` : sql`created_at, id`
}

/** An open report, for its confirmation; undefined if there is none. */
export function reportToResolve(
  db: Db,
  admin: Admin,
  id: string,
): Promise<{ name: string; userId: string; challengeId: string | null } | undefined> {
  return db.row(sql`
    select ${subjectName} as name, person.id as "userId", s.challenge_id as "challengeId" from reports r ${joinSubject}
    where r.id = ${id} and r.resolved_at is null and (s.id is null or ${notOfDraft(admin)})`)
}
