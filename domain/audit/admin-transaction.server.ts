import sql from 'sql-template-tag'
import type { Admin, Member, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Outcome, type Refusal, refused } from '#platform/outcome.ts'

const ACCESS_DENIED = refused('forbidden', 'Access Denied')

/**
 * Runs a command of an administrator in one transaction. Refused, with nothing written, if the viewer is no
 * administrator, also if the role or the account was removed while the command waited for a lock.
 */
export async function adminTransaction<Value>(
  db: Db,
  viewer: Viewer,
  work: (tx: Db, admin: Admin) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  if (!viewer?.isAdmin) return ACCESS_DENIED
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx, viewer as Admin)
      if (!outcome.ok) return outcome
      const refusal = await roleRemoved(tx, viewer)
      if (refusal) throw new RoleRemoved()
      return outcome
    })
  } catch (error) {
    if (error instanceof RoleRemoved) return ACCESS_DENIED
    throw error
  }
}

/** The refusal of a command whose administrator lost the role or the account, or null. Asked after locks are held. */
export async function roleRemoved(tx: Db, admin: Member): Promise<Refusal | null> {
  // The badge follows the roles that the configuration gives.
  const found = await tx.row(sql`
    select from users u where u.id = ${admin.id} and u.deleted_at is null
      and (u.is_admin or u.admin_badge or exists (select from admins a where a.user_id = u.id))`)
  return found ? null : ACCESS_DENIED
}

/** Undoes the transaction. */
class RoleRemoved extends Error {}
