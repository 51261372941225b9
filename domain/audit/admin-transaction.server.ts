import sql from 'sql-template-tag'
import type { Admin, Member, Viewer } from '#domain/members/rules.ts'
import { hasRowOf, memberActive } from '#domain/roles/queries.server.ts'
import { AREAS, type Area, mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Outcome, type Refusal, refused } from '#platform/outcome.ts'

const ACCESS_DENIED = refused('forbidden', 'Access Denied')

/**
 * Runs a command of an area of administration in one transaction. Refused, with nothing written, if the viewer has not
 * the role that the area needs, also if the role or the account was removed while the command waited for a lock.
 */
export async function adminTransaction<Value>(
  db: Db,
  viewer: Viewer,
  area: Area,
  work: (tx: Db, admin: Admin) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  if (!viewer || !mayUse(viewer, area)) return ACCESS_DENIED
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx, viewer as Admin)
      if (!outcome.ok) return outcome
      const refusal = await roleRemoved(tx, viewer, area)
      if (refusal) throw new RoleRemoved()
      return outcome
    })
  } catch (error) {
    if (error instanceof RoleRemoved) return ACCESS_DENIED
    throw error
  }
}

/** The refusal of a command whose viewer lost the role or the account, or null. Asked after locks are held. */
export async function roleRemoved(tx: Db, admin: Member, area: Area): Promise<Refusal | null> {
  const orModerator = AREAS[area] === 'moderator' ? sql`or ${hasRowOf('moderator')}` : sql``
  // The badge follows the roles that the configuration gives.
  const found = await tx.row(sql`
    select from users u where u.id = ${admin.id} and ${memberActive()}
      and (u.is_admin or u.admin_badge or ${hasRowOf('administrator')} ${orModerator})`)
  return found ? null : ACCESS_DENIED
}

/** Undoes the transaction. */
class RoleRemoved extends Error {}
