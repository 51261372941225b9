import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { notOfDraft, type Scope } from '#domain/challenges/scope.server.ts'
import { hideInTransaction } from '#domain/comments/commands.server.ts'
import { recordNotificationEvents, recordWaiting } from '#domain/events/record.server.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText, visibleCharacter } from '#platform/text/text.ts'
import { joinSubject, reportKind, reportSubject } from './queries.server.ts'
import { isReportReason, REPORT_MESSAGES as MESSAGES, REPORT_LIMITS, type Reportable } from './rules.ts'

interface NewReport {
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
  if (reason === 'other' && !visibleCharacter.test(note))
    return Promise.resolve(refused('invalid', MESSAGES.note))
  return db.transaction(async (tx) => {
    const members = await lockMembers(tx, kind === 'member' ? [viewer.id, id] : [viewer.id])
    if (!members.some((member) => member.id === viewer.id && member.isActive))
      return refused('signed-out', MESSAGES.signIn)
    const subject = await reportSubject(tx, scope, kind, id)
    if (!subject) return refused('not-found', MESSAGES.notFound)
    if (subject.userId === viewer.id) return refused('conflict', MESSAGES.own)
    const isMember = members.some((member) => member.id === id)
    const ofMember = isMember ? { text: null, challengeId: null } : undefined
    const locked: Locked | undefined = kind === 'member' ? ofMember : await lockSubject(tx, kind, id)
    if (!locked) return refused('not-found', MESSAGES.notFound)
    const of = (wanted: Reportable) => (kind === wanted ? id : null)
    const sent = await tx.row(sql`
      insert into reports (id, submission_id, comment_id, member_id, reported_text, reporter_id, reason, note)
      values (${newId()}, ${of('submission')}, ${of('comment')}, ${of('member')}, ${locked.text}, ${viewer.id}, ${reason},
        ${note || null})
      on conflict do nothing returning 1 as found`)
    if (!sent) return refused('conflict', MESSAGES.known)
    if (locked.challengeId) await recordWaiting(tx, locked.challengeId, 'report')
    return done(null)
  })
}

interface Locked {
  text: string | null
  /** Null for a member. */
  challengeId: string | null
}

/** In id order, as accounts are deleted. */
function lockMembers(tx: Db, ids: string[]): Promise<{ id: string; isActive: boolean }[]> {
  return tx.rows(sql`
    select u.id, ${memberActive()} as "isActive" from users u
    where u.id = any(${ids}::uuid[]) and u.deleted_at is null order by u.id for key share`)
}

/** The text of a comment is null for a submission. Undefined if it is deleted; its deletion waits for the report. */
function lockSubject(tx: Db, kind: 'comment' | 'submission', id: string): Promise<Locked | undefined> {
  return tx.row(
    kind === 'comment'
      ? sql`select text, (select s.challenge_id from submissions s where s.id = submission_id) as "challengeId"
          from comments where id = ${id} and text is not null for key share`
      : sql`select null::text as text, challenge_id as "challengeId" from submissions where id = ${id} for key share`,
  )
}

interface Resolution {
  /** Whether administrators found the report justified. */
  upheld: boolean
  /** Hides the reported comment for this reason. */
  hideReason?: string
}

/**
 * Resolves all open reports on the subject of this one, and tells the members who sent them (TALK-6). With `hideReason`
 * the reported comment is hidden in the same transaction. Administrators only, and never the reported one.
 */
export function resolveReport(
  db: Db,
  viewer: Viewer,
  reportId: string,
  { upheld, hideReason }: Resolution,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'reports', async (tx, admin) => {
    await lockReports(tx, reportId)
    const report = await openReport(tx, admin, reportId)
    if (!report) return refused('conflict', MESSAGES.resolvedAlready)
    if (report.userId === admin.id) return refused('forbidden', MESSAGES.ownSubject)
    if (hideReason !== undefined) {
      if (!report.commentId) return refused('not-found', MESSAGES.noComment)
      const hidden = await hideInTransaction(tx, admin, report.commentId, hideReason)
      if (!hidden.ok) return hidden
    }
    const resolved = await tx.rows<{ id: string; reporterId: string }>(sql`
      update reports r set resolved_at = app_now(), resolved_by = ${admin.id}, upheld = ${upheld}
      where r.resolved_at is null and coalesce(r.submission_id, r.comment_id, r.member_id) = ${report.subjectId}
      returning r.id, r.reporter_id as "reporterId"`)
    await recordNotificationEvents(
      tx,
      resolved.map(({ id, reporterId }) => ({
        kind: 'report_resolved',
        key: `report:${id}`,
        userId: reporterId,
        challengeId: report.challengeId ?? undefined,
        details: { upheld, reported: report.kind, reportId: id },
      })),
    )
    await recordAuditEvent(tx, admin, {
      action: report.submissionId ? 'submission_report_resolved' : 'member_report_resolved',
      subject: { id: report.submissionId ?? report.userId, name: report.name },
      before: { reports: resolved.length },
      after: { reports: 0, upheld },
      challengeId: report.challengeId,
    })
    return done(resolved.length)
  })
}

/**
 * Locks all open reports on the subject of this one, in one order, so that two administrators do not resolve them at once.
 * Before them their senders, as the deletion of an account does.
 */
async function lockReports(tx: Db, id: string): Promise<void> {
  const onSubject = sql`resolved_at is null and coalesce(submission_id, comment_id, member_id) = (
    select coalesce(submission_id, comment_id, member_id) from reports where id = ${id})`
  await tx.rows(sql`
    select from users where id in (select reporter_id from reports where ${onSubject}) order by id for key share`)
  await tx.rows(sql`select from reports where ${onSubject} order by id for update`)
}

interface OpenReport {
  subjectId: string
  kind: Reportable
  submissionId: string | null
  challengeId: string | null
  commentId: string | null
  /** Who made the subject. */
  userId: string
  /** What the audit log calls the subject. */
  name: string
}

function openReport(tx: Db, admin: Admin, id: string): Promise<OpenReport | undefined> {
  return tx.row(sql`
    select coalesce(r.submission_id, r.comment_id, r.member_id) as "subjectId", ${reportKind} as kind,
      s.id as "submissionId", s.challenge_id as "challengeId", m.id as "commentId", person.id as "userId",
      case when m.id is not null then 'A comment on ' else '' end || coalesce(s.title, person.display_name) as name
    from reports r ${joinSubject} where r.id = ${id} and r.resolved_at is null and (s.id is null or ${notOfDraft(admin)})`)
}
