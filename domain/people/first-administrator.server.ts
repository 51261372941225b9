import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { ConfiguredAdmins, Member } from '#domain/members/rules.ts'
import { SETUP_MESSAGES as MESSAGES, SETUP_CODE_MINUTES } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { changeRole, lockRoles } from './administrators.server.ts'

// A site whose settings name no administrator and whose database has none gives the role to the member who types the
// code that the operator was shown (AUTH-42).

/** Digits and capitals without those that look like others. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new code such as `K7QM-4TXD`, in place of the one before; undefined where an administrator is known. */
export function newSetupCode(db: Db, admins: ConfiguredAdmins): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockRoles(tx, [])
    if (await hasAdministrator(tx, admins)) return undefined
    const letters = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
    const code = `${letters.slice(0, 4)}-${letters.slice(4)}`
    await tx.rows(sql`
      insert into setup_codes (hash, expires_at)
      values (${hashOf(code)}, app_now() + make_interval(mins => ${SETUP_CODE_MINUTES}))
      on conflict (only_one) do update set hash = excluded.hash, expires_at = excluded.expires_at`)
    return code
  })
}

/** Whether the site has no administrator and a code that has not expired. */
export async function awaitsAdministrator(db: Db, admins: ConfiguredAdmins): Promise<boolean> {
  const open = await db.row(sql`select from setup_codes where expires_at > app_now()`)
  return open !== undefined && !(await hasAdministrator(db, admins))
}

/** Makes the member who typed the code the first administrator, once. Refused for another code, and once there is one. */
export function becomeFirstAdministrator(
  db: Db,
  viewer: Member,
  typed: string,
  admins: ConfiguredAdmins,
): Promise<Outcome<null>> {
  return db.transaction(async (tx) => {
    await lockRoles(tx, [viewer.id])
    if (await hasAdministrator(tx, admins)) return refused('conflict', MESSAGES.exists)
    const found = await tx.row(sql`
      select from setup_codes where hash = ${hashOf(typed)} and expires_at > app_now()`)
    if (!found) return refused('invalid', MESSAGES.wrong)
    const change = await changeRole(tx, viewer, { userId: viewer.id, role: 'administrator' }, admins)
    if (change !== 'changed') return refused('forbidden', MESSAGES.failed)
    await tx.rows(sql`delete from setup_codes`)
    return done(null)
  })
}

/** Whether the settings or the database name an administrator. */
export async function hasAdministrator(db: Db, { emails, userIds }: ConfiguredAdmins): Promise<boolean> {
  if (emails.length + userIds.length > 0) return true
  return (await db.row(sql`select from users where admin_badge and deleted_at is null limit 1`)) !== undefined
}

function hashOf(code: string): Buffer {
  return hashSecret(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
}
