import sql from 'sql-template-tag'
import { roleRemoved } from '#domain/audit/admin-transaction.server.ts'
import { identitiesWithEmail, isAdministrator } from '#domain/members/queries.server.ts'
import type { Admin, ConfiguredAdmins, Viewer } from '#domain/members/rules.ts'
import { hasRowOf } from '#domain/roles/queries.server.ts'
import { ROLE_MESSAGES as MESSAGES, mayUse, type Role } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import {
  administratorsNamed,
  canAdminister,
  changeRole,
  hasOtherAdministrator,
  lockRoles,
} from './administrators.server.ts'

const mostListed = 500

export interface PersonWithRole {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  role: Role
  /** Null where it was not recorded. */
  since: Date | null
  /** Who gave the role; null for the settings, the command line and deleted accounts. */
  by: string | null
  isSuspended: boolean
  /** The settings that name the member, who keeps the role whatever the database says. */
  settings: string[]
}

/** Everyone with a role: administrators first, then by name (AUTH-40). */
export function peopleWithRoles(db: Db, _admin: Admin, admins: ConfiguredAdmins): Promise<PersonWithRole[]> {
  return db.rows(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank,
      case when ${isAdministrator(admins)} then 'administrator' else 'moderator' end as role,
      a.granted_at as since, giver.display_name as by, u.suspended_at is not null as "isSuspended",
      array_remove(array[
        case when exists (${identitiesWithEmail(admins.emails)} and i.user_id = u.id) then 'ADMIN_EMAILS' end,
        case when u.id::text = any(${admins.userIds}::text[]) then 'ADMIN_USER_IDS' end], null) as settings
    from users u left join admins a on a.user_id = u.id
      left join users giver on giver.id = a.granted_by and giver.deleted_at is null
    where u.deleted_at is null and u.id in (
      select user_id from admins union select id from users where admin_badge)
      and (${isAdministrator(admins)} or ${hasRowOf('moderator')})
    order by role, u.display_name, u.id limit ${mostListed}`)
}

interface PersonToChange {
  displayName: string
  role: Role | null
  /** Why the role cannot become `wanted`, or null. */
  refusal: string | null
}

/** A member whose role is about to become `wanted`. */
export async function personToChange(
  db: Db,
  _admin: Admin,
  userId: string,
  wanted: Role | null,
  admins: ConfiguredAdmins,
): Promise<PersonToChange | undefined> {
  const person = await db.row<Omit<PersonToChange, 'refusal'> & { isSuspended: boolean }>(sql`
    select u.display_name as "displayName", u.suspended_at is not null as "isSuspended",
      case when ${isAdministrator(admins)} then 'administrator' when ${hasRowOf('moderator')} then 'moderator' end as role
    from users u where u.id = ${userId} and u.deleted_at is null`)
  if (!person) return undefined
  const { displayName, role, isSuspended } = person
  return { displayName, role, refusal: await refusalOf() }

  async function refusalOf() {
    if (role === wanted) return wanted ? MESSAGES.sameRole : MESSAGES.noRole
    if (isSuspended && wanted) return MESSAGES.suspended
    return role === 'administrator' ? removalRefusal(db, userId, admins) : null
  }
}

/**
 * Gives a member a role, or takes it. Administrators only. The last administrator stays, and so do those whom the
 * settings name (AUTH-39).
 */
export async function giveRole(
  db: Db,
  viewer: Viewer,
  { userId, role }: { userId: string; role: Role | null },
  admins: ConfiguredAdmins,
): Promise<Outcome<null>> {
  if (!viewer || !mayUse(viewer, 'people')) return refused('forbidden', 'Access Denied')
  return db.transaction(async (tx) => {
    await lockRoles(tx, [viewer.id, userId])
    // Not after the change, which may take the viewer's own role.
    const denied = await roleRemoved(tx, viewer, 'people')
    if (denied) return denied
    const isDemotion = role !== 'administrator' && (await canAdminister(tx, userId, admins))
    const refusal = isDemotion && (await removalRefusal(tx, userId, admins))
    if (refusal) return refused('conflict', refusal)
    const change = await changeRole(tx, viewer, { userId, role }, admins)
    if (change === 'missing') return refused('not-found', MESSAGES.noMember)
    if (change === 'suspended') return refused('conflict', MESSAGES.suspended)
    if (change === 'same') return refused('conflict', role ? MESSAGES.sameRole : MESSAGES.noRole)
    return done(null)
  })
}

async function removalRefusal(db: Db, userId: string, admins: ConfiguredAdmins): Promise<string | null> {
  if ((await administratorsNamed(db, userId, admins)).length > 0) return MESSAGES.configured
  return (await hasOtherAdministrator(db, userId, admins)) ? null : MESSAGES.last
}
