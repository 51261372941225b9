import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { hideInTransaction } from '#domain/comments/commands.server.ts'
import { memberActive } from '#domain/members/queries.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { recordNotificationEvent } from '#domain/notifications/events.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { reportSubject } from './queries.server.ts'
import { isReportReason, REPORT_MESSAGES as MESSAGES, REPORT_LIMITS, type Reportable } from './rules.ts'

export interface NewReport {
  kind: Reportable
  id: string
  reason: unknown
  note: string
}

/**
 * Reports a submission, a comment or a member to the administrators (TALK-5). Refused for one's own, and while a report
 * of the viewer on it is open. 'Something else' needs a note.
 */
export function sendReport(db: Db, scope: Scope, report: NewReport): Promise<Outcome<null>> {
  const { viewer } = scope
  const { kind, id, reason } = report
  if (!viewer) return Promise.resolve(refused('signed-out', MESSAGES.signIn))
  if (!isReportReason(reason)) return Promise.resolve(refused('invalid', MESSAGES.reason))
  const note = plainText(report.note)
  if (characterCount(note) > REPORT_LIMITS.note)
    return Promise.resolve(refused('invalid', MESSAGES.noteLength))
  if (reason === 'other' && !note) return Promise.resolve(refused('invalid', MESSAGES.note))
  return db.transaction(async (tx) => {
    const subject = await reportSubject(tx, scope, kind, id)
    if (!subject) return refused('not-found', MESSAGES.notFound)
    if (subject.userId === viewer.id) return refused('conflict', MESSAGES.own)
    const of = (wanted: Reportable) => (kind === wanted ? id : null)
    const sent = await tx.row(sql`
      insert into reports (id, submission_id, comment_id, member_id, reporter_id, reason, note)
      select ${newId()}::uuid, ${of('submission')}::uuid, ${of('comment')}::uuid, ${of('member')}::uuid, u.id, ${reason},
        ${note || null}
      from users u where u.id = ${viewer.id} and ${memberActive()}
      on conflict do nothing returning 1 as found`)
    return sent ? done(null) : refused('conflict', MESSAGES.known)
  })
}

export interface Resolution {
  /** Whether administrators acted, or do so with it. */
  wasRight: boolean
  /** Hides the reported comment for this reason. */
  hideBecause?: string
}

/**
 * Resolves all open reports on the subject of this one, and tells the members who sent them. With `hideBecause` the
 * reported comment is hidden in the same transaction. Administrators only.
 */
export function resolveReport(
  db: Db,
  viewer: Viewer,
  reportId: string,
  { wasRight, hideBecause }: Resolution,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, async (tx, admin) => {
    const report = await tx.row<{ commentId: string | null }>(sql`
      select comment_id as "commentId" from reports where id = ${reportId} and resolved_at is null`)
    if (!report) return refused('conflict', MESSAGES.resolvedAlready)
    if (hideBecause !== undefined && report.commentId) {
      const hidden = await hideInTransaction(tx, admin, report.commentId, hideBecause)
      if (!hidden.ok) return hidden
    }
    const resolved = await tx.rows<Resolved>(sql`
      with subject as (
        select coalesce(submission_id, comment_id, member_id) as id from reports where id = ${reportId})
      update reports r set resolved_at = app_now(), resolved_by = ${admin.id}, was_right = ${wasRight}
      where r.resolved_at is null and coalesce(r.submission_id, r.comment_id, r.member_id) = (select id from subject)
      returning r.id, r.reporter_id as "reporterId",
        (select s.id from submissions s where s.id = r.submission_id
          union all select m.submission_id from comments m where m.id = r.comment_id) as "submissionId",
        (select s.title from submissions s where s.id = r.submission_id
          union all select 'A comment on ' || s.title from comments m join submissions s on s.id = m.submission_id
            where m.id = r.comment_id
          union all select u.display_name from users u where u.id = r.member_id) as name,
        coalesce(r.member_id, (select user_id from comments where id = r.comment_id),
          (select user_id from submissions where id = r.submission_id)) as "userId"`)
    const [first] = resolved
    if (!first) return refused('conflict', MESSAGES.resolvedAlready)
    for (const { id, reporterId, name } of resolved) {
      await recordNotificationEvent(tx, {
        kind: 'report_resolved',
        key: `report:${id}`,
        userId: reporterId,
        details: { wasRight, reported: first.submissionId ? name : 'A member' },
      })
    }
    await recordAuditEvent(tx, admin, {
      action: first.submissionId ? 'submission_report_resolved' : 'member_report_resolved',
      subject: { id: first.submissionId ?? first.userId, name: first.name },
      before: { reports: resolved.length },
      after: { reports: 0, was_right: wasRight },
    })
    return done(resolved.length)
  })
}

interface Resolved {
  id: string
  reporterId: string
  submissionId: string | null
  name: string
  userId: string
}
