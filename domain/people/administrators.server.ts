import sql from 'sql-template-tag'
import { type Actor, COMMAND_LINE, recordAuditEvent } from '#domain/audit/record.server.ts'
import { identitiesWithEmail, isAdministrator } from '#domain/members/queries.server.ts'
import type { ConfiguredAdmins } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Role } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

const noAdmins: ConfiguredAdmins = { emails: [], userIds: [] }

/** Gives a member a role in the database, or takes it; `admins` may still name the member (AUTH-26). False: no change. */
export async function setRole(
  db: Db,
  userId: string,
  role: Role | null,
  admins: ConfiguredAdmins = noAdmins,
): Promise<boolean> {
  const change = await db.transaction((tx) => changeRole(tx, COMMAND_LINE, { userId, role }, admins))
  return change === 'changed'
}

/** As `setRole`, by `actor`. A member who may not act gets no role. Runs in a transaction. */
export async function changeRole(
  tx: Db,
  actor: Actor,
  { userId, role }: { userId: string; role: Role | null },
  admins: ConfiguredAdmins,
): Promise<'changed' | 'same' | 'missing' | 'suspended'> {
  await lockRoles(tx, [userId])
  const member = await tx.row<{ name: string; was: Role | null; suspended: boolean }>(sql`
    select u.display_name as name, u.suspended_at is not null as suspended, ${storedRole} as was
    from users u where id = ${userId} and deleted_at is null`)
  if (!member) return 'missing'
  if (member.was === role) return 'same'
  if (role && member.suspended) return 'suspended'
  await tx.rows(sql`
    update users set is_admin = ${role === 'administrator'}, updated_at = app_now() where id = ${userId}`)
  await tx.rows(
    role
      ? sql`
        insert into admins (user_id, role, granted_by) values (${userId}, ${role}, ${actor.id})
        on conflict (user_id) do update set role = excluded.role, granted_at = app_now(), granted_by = excluded.granted_by`
      : sql`delete from admins where user_id = ${userId}`,
  )
  // What a former administrator has offered is void.
  if (role !== 'administrator') await tx.rows(sql`delete from role_invitations where invited_by = ${userId}`)
  await updateAdminBadges(tx, admins, userId)
  await recordAuditEvent(tx, actor, {
    action: role ? 'admin_granted' : 'admin_revoked',
    subject: { id: userId, name: member.name },
    before: { role: member.was },
    after: { role },
  })
  return 'changed'
}

/**
 * Locks these members, and then all changes of roles: the last two administrators cannot both count on each other. What
 * is read afterwards is what earlier changes have left.
 */
export async function lockRoles(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.rows(sql`select from users where id = any(${userIds}::uuid[]) order by id for no key update`)
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`)
}

/** The role that the database gives the user `u`, or null. */
const storedRole = sql`(case when u.is_admin then 'administrator' else (select role from admins where user_id = u.id) end)`

/**
 * Updates the administrator badges of all members, or of one. A badge gives no right by itself, but a command ends only
 * if its administrator still has one. Runs at start, because the configuration may have changed, and at each sign-in,
 * which may verify another e-mail address.
 */
export async function updateAdminBadges(db: Db, admins: ConfiguredAdmins, userId?: string): Promise<void> {
  const candidates = userId
    ? sql`select ${userId}::uuid`
    : sql`
      select id from users where is_admin or admin_badge
      union select user_id from admins where role = 'administrator'
      union select unnest(${admins.userIds}::uuid[])
      union (${identitiesWithEmail(admins.emails)})`
  await db.rows(sql`
    update users u set admin_badge = ${isAdministrator(admins)}
    where u.id in (${candidates}) and u.admin_badge <> ${isAdministrator(admins)} and u.deleted_at is null`)
}

/** Whether a member is an administrator, by the database or by configuration. */
export async function canAdminister(db: Db, userId: string, admins: ConfiguredAdmins): Promise<boolean> {
  return (
    (await db.row(sql`select from users u where u.id = ${userId} and ${isAdministrator(admins)}`)) !==
    undefined
  )
}

/** Whether an administrator other than this member exists who is not suspended. */
export async function hasOtherAdministrator(
  db: Db,
  userId: string,
  admins: ConfiguredAdmins,
): Promise<boolean> {
  // By the badge, which has an index and follows every way of becoming an administrator.
  const other = await db.row(sql`
    select from users u where u.admin_badge and u.id <> ${userId} and ${memberActive()} and ${isAdministrator(admins)}
    limit 1`)
  return other !== undefined
}

/** The members with this e-mail address, verified by their provider, in any case. */
export function membersByEmail(db: Db, email: string): Promise<{ id: string; displayName: string }[]> {
  return db.rows(sql`
    select distinct u.id, u.display_name as "displayName" from users u join identities i on i.user_id = u.id
    where lower(i.email) = lower(${email}) and i.email_verified`)
}

/** The settings that name a member as administrator (AUTH-26). */
export async function administratorsNamed(
  db: Db,
  userId: string,
  { emails, userIds }: ConfiguredAdmins,
): Promise<{ setting: 'ADMIN_EMAILS' | 'ADMIN_USER_IDS'; value: string }[]> {
  const verified = await db.rows<{ email: string }>(sql`
    select distinct configured.email from identities i join unnest(${emails}::text[]) configured (email)
      on lower(i.email collate "C") = lower(configured.email collate "C")
    where i.user_id = ${userId} and i.email_verified`)
  const ids = userIds.filter((id) => id.toLowerCase() === userId)
  return [
    ...verified.map(({ email }) => ({ setting: 'ADMIN_EMAILS' as const, value: email })),
    ...ids.map((id) => ({ setting: 'ADMIN_USER_IDS' as const, value: id })),
  ]
}
