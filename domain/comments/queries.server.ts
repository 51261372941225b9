import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { commentShown, joinChallenge } from '#domain/submissions/queries.server.ts'
import { submissionListed } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { COMMENT_LIMITS } from './rules.ts'

/** Comments are counted up to it: all that a submission may have, so that each is on a page. */
const mostCounted = COMMENT_LIMITS.perSubmissionInAll

export interface Comment {
  id: string
  /** Null if the author deleted it, or if it is hidden from the viewer. */
  text: string | null
  /** Null if the author deleted it or their account. */
  author: { id: string; displayName: string; photoUrl: string; rank: string; isAdmin: boolean } | null
  at: Date
  isEdited: boolean
  isDeleted: boolean
  /** For administrators and the author with the reason, for others empty; null if it is not hidden. */
  hidden: { reason: string } | null
  mayEdit: boolean
  mayDelete: boolean
  /** Hide it, or show it again. */
  mayHide: boolean
}

export interface Thread extends Comment {
  /** The newest ones on the page of all comments, all on the page of the thread; the oldest first. */
  replies: Comment[]
  replyCount: number
  /** It takes no more replies of the viewer. */
  isFull: boolean
}

export interface CommentPage {
  threads: Thread[]
  /** Threads, and comments that are shown. */
  total: number
  shown: number
}

/**
 * One page of the comments of a submission, the newest first, each with its newest replies, the oldest first (TALK-1), or
 * only the one thread `threadId` with all replies. The caller checks that the viewer may see the submission.
 */
export async function commentsOf(
  db: Db,
  viewer: Viewer,
  submissionId: string,
  { page, threadId }: { page: number; threadId: string | null },
): Promise<CommentPage> {
  const offset = (Math.min(page, mostCounted / COMMENT_LIMITS.perPage) - 1) * COMMENT_LIMITS.perPage
  const threadsOf = sql`submission_id = ${submissionId} and parent_id is null and ${isListed}`
  const replyLimit = threadId ? COMMENT_LIMITS.repliesInAll : COMMENT_LIMITS.repliesShown
  const rows = await db.rows<Row>(sql`
    with threads as materialized (
      select id from comments where ${threadsOf} ${threadId ? sql`and id = ${threadId}` : sql``}
      order by created_at desc, id desc limit ${COMMENT_LIMITS.perPage} offset ${offset}),
    listed as materialized (
      select id from threads
      union all select r.id from threads t cross join lateral (
        select id from comments where parent_id = t.id and text is not null
        order by created_at desc, id desc limit ${replyLimit}) r)
    select ${commentColumns(viewer)}, m.parent_id as "parentId",
      (select count(*)::int from comments r where r.parent_id = m.id and r.text is not null) as "replyCount",
      ${isFullFor(viewer)} as "isFull",
      (select count(*)::int from (select from comments where ${threadsOf} limit ${mostCounted}) n) as total,
      (select count(*)::int from (select from comments m where submission_id = ${submissionId} and ${commentShown}
        limit ${mostCounted}) n) as shown
    from comments m join users u on u.id = m.user_id where m.id = any(array(select id from listed))
    order by m.created_at, m.id`)
  const replies = Map.groupBy(rows, ({ parentId }) => parentId)
  const threads = (replies.get(null) ?? []).toReversed()
  return {
    threads: threads.map(({ parentId, total, shown, ...thread }) => ({
      ...thread,
      replies: (replies.get(thread.id) ?? []).map(
        ({ parentId, total, shown, replyCount, isFull, ...reply }) => reply,
      ),
    })),
    total: rows[0]?.total ?? 0,
    shown: rows[0]?.shown ?? 0,
  }
}

interface Row extends Comment {
  parentId: string | null
  replyCount: number
  isFull: boolean
  total: number
  shown: number
}

/**
 * A deleted comment is listed for its replies only, not if its row stays for reports. Without its last reply it is marked
 * so, perhaps minutes later. PostgreSQL would answer `exists` with a hash of all replies.
 */
const isListed = sql`is_listed and (text is not null
  or (select r.id from comments r where r.parent_id = comments.id and r.text is not null limit 1) is not null)`

function commentColumns(viewer: Viewer): Sql {
  const isMine = sql`(m.user_id = ${viewer?.id ?? null}::uuid)`
  const mayHide = mayUse(viewer, 'comments')
  const seesHidden = sql`(${mayHide} or coalesce(${isMine}, false))`
  return sql`
    m.id, m.created_at as at, m.edited_at is not null as "isEdited", m.text is null as "isDeleted",
    case when m.hidden_at is null or ${seesHidden} then m.text end as text,
    case when m.text is not null and u.deleted_at is null and (m.hidden_at is null or ${seesHidden}) then
      json_build_object('id', u.id, 'displayName', u.display_name, 'photoUrl', u.photo_url, 'rank', u.rank,
        'isAdmin', u.admin_badge) end as author,
    case when m.hidden_at is not null then
      json_build_object('reason', case when ${seesHidden} then m.hidden_reason else '' end) end as hidden,
    coalesce(${isMine} and m.text is not null and m.hidden_at is null and ${editable}, false) as "mayEdit",
    coalesce(${isMine} and m.text is not null, false) as "mayDelete", ${mayHide} and m.text is not null as "mayHide"`
}

/** The comment `m` takes no more replies of the viewer. Those that administrators hide make room for others. */
export function isFullFor(viewer: Viewer): Sql {
  const { replies, few, repliesInAll } = COMMENT_LIMITS
  const id = sql`${viewer?.id ?? null}::uuid`
  return sql`(
    select count(*) >= ${repliesInAll} or count(*) filter (where r.hidden_at is null) >= ${replies}
      and count(*) filter (where r.user_id = ${id}) >= ${few} and ${id} is distinct from m.user_id
      and ${id} is distinct from (select user_id from submissions where id = m.submission_id)
    from comments r where r.parent_id = m.id and r.text is not null)`
}

/** The time in which an author may edit is not over. `m` is the comment. */
export const editable = sql`m.created_at > app_now() - make_interval(mins => ${COMMENT_LIMITS.editMinutes})`

export interface CommentInContext extends Comment {
  submissionId: string
  submissionTitle: string
  challengeId: string
  /** The thread that it belongs to: its own id or that of the comment that it answers. */
  threadId: string
}

/** One comment of a submission that the viewer may see, for a page about it; undefined if there is none. */
export function commentById(db: Db, scope: Scope, id: string): Promise<CommentInContext | undefined> {
  return db.row(sql`
    select ${commentColumns(scope.viewer)}, s.id as "submissionId", s.title as "submissionTitle",
      s.challenge_id as "challengeId", coalesce(m.parent_id, m.id) as "threadId"
    from comments m join users u on u.id = m.user_id join submissions s on s.id = m.submission_id ${joinChallenge}
    where m.id = ${id} and ${submissionListed(scope)}`)
}

export interface OwnComment {
  text: string
  /** Null if the viewer does not see the submission any more. */
  place: {
    id: string
    challengeId: string
    submissionId: string
    submissionTitle: string
    threadId: string
  } | null
}

/** A comment of the viewer, also of a submission that they do not see any more; undefined if there is none. */
export function ownCommentById(
  db: Db,
  scope: Scope & { viewer: Member },
  id: string,
): Promise<OwnComment | undefined> {
  return db.row(sql`
    select m.text, case when ${submissionListed(scope)} then
      json_build_object('id', m.id, 'challengeId', s.challenge_id, 'submissionId', s.id, 'submissionTitle', s.title,
        'threadId', coalesce(m.parent_id, m.id)) end as place
    from comments m join submissions s on s.id = m.submission_id ${joinChallenge}
    where m.id = ${id} and m.user_id = ${scope.viewer.id} and m.text is not null`)
}
