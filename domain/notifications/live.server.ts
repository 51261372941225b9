import sql from 'sql-template-tag'
import { memberActive, mostUnread } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The channel on which the database says whose notifications have changed: ids with commas, or '' for many. */
export const CHANGED_CHANNEL = 'notifications'

export interface UnreadCount {
  /** The hash of the session's token, in hexadecimal. */
  session: string
  memberId: string
  /** Counted up to 100. */
  unread: number
}

/**
 * The unread notifications of the members of these sessions, in one statement. Without those of sessions that have ended
 * and of members who may not act.
 */
export function unreadCounts(db: Db, sessions: readonly string[]): Promise<UnreadCount[]> {
  return db.rows(sql`
    select encode(s.token_hash, 'hex') as session, s.user_id as "memberId",
      (select count(*)::int from (
        select from notifications where user_id = s.user_id and read_at is null limit ${mostUnread}) counted) as unread
    from unnest(${sessions}::text[]) asked (hash)
    join sessions s on s.token_hash = decode(asked.hash, 'hex') and s.expires_at > app_now()
    join users u on u.id = s.user_id and ${memberActive()}`)
}
