import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

/** Makes a member an administrator, or ends that (entry §6). Safe to repeat; false when there is no such member. */
export async function setAdministrator(db: Db, userId: string, isAdmin: boolean): Promise<boolean> {
  const member = await db.row(sql`
    update users set is_admin = ${isAdmin}, updated_at = dojo_now() where id = ${userId} returning id`)
  if (member && !isAdmin) await db.rows(sql`delete from admins where user_id = ${userId}`)
  return member !== undefined
}

/** The members who sign in with an e-mail address that their provider has verified, in any case of letters. */
export function membersByEmail(db: Db, email: string): Promise<{ id: string; displayName: string }[]> {
  return db.rows(sql`
    select distinct u.id, u.display_name as "displayName" from users u join identities i on i.user_id = u.id
    where lower(i.email) = lower(${email}) and i.email_verified`)
}
