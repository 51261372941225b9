import sql, { type Sql } from 'sql-template-tag'
import type { ConfiguredAdmins, Member } from '#domain/members/rules.ts'
import { hasRowOf, memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashSecret } from '#platform/secret.server.ts'

interface SignedIn {
  viewer: Member
  /** The session was last extended an hour ago or earlier. */
  renewalDue: boolean
  /** Notifications, counted up to `mostUnread`. */
  unread: number
  /** The database's time. */
  now: Date
}

/** Unread notifications are counted up to so many. */
const mostUnread = 100

/** The member of an open session, or null if it is unknown, ended or expired, or the member may not act. */
export async function findViewer(db: Db, token: string, admins: ConfiguredAdmins): Promise<SignedIn | null> {
  const row = await db.row<Member & Omit<SignedIn, 'viewer'>>(
    sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points,
      ${isAdministrator(admins)} as "isAdmin", ${hasRowOf('moderator')} as "isModerator",
      s.last_seen_at <= app_now() - interval '1 hour' as "renewalDue",
      (select count(*)::int from (
        select from notifications where user_id = u.id and read_at is null limit ${mostUnread}) counted) as unread,
      app_now() as now
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashSecret(token)} and s.expires_at > app_now() and ${memberActive()}`,
  )
  if (!row) return null
  const { renewalDue, unread, now, ...viewer } = row
  return { viewer, renewalDue, unread, now }
}

/** Whether the user `u` is an administrator (AUTH-26). */
export function isAdministrator(admins: ConfiguredAdmins): Sql {
  return sql`(
    u.is_admin
    or u.id::text = any(${admins.userIds}::text[])
    or ${hasRowOf('administrator')}
    or exists (${identitiesWithEmail(admins.emails)} and i.user_id = u.id))`
}

/** Selects the user ids that verified one of these e-mail addresses; callers may continue the WHERE clause. */
export function identitiesWithEmail(emails: readonly string[]): Sql {
  // The C collation folds ASCII letters only, so no look-alike letter matches a configured address.
  return sql`
    select i.user_id from identities i join unnest(${emails}::text[]) configured (email)
      on lower(i.email collate "C") = lower(configured.email collate "C")
    where i.email_verified`
}

export interface OwnProfile {
  id: string
  displayName: string
  bio: string | null
  email: string | null
  photoUrl: string
  /** Null if the member has uploaded an image. */
  preset: number | null
  rank: string
  joinedAt: Date
}

/** What the viewer edits on the own profile page (PROF-16). */
export function ownProfile(db: Db, viewer: Member): Promise<OwnProfile | undefined> {
  return db.row(sql`
    select id, display_name as "displayName", bio, email, photo_url as "photoUrl",
      case when photo_image_id is null then avatar_preset end as preset, rank, joined_date as "joinedAt"
    from users where id = ${viewer.id}`)
}

export interface MemberProfile {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
  bio: string | null
  joinedAt: Date
}

/** A member's profile; undefined if there is none (PROF-7). Throws 'User ID is required' for an empty id (PROF-14). */
export async function memberProfile(db: Db, userId: string): Promise<MemberProfile | undefined> {
  if (!userId) throw new Error('User ID is required')
  return db.row(sql`
    select id, display_name as "displayName", photo_url as "photoUrl", rank, admin_badge as "isAdmin", points, bio,
      joined_date as "joinedAt"
    from users where id = ${userId} and deleted_at is null`)
}
