import sql, { type Sql } from 'sql-template-tag'
import type { ConfiguredAdmins, Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashSecret } from '#platform/secret.server.ts'

/**
 * Whether a member may act: neither suspended nor deleted. `u` is the row of users. Commands lock it `for key share`,
 * so that a suspension or deletion at the same moment waits for the command, or the command finds no member.
 */
export function memberActive(): Sql {
  return sql`(u.suspended_at is null and u.deleted_at is null)`
}

/** True for a member who may act now. */
export async function isActiveMember(db: Db, userId: string): Promise<boolean> {
  return (await db.row(sql`select from users u where u.id = ${userId} and ${memberActive()}`)) !== undefined
}

interface SignedIn {
  viewer: Member
  /** True when the session was last extended an hour ago or earlier. */
  renewalDue: boolean
}

/**
 * The member whose session this is, or null: unknown, ended or run out, or the member is suspended.
 */
export async function findViewer(db: Db, token: string, admins: ConfiguredAdmins): Promise<SignedIn | null> {
  const found = await db.row<Member & { renewalDue: boolean }>(
    sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points,
      ${isAdministrator(admins)} as "isAdmin",
      s.last_seen_at <= app_now() - interval '1 hour' as "renewalDue"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashSecret(token)} and s.expires_at > app_now() and ${memberActive()}`,
  )
  if (!found) return null
  const { renewalDue, ...viewer } = found
  return { viewer, renewalDue }
}

/** Whether the user `u` is an administrator (AUTH-26). */
export function isAdministrator(admins: ConfiguredAdmins): Sql {
  return sql`(
    u.is_admin
    or u.id::text = any(${admins.userIds}::text[])
    or exists (select 1 from admins a where a.user_id = u.id)
    or exists (${identitiesWithEmail(admins.emails)} and i.user_id = u.id))`
}

/** The user ids of identities that verified one of these e-mail addresses; the WHERE can be continued. */
export function identitiesWithEmail(emails: readonly string[]): Sql {
  // The C collation folds ASCII letters only, so no look-alike letter passes for one of a configured address.
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
  /** The preset that shows, or null where an own picture does. */
  preset: number | null
  rank: string
  joinedAt: Date
  /** When the name can be changed again; null where it can be changed now. */
  nameFrozenUntil: Date | null
}

/**
 * Until when a member's name stays as it is: voters recognise a submission by its author, so the name does not change
 * while voting is open for a submission of the member. Null where there is none.
 */
export function nameFrozenUntil(userId: Sql): Sql {
  return sql`(
    select max(c.voting_ends_at) from submissions s join challenges c on c.id = s.challenge_id
    where s.user_id = ${userId} and s.status <> 'rejected' and c.status = 'voting')`
}

/** What a member sees of themselves while editing (PROF-16); nobody else may be asked for. */
export function ownProfile(db: Db, viewer: Member): Promise<OwnProfile | undefined> {
  return db.row(sql`
    select id, display_name as "displayName", bio, email, photo_url as "photoUrl",
      case when photo_image_id is null then avatar_preset end as preset, rank, joined_date as "joinedAt",
      ${nameFrozenUntil(sql`users.id`)} as "nameFrozenUntil"
    from users where id = ${viewer.id}`)
}
