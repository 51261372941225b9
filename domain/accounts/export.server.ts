import sql, { type Sql } from 'sql-template-tag'
import { type Cursor, openCursor } from '#platform/database/cursor.server.ts'
import type { Database } from '#platform/database/database.server.ts'

type Source = Pick<Database, 'connect'>

/** A list of what is stored about a member, with one JSON object per row. */
export interface ExportedList {
  name: string
  open(db: Source, signal: AbortSignal): Promise<Cursor<[Record<string, unknown>]>>
}

/**
 * Everything stored about a member, without secrets and without names or data of other people. The submissions they
 * voted for are given by title and URL only.
 */
export function exportedLists(id: string, publicUrl: string): ExportedList[] {
  return [
    list(
      'profile',
      sql`select jsonb_build_object('id', u.id, 'displayName', u.display_name, 'email', u.email, 'bio', u.bio,
          'avatar', u.photo_url, 'rank', u.rank, 'points', u.points, 'isAdministrator', u.is_admin,
          'joined', u.joined_date, 'updated', u.updated_at)
        from users u where u.id = ${id}`,
    ),
    list(
      'identities',
      sql`select jsonb_build_object('issuer', issuer, 'subject', subject, 'email', email,
          'emailVerified', email_verified, 'created', created_at)
        from identities where user_id = ${id} order by created_at`,
    ),
    list(
      'sessions',
      sql`select jsonb_build_object('device', device, 'started', created_at, 'lastSeen', last_seen_at,
          'ends', expires_at, 'confirmed', confirmed_at)
        from sessions where user_id = ${id} order by created_at`,
    ),
    list(
      'submissions',
      sql`select jsonb_build_object('id', s.id, 'challenge', c.title, 'title', s.title,
          'description', s.description, 'creationProcess', s.creation_process, 'aiTools', s.ai_tools_used,
          'contentUrl', s.content_url, 'imageId', s.image_id, 'status', s.status,
          'rejectionReason', s.rejection_reason, 'moderated', s.moderation_date,
          'votes', case when not s.votes_hidden then s.votes end,
          'won', coalesce(c.winner_submission_id = s.id, false), 'submitted', s.submission_date,
          'updated', s.updated_at,
          'address', ${`${publicUrl}/challenges/`}::text || s.challenge_id || '/submissions/' || s.id)
        from submissions s join challenges c on c.id = s.challenge_id
        where s.user_id = ${id} order by s.submission_date, s.id`,
    ),
    list(
      'votes',
      // The unique index begins with the challenge, so the member's votes are looked up one challenge at a time.
      sql`select jsonb_build_object('challenge', c.title, 'submission', s.title, 'cast', v.created_at,
          'address', ${`${publicUrl}/challenges/`}::text || c.id || '/submissions/' || s.id)
        from challenges c
        cross join lateral (select * from votes where challenge_id = c.id and user_id = ${id} limit 1) v
        join submissions s on s.id = v.submission_id
        order by v.created_at, v.id`,
    ),
    list(
      'vote-withdrawals',
      sql`select jsonb_build_object('challenge', c.title, 'count', w.count)
        from vote_withdrawals w join challenges c on c.id = w.challenge_id
        where w.user_id = ${id} order by c.created_at, c.id`,
    ),
    list(
      'points',
      sql`select jsonb_build_object('points', l.points, 'reason', l.reason, 'challenge', c.title,
          'at', l."timestamp")
        from points_log l left join challenges c on c.id = l.challenge_id
        where l.user_id = ${id}
          and not (l.reason in ('vote_received', 'vote_removed') and coalesce(c.hides_votes, false))
        order by l."timestamp", l.id`,
    ),
    list(
      'points-adjustments',
      sql`select jsonb_build_object('points', points, 'description', description, 'oldTotal', old_total,
          'newTotal', new_total, 'oldRank', old_rank, 'newRank', new_rank, 'at', created_at)
        from points_history where user_id = ${id} order by created_at, id`,
    ),
    list(
      'rank-history',
      sql`select jsonb_build_object('rank', rank, 'achieved', achieved_at)
        from rank_history where user_id = ${id} order by achieved_at, id`,
    ),
    list(
      'wins',
      sql`select jsonb_build_object('challenge', title, 'votes', winner_votes, 'completed', completed_at)
        from challenges where winner_id = ${id} order by completed_at, id`,
    ),
    list(
      'administrator-actions-about-me',
      sql`select jsonb_build_object('action', a.action, 'reason', a.after ->> 'reason', 'at', a.created_at,
          'submission', case a.subject_type when 'submission' then a.subject_name end)
        from audit_log a where a.subject_id = ${id} or a.subject_id in (
          select source_id from points_log where user_id = ${id} and reason = 'challenge_submission')
        order by a.created_at, a.id`,
    ),
    list(
      'administrator-actions-by-me',
      sql`select jsonb_build_object('action', action, 'subject', subject_type, 'at', created_at)
        from audit_log where admin_id = ${id} order by created_at, id`,
    ),
    list(
      'images',
      sql`select jsonb_build_object('id', id, 'purpose', purpose, 'width', width, 'height', height,
          'bytes', bytes, 'uploaded', created_at)
        from images where owner_id = ${id} order by created_at, id`,
    ),
  ]
}

/** The member's images, each with its largest stored width. */
export function exportedImages(
  db: Source,
  memberId: string,
  signal: AbortSignal,
): Promise<Cursor<[id: string, width: number]>> {
  return openCursor(
    db,
    sql`select id, (select max(width) from unnest(widths) width) from images
      where owner_id = ${memberId} order by created_at, id`,
    signal,
  )
}

function list(name: string, rows: Sql): ExportedList {
  return { name, open: (db, signal) => openCursor(db, rows, signal) }
}
