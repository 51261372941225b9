import sql, { type Sql } from 'sql-template-tag'
import { imageColumns } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { notOfDraft } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Admin } from '#domain/members/rules.ts'
import {
  contentVersion,
  judgementVersion,
  type SubmissionStatus,
  undoable,
} from '#domain/submissions/queries.server.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { moderated, moderationFields, type SubmissionToModerate } from './queries.server.ts'

/** Pending submissions that the strip shows before and after the current one, and judged ones. */
const strip = { before: 6, after: 12, judged: 24 } as const

/** Where counting stops. */
export const mostCounted = 500

const mostChallenges = 50

/** Pending submissions, oldest first, of one challenge or of all. `s` is the submission. */
function waiting(admin: Admin, challengeId: string | null): Sql {
  return sql`s.status = 'pending' and ${ofChallenge(admin, challengeId)}`
}

function ofChallenge(admin: Admin, challengeId: string | null): Sql {
  return sql`${challengeId ? sql`s.challenge_id = ${challengeId}` : sql`true`} and ${notOfDraft(admin)}`
}

/** Submissions that the administrator judged, while it can be undone. Their audit entries are few, the submissions many. */
function judgedBy(admin: Admin, challengeId: string | null): Sql {
  return sql`s.id in (
      select a.subject_id from audit_log a
      where a.created_at > app_now() - make_interval(mins => ${undoMinutes}) and a.admin_id = ${admin.id}
        and a.action in ('submission_approved', 'submission_rejected'))
    and ${undoable} and s.moderator_id = ${admin.id} and ${ofChallenge(admin, challengeId)}`
}

/**
 * The submission to look at: the one asked for while it is in the queue, else the pending one that follows it, else the
 * oldest pending one. Null if none is pending.
 */
export async function currentInQueue(
  db: Db,
  admin: Admin,
  challengeId: string | null,
  askedId: string | null,
): Promise<string | null> {
  const found = await db.row<{ id: string | null }>(sql`
    select coalesce(
      (select s.id from submissions s where s.id = ${askedId} and (${waiting(admin, challengeId)} or ${judgedBy(admin, challengeId)})),
      (select following.id from submissions asked cross join lateral (
          select s.id from submissions s
          where ${waiting(admin, challengeId)} and (s.submission_date, s.id) > (asked.submission_date, asked.id)
          order by s.submission_date, s.id limit 1) following
        where asked.id = ${askedId}),
      (select s.id from submissions s where ${waiting(admin, challengeId)} order by s.submission_date, s.id limit 1)) as id`)
  return found?.id ?? null
}

export interface QueueItem {
  id: string
  title: string
  kind: Kind
  status: SubmissionStatus
  image: StoredImage | null
  /** The version of the content. */
  version: number
  /** Null while pending. */
  judgedAt: Date | null
  judgementVersion: number | null
}

/** What is around a submission in the queue, in its order: pending submissions, and what the administrator judged. */
export function queueAround(
  db: Db,
  admin: Admin,
  challengeId: string | null,
  currentId: string | null,
): Promise<QueueItem[]> {
  return db.rows(sql`
    with here as (select submission_date, id from submissions where id = ${currentId})
    select s.id, s.title, s.kind, s.status, ${imageColumns(sql`image`)} as image, ${contentVersion} as version,
      case when s.status <> 'pending' then s.moderation_date end as "judgedAt",
      ${judgementVersion} as "judgementVersion"
    from (
      select earlier.id from here cross join lateral (
        select s.id from submissions s
        where ${waiting(admin, challengeId)} and (s.submission_date, s.id) < (here.submission_date, here.id)
        order by s.submission_date desc, s.id desc limit ${strip.before}) earlier
      union select later.id from here cross join lateral (
        select s.id from submissions s
        where ${waiting(admin, challengeId)} and (s.submission_date, s.id) >= (here.submission_date, here.id)
        order by s.submission_date, s.id limit ${strip.after}) later
      union select judged.id from (
        select s.id from submissions s where ${judgedBy(admin, challengeId)}
        order by s.moderation_date desc limit ${strip.judged}) judged
    ) shown
    join submissions s on s.id = shown.id
    left join images image on image.id = s.image_id
    order by s.submission_date, s.id`)
}

export interface QueueCounts {
  /** Pending submissions, and those of them before the current one; each counted up to one more than `mostCounted`. */
  pending: number
  pendingBefore: number
  /** What the administrator judged, and what of it is before the current one. */
  judged: number
  judgedBefore: number
  /** The oldest pending submission. */
  oldestId: string | null
}

export async function queueCounts(
  db: Db,
  admin: Admin,
  challengeId: string | null,
  currentId: string | null,
): Promise<QueueCounts> {
  const before = sql`(s.submission_date, s.id) < (here.submission_date, here.id)`
  const counts = await db.row<QueueCounts>(sql`
    with here as (select submission_date, id from submissions where id = ${currentId}),
      judged as (select s.id, s.submission_date from submissions s where ${judgedBy(admin, challengeId)})
    select
      (select count(*)::int from (
        select from submissions s where ${waiting(admin, challengeId)} limit ${mostCounted + 1}) counted) as pending,
      (select count(*)::int from here cross join lateral (
        select from submissions s where ${waiting(admin, challengeId)} and ${before} limit ${mostCounted + 1}) counted)
        as "pendingBefore",
      (select count(*)::int from judged) as judged,
      (select count(*)::int from judged s, here where ${before}) as "judgedBefore",
      (select s.id from submissions s where ${waiting(admin, challengeId)} order by s.submission_date, s.id limit 1) as "oldestId"`)
  return counts ?? { pending: 0, pendingBefore: 0, judged: 0, judgedBefore: 0, oldestId: null }
}

interface QueuedSubmission extends SubmissionToModerate {
  description: string
  creationProcess: string | null
  prompt: string | null
  kind: Kind
  image: StoredImage | null
  imageAlt: string | null
  contentUrl: string | null
  tools: string[]
  rejectionReason: string | null
  challenge: { id: string; title: string; kind: Kind; requirements: string }
  author: { id: string | null; displayName: string; photoUrl: string; rank: string; isDeleted: boolean }
  joinedAt: Date
  /** The author's other submissions by status. */
  record: Record<SubmissionStatus, number>
}

/** What an administrator reads to judge a submission. */
export function queuedSubmission(db: Db, admin: Admin, id: string): Promise<QueuedSubmission | undefined> {
  return db.row(sql`
    select ${moderationFields(admin)}, s.description, s.creation_process as "creationProcess", s.prompt, s.kind, ${imageColumns(sql`image`)} as image,
      s.image_alt as "imageAlt", s.content_url as "contentUrl", s.ai_tools_used as tools,
      s.rejection_reason as "rejectionReason",
      json_build_object('id', c.id, 'title', c.title, 'kind', c.kind, 'requirements', c.requirements) as challenge,
      json_build_object('id', case when u.deleted_at is null then u.id end, 'displayName', u.display_name,
        'photoUrl', u.photo_url, 'rank', u.rank, 'isDeleted', u.deleted_at is not null) as author,
      u.joined_date as "joinedAt",
      (select json_build_object('pending', count(*) filter (where o.status = 'pending'),
          'approved', count(*) filter (where o.status = 'approved'),
          'rejected', count(*) filter (where o.status = 'rejected'))
        from submissions o where o.user_id = s.user_id and o.id <> s.id) as record
    ${moderated(admin, id)}`)
}

/** Challenges with pending submissions, newest first. Each costs one look into the index, however many it has. */
export function waitingChallenges(db: Db, admin: Admin): Promise<{ id: string; title: string }[]> {
  const newest = sql`s.status = 'pending' and ${notOfDraft(admin)} order by s.challenge_id desc limit 1`
  return db.rows(sql`
    with recursive waiting (id, depth) as (
      select (select s.challenge_id from submissions s where ${newest}), 1
      union all
      select (select s.challenge_id from submissions s where s.challenge_id < w.id and ${newest}), w.depth + 1
      from waiting w where w.id is not null and w.depth < ${mostChallenges})
    select c.id, c.title from waiting w join challenges c on c.id = w.id order by c.id desc`)
}
