import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { Admin, ConfiguredAdmins, Viewer } from '#domain/members/rules.ts'
import {
  INVITATION_DAYS,
  INVITATION_MESSAGES as MESSAGES,
  mostInvitations,
  type Role,
} from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { VerifiedClaims } from '#platform/identity/claims.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import { canAdminister, changeRole, lockRoles, membersByEmail } from './administrators.server.ts'

export interface Invitation {
  id: string
  email: string
  role: Role
  at: Date
  by: string
  expiresAt: Date
}

const isOpen = sql`i.expires_at > app_now()`
// The C collation folds ASCII letters only, so no look-alike letter matches an invited address.
const sameAddress = (email: string) => sql`lower(i.email collate "C") = lower(${email}::text collate "C")`

/** The open invitations, the newest first. */
export function openInvitations(db: Db, _admin: Admin): Promise<Invitation[]> {
  return db.rows(sql`
    select i.id, i.email, i.role, i.invited_at as at, u.display_name as by, i.expires_at as "expiresAt"
    from role_invitations i join users u on u.id = i.invited_by where ${isOpen}
    order by i.invited_at desc, i.id desc limit ${mostInvitations}`)
}

export async function openInvitation(db: Db, admin: Admin, id: string): Promise<Invitation | undefined> {
  return (await openInvitations(db, admin)).find((invitation) => invitation.id === id)
}

/**
 * Invites who signs in with a verified address within 14 days (AUTH-41). Administrators only. An address has one
 * invitation: another one replaces it. Refused for a member's address, who is given the role by name.
 */
export function inviteByEmail(
  db: Db,
  viewer: Viewer,
  { email, role }: { email: string; role: Role },
): Promise<Outcome<{ id: string }>> {
  const address = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254)
    return Promise.resolve(refused('invalid', MESSAGES.address))
  return adminTransaction(db, viewer, 'people', async (tx, admin) => {
    const [member] = await membersByEmail(tx, address)
    if (member) return refused('conflict', `${isolated(member.displayName)} ${MESSAGES.member}`)
    await lockRoles(tx, [admin.id])
    await tx.rows(sql`delete from role_invitations i where not ${isOpen} or ${sameAddress(address)}`)
    const open = await tx.rows(sql`select from role_invitations limit ${mostInvitations}`)
    if (open.length >= mostInvitations) return refused('conflict', MESSAGES.tooMany)
    const id = newId()
    await tx.rows(sql`
      insert into role_invitations (id, email, role, invited_by, expires_at)
      values (${id}, ${address}, ${role}, ${admin.id}, app_now() + make_interval(days => ${INVITATION_DAYS}))`)
    await recordAuditEvent(tx, admin, {
      action: 'admin_invited',
      subject: { id, name: maskedAddress(address) },
      before: null,
      after: { role },
    })
    return done({ id })
  })
}

/** Ends an open invitation. Administrators only. */
export function endInvitation(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'people', async (tx, admin) => {
    const ended = await tx.row<{ email: string; role: Role }>(sql`
      delete from role_invitations i where id = ${id} and ${isOpen} returning email, role`)
    if (!ended) return refused('not-found', MESSAGES.missing)
    await recordAuditEvent(tx, admin, {
      action: 'admin_invitation_ended',
      subject: { id, name: maskedAddress(ended.email) },
      before: { role: ended.role },
      after: null,
    })
    return done(null)
  })
}

/**
 * Gives a member who signs in the role of the open invitation of their verified address, once. An administrator loses
 * nothing by it, and an invitation of a former administrator is void.
 */
export async function acceptInvitation(
  db: Db,
  userId: string,
  { email, emailVerified }: Pick<VerifiedClaims, 'email' | 'emailVerified'>,
  admins: ConfiguredAdmins,
): Promise<void> {
  if (!email || !emailVerified) return
  const found = await db.row<{ id: string; invitedBy: string }>(sql`
    select i.id, i.invited_by as "invitedBy" from role_invitations i where ${sameAddress(email)} and ${isOpen}`)
  if (!found) return
  await db.transaction(async (tx) => {
    await lockRoles(tx, [userId, found.invitedBy])
    const accepted = await tx.row<{ role: Role; inviter: string }>(sql`
      delete from role_invitations i using users u
      where i.id = ${found.id} and ${isOpen} and u.id = i.invited_by returning i.role, u.display_name as inviter`)
    if (!accepted || (await canAdminister(tx, userId, admins))) return
    if (!(await canAdminister(tx, found.invitedBy, admins))) return
    const actor = { id: found.invitedBy, displayName: accepted.inviter }
    await changeRole(tx, actor, { userId, role: accepted.role }, admins)
  })
}

/** Deletes expired invitations, whose addresses are not kept longer. */
export async function sweepInvitations(db: Db): Promise<number> {
  return (await db.rows(sql`delete from role_invitations i where not ${isOpen} returning 1`)).length
}

/** 'm…@example.org': the audit log cannot forget an address of someone without an account. */
function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
