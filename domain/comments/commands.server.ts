import sql, { type Sql } from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { challengeVisible, notOfDraft, type Scope, visitorScope } from '#domain/challenges/scope.server.ts'
import {
  deleteReports,
  recordNotificationEvent,
  recordNotificationEvents,
  withdrawCommentEvents,
} from '#domain/events/record.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import { commentShown, joinChallenge } from '#domain/submissions/queries.server.ts'
import { submissionListed, submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, type Refusal, refused } from '#platform/outcome.ts'
import { characterCount, plainText, visibleCharacter } from '#platform/text/text.ts'
import { editable, isFullFor } from './queries.server.ts'
import { COMMENT_LIMITS, COMMENT_MESSAGES as MESSAGES, takesComments } from './rules.ts'

export interface NewComment {
  challengeId: string
  submissionId: string
  /** The comment that this one answers, or null. */
  parentId: string | null
  text: string
}

/** Where a comment is shown. */
interface CommentPlace {
  id: string
  threadId: string
}

/**
 * Publishes a comment of the viewer, and tells the author of the submission or of the answered comment (TALK-1). The
 * same text sent again, as after a lost answer, changes nothing (TALK-2). Refused before voting and where comments are
 * turned off.
 */
export function addComment(db: Db, scope: Scope, comment: NewComment): Promise<Outcome<CommentPlace>> {
  const { viewer } = scope
  if (!viewer) return Promise.resolve(refused('signed-out', MESSAGES.signIn))
  const text = readText(comment.text)
  if (typeof text !== 'string') return Promise.resolve(text)
  const { challengeId, submissionId, parentId } = comment
  return db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, scope, challengeId, submissionId)
    if (!submission) return refused('not-found', MESSAGES.noSubmission)
    if (!submission.allowComments) return refused('closed', MESSAGES.off)
    if (!takesComments(submission)) return refused('closed', MESSAGES.notOpen)
    if (!(await lockMember(tx, viewer))) return refused('signed-out', MESSAGES.signIn)
    const parent = parentId ? await lockParent(tx, viewer, submissionId, parentId) : null
    if (parent === undefined) return refused('conflict', MESSAGES.notAnswerable)
    const threadId = parentId ?? undefined
    const known = await sameComment(tx, viewer, { ...comment, text })
    if (known) return done({ id: known.id, threadId: threadId ?? known.id })
    if (parent?.isFull) return refused('conflict', MESSAGES.fullThread)
    const written = submission.authorId === viewer.id ? 0 : await writtenBy(tx, submissionId, viewer)
    if (written >= COMMENT_LIMITS.ofMember) return refused('conflict', MESSAGES.tooMany)
    if (await isSubmissionFull(tx, submissionId, written)) return refused('conflict', MESSAGES.fullSubmission)
    const id = newId()
    await tx.rows(sql`
      insert into comments (id, submission_id, user_id, parent_id, text)
      values (${id}, ${submissionId}, ${viewer.id}, ${parentId}, ${text})`)
    const place = { id, threadId: threadId ?? id }
    const { authorId } = submission
    const answeredId = parent?.userId ?? null
    await tell(tx, { ...place, challengeId, submissionId, userId: viewer.id, authorId, answeredId })
    return done(place)
  })
}

/** The comment that is sent again: of the last minute, or of the last day if nothing follows it there. */
function sameComment(tx: Db, { id: userId }: Member, { submissionId, parentId, text }: NewComment) {
  return tx.row<{ id: string }>(sql`
    select c.id from comments c
    where c.user_id = ${userId} and c.submission_id = ${submissionId} and c.text = ${text}
      and c.parent_id is not distinct from ${parentId} and (c.created_at > app_now() - interval '1 minute'
        or c.created_at > app_now() - interval '1 day' and c.hidden_at is null and not exists (
          select from comments later
          where later.submission_id = c.submission_id and later.parent_id is not distinct from c.parent_id
            and (later.created_at, later.id) > (c.created_at, c.id)))
    order by c.created_at desc limit 1`)
}

/** Shared, so that a status change, a rejection or a deletion either waits or is seen. */
function lockSubmission(tx: Db, scope: Scope, challengeId: string, submissionId: string) {
  return tx.row<{ status: ChallengeStatus; allowComments: boolean; authorId: string }>(sql`
    select c.status, c.allow_comments as "allowComments", s.user_id as "authorId"
    from challenges c join submissions s on s.challenge_id = c.id
    where c.id = ${challengeId} and s.id = ${submissionId} and ${challengeVisible(scope)}
      and s.status <> 'rejected' and ${submissionVisible(scope)}
    for share of c for key share of s`)
}

/** Exclusively, so that the limit of replies holds and no reply answers a comment that is being deleted. */
async function lockParent(tx: Db, viewer: Member, submissionId: string, id: string) {
  const parent = await tx.row<{ userId: string }>(sql`
    select user_id as "userId" from comments where id = ${id} and submission_id = ${submissionId} and parent_id is null
      and text is not null and hidden_at is null for no key update`)
  // A separate statement sees the replies that were added while this one waited.
  const full = await tx.row(sql`select from comments m where m.id = ${id} and ${isFullFor(viewer)}`)
  return parent && { ...parent, isFull: full !== undefined }
}

/** Hidden and deleted ones count too, so that no member can use up the comments of a submission. */
async function writtenBy(tx: Db, submissionId: string, member: Member): Promise<number> {
  const written = await tx.row<{ count: number }>(sql`
    select count(*)::int from comments where submission_id = ${submissionId} and user_id = ${member.id}`)
  return written?.count ?? 0
}

/** For a member who has written so many. Comments that are written at the same moment are not counted. */
async function isSubmissionFull(tx: Db, submissionId: string, written: number): Promise<boolean> {
  const { perSubmission, perSubmissionInAll } = COMMENT_LIMITS
  const counted = await tx.row<{ isFull: boolean }>(sql`
    select ${written >= COMMENT_LIMITS.few} and (
        select count(*) from (select from comments m where submission_id = ${submissionId} and ${commentShown}
        limit ${perSubmission}) shown) = ${perSubmission}::int
      or (select count(*) from (select from comments where submission_id = ${submissionId}
        limit ${perSubmissionInAll}) stored) = ${perSubmissionInAll}::int as "isFull"`)
  return counted?.isFull ?? false
}

/** One command of a member at a time, so that a form sent twice adds one comment. Undefined if they may not act. */
function lockMember(tx: Db, viewer: Member) {
  return tx.row(
    sql`select 1 as found from users u where u.id = ${viewer.id} and ${memberActive()} for no key update`,
  )
}

interface Told extends CommentPlace {
  challengeId: string
  submissionId: string
  /** Who wrote the comment. */
  userId: string
  /** Who made the submission. */
  authorId: string
  /** Who wrote the answered comment, or null. */
  answeredId: string | null
}

async function tell(tx: Db, comment: Told, isRestored = false): Promise<void> {
  const { id, threadId, challengeId, submissionId, authorId, answeredId } = comment
  const recipients = new Map([[authorId, false]])
  if (answeredId) recipients.set(answeredId, true)
  recipients.delete(comment.userId)
  for (const [userId, isReply] of recipients) {
    await recordNotificationEvent(tx, {
      kind: 'commented',
      key: `comment:${id}:${userId}`,
      userId,
      challengeId,
      submissionId,
      details: { commentId: id, threadId, isReply, ...(isRestored && { isRestored }) },
    })
  }
}

/** Changes the viewer's own comment within the time for it (TALK-2). Refused for a hidden or deleted one. */
export async function editComment(db: Db, scope: Scope, id: string, raw: string): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const text = readText(raw)
  if (typeof text !== 'string') return text
  const edited = await db.row(sql`
    with own as (
      select m.id from comments m join submissions s on s.id = m.submission_id ${joinChallenge}
      where m.id = ${id} and m.user_id = ${viewer.id} and ${submissionListed(scope)} and c.allow_comments
        and exists (select from users u where u.id = ${viewer.id} and ${memberActive()}))
    update comments m set text = ${text}, edited_at = case when m.text = ${text} then m.edited_at else app_now() end
    from own where m.id = own.id and m.text is not null and m.hidden_at is null and ${editable}
    returning 1 as found`)
  return edited ? done(null) : explainRefusedEdit(db, scope, viewer, id)
}

/** Why an edit changed nothing. */
async function explainRefusedEdit(db: Db, scope: Scope, viewer: Member, id: string): Promise<Refusal> {
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', MESSAGES.signIn)
  const comment = await db.row<{ isHidden: boolean; allowComments: boolean }>(sql`
    select m.hidden_at is not null as "isHidden", c.allow_comments as "allowComments"
    from comments m join submissions s on s.id = m.submission_id ${joinChallenge}
    where m.id = ${id} and m.user_id = ${viewer.id} and m.text is not null and ${submissionListed(scope)}`)
  if (!comment) return refused('not-found', MESSAGES.noComment)
  if (comment.isHidden) return refused('closed', MESSAGES.hiddenFromEdit)
  return refused('closed', comment.allowComments ? MESSAGES.editEnded : MESSAGES.off)
}

/**
 * Deletes the viewer's own comment. With replies or reports its row stays, without text and author. Its notifications
 * are withdrawn; open reports on it are resolved as upheld, and their senders are told.
 */
export function deleteComment(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  if (!viewer) return Promise.resolve(refused('signed-out', MESSAGES.signIn))
  return db.transaction(async (tx) => {
    await lockReports(tx, id)
    const comment = await tx.row<{ challengeId: string }>(sql`
      select s.challenge_id as "challengeId" from comments m join submissions s on s.id = m.submission_id
      where m.id = ${id} and m.user_id = ${viewer.id} and m.text is not null for update of m`)
    if (!comment) return refused('not-found', MESSAGES.noComment)
    await resolveReports(tx, id, comment.challengeId)
    await withdrawCommentEvents(tx, [id])
    await removeComments(tx, [id])
    return done(null)
  })
}

/**
 * Before the comment, as administrators lock them who hide it and resolve its reports; and before the reports their
 * senders, as the deletion of an account does.
 */
async function lockReports(tx: Db, id: string): Promise<void> {
  const open = sql`comment_id = ${id} and resolved_at is null`
  await tx.rows(sql`
    select from users where id in (select reporter_id from reports where ${open}) order by id for key share`)
  await tx.rows(sql`select from reports where ${open} order by id for update`)
}

async function resolveReports(tx: Db, id: string, challengeId: string): Promise<void> {
  const resolved = await tx.rows<{ id: string; reporterId: string }>(sql`
    update reports set resolved_at = app_now(), upheld = true where comment_id = ${id} and resolved_at is null
    returning id, reporter_id as "reporterId"`)
  await recordNotificationEvents(
    tx,
    resolved.map(({ id: reportId, reporterId }) => ({
      kind: 'report_resolved',
      key: `report:${reportId}`,
      userId: reporterId,
      challengeId,
      details: { deleted: true, reported: 'comment', reportId },
    })),
  )
}

/** Deletes all comments of a member and the reports on them, in the transaction that deletes the account. */
export async function deleteCommentsOf(tx: Db, userId: string): Promise<void> {
  await tx.rows(sql`
    select from reports r join comments m on m.id = r.comment_id where m.user_id = ${userId} order by r.id
    for update of r`)
  const own = await tx.rows<{ id: string }>(sql`
    select id from comments where user_id = ${userId} order by id for update`)
  await withdrawCommentEvents(
    tx,
    own.map(({ id }) => id),
  )
  await deleteReports(tx, sql`comment_id = any(${own.map(({ id }) => id)}::uuid[])`)
  await removeComments(
    tx,
    own.map(({ id }) => id),
  )
}

/** The rows of comments with replies by others or with reports stay, empty. Locked by the caller, so no reply is added before the end. */
async function removeComments(tx: Db, ids: string[]): Promise<void> {
  const answered = await tx.rows<{ id: string }>(sql`
    select distinct parent_id as id from comments where id = any(${ids}::uuid[]) and parent_id is not null`)
  await tx.rows(sql`
    delete from comments m where m.id = any(${ids}::uuid[])
      and not exists (select from comments r where r.parent_id = m.id and r.id <> all(${ids}::uuid[]))
      and not exists (select from reports where comment_id = m.id)`)
  await tx.rows(sql`
    update comments m set text = null, edited_at = null, hidden_at = null, hidden_by = null, hidden_reason = null,
      is_listed = exists (select from comments r
        where r.parent_id = m.id and r.text is not null and r.id <> all(${ids}::uuid[]))
    where id = any(${ids}::uuid[])`)
  await unlist(tx, sql`and m.id = any(${answered.map(({ id }) => id)}::uuid[])`)
}

/**
 * Marks deleted comments without replies; `rest` continues the WHERE clause. Those that another transaction holds are left
 * to the sweep.
 */
async function unlist(db: Db, rest: Sql): Promise<number> {
  const unlisted = await db.rows(sql`
    update comments set is_listed = false where id = any(array(
      select m.id from comments m where m.text is null and m.is_listed
        and not exists (select from comments r where r.parent_id = m.id and r.text is not null) ${rest}
      for no key update of m skip locked))
    returning 1`)
  return unlisted.length
}

/**
 * Deletes empty rows whose replies and reports were deleted too, and marks those without replies. They cannot be answered
 * or reported any more. Returns how many were deleted.
 */
export async function sweepComments(db: Db, signal?: AbortSignal): Promise<number> {
  await sweepInBatches((limit) => unlist(db, sql`order by m.id limit ${limit}`), { signal })
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from comments where id in (
          select m.id from comments m where m.text is null
            and not exists (select from comments r where r.parent_id = m.id)
            and not exists (select from reports where comment_id = m.id)
          order by m.id limit ${limit} for update of m skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}

/** Hides a comment from everyone but its author and administrators, and tells its author the reason (TALK-4). */
export function hideComment(db: Db, viewer: Viewer, id: string, reason: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'comments', (tx, admin) => hideInTransaction(tx, admin, id, reason))
}

export async function hideInTransaction(
  tx: Db,
  admin: Member,
  id: string,
  reason: string,
): Promise<Outcome<null>> {
  const text = plainText(reason)
  if (!text) return refused('invalid', MESSAGES.reason)
  if (characterCount(text) > MAX_REASON_LENGTH) return refused('invalid', MESSAGES.reasonLength)
  const comment = await lockForAdmin(tx, admin, id)
  if (!comment) return refused('not-found', MESSAGES.noComment)
  if (comment.isHidden) return refused('conflict', MESSAGES.alreadyHidden)
  await tx.rows(sql`
    update comments set hidden_at = app_now(), hidden_by = ${admin.id}, hidden_reason = ${text} where id = ${id}`)
  await withdrawCommentEvents(tx, [id])
  const { challengeId, submissionId, submissionTitle, userId, threadId } = comment
  await recordNotificationEvent(tx, {
    kind: 'comment_hidden',
    key: `comment:${id}:hidden:${newId()}`,
    userId,
    challengeId,
    submissionId,
    details: { commentId: id, threadId, reason: text },
  })
  await recordAuditEvent(tx, admin, {
    action: 'submission_comment_hidden',
    subject: { id: submissionId, name: submissionTitle },
    before: { hidden: false },
    after: { hidden: true, comment_id: id, comment_by: userId, reason: text },
    challengeId,
  })
  return done(null)
}

/**
 * Shows a hidden comment again. The notification that it was hidden is withdrawn. Those of the comment are sent again,
 * without mails; while the submission is not public, only to its author.
 */
export function restoreComment(db: Db, scope: Scope, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, scope.viewer, 'comments', async (tx, admin) => {
    const comment = await lockForAdmin(tx, admin, id)
    if (!comment) return refused('not-found', MESSAGES.noComment)
    if (!comment.isHidden) return refused('conflict', MESSAGES.notHidden)
    await tx.rows(
      sql`update comments set hidden_at = null, hidden_by = null, hidden_reason = null where id = ${id}`,
    )
    await withdrawCommentEvents(tx, [id])
    const isPublic = await isShownToAll(tx, scope, comment.submissionId)
    await tell(tx, { ...comment, answeredId: isPublic ? comment.answeredId : null }, true)
    await recordAuditEvent(tx, admin, {
      action: 'submission_comment_restored',
      subject: { id: comment.submissionId, name: comment.submissionTitle },
      before: { hidden: true },
      after: { hidden: false, comment_id: id, comment_by: comment.userId },
      challengeId: comment.challengeId,
    })
    return done(null)
  })
}

interface LockedComment extends Told {
  isHidden: boolean
  submissionTitle: string
}

function lockForAdmin(tx: Db, admin: Member, id: string): Promise<LockedComment | undefined> {
  return tx.row(sql`
    select m.id, coalesce(m.parent_id, m.id) as "threadId", m.user_id as "userId", m.hidden_at is not null as "isHidden",
      s.id as "submissionId", s.title as "submissionTitle", s.challenge_id as "challengeId", s.user_id as "authorId",
      p.user_id as "answeredId"
    from comments m join submissions s on s.id = m.submission_id
      left join comments p on p.id = m.parent_id and p.text is not null and p.hidden_at is null
    where m.id = ${id} and m.text is not null and ${notOfDraft(admin)} for no key update of m`)
}

async function isShownToAll(tx: Db, { moderation }: Scope, submissionId: string): Promise<boolean> {
  const shown = await tx.row(sql`
    select 1 as found from submissions s ${joinChallenge}
    where s.id = ${submissionId} and ${submissionVisible(visitorScope(moderation))}`)
  return shown !== undefined
}

function readText(raw: string): string | Refusal {
  const text = plainText(raw)
  if (!visibleCharacter.test(text)) return refused('invalid', MESSAGES.empty)
  if (text.split('\n').length > COMMENT_LIMITS.lines) return refused('invalid', MESSAGES.tooManyLines)
  return characterCount(text) > COMMENT_LIMITS.text ? refused('invalid', MESSAGES.tooLong) : text
}
