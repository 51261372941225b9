import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { Role } from './rules.ts'

/**
 * Whether a member may act: neither suspended nor deleted. `u` is the row of users. Commands lock it `for key share`,
 * so that a concurrent suspension or deletion either waits or comes first and is seen.
 */
export function memberActive(): Sql {
  return sql`(u.suspended_at is null and u.deleted_at is null)`
}

export async function isActiveMember(db: Db, userId: string): Promise<boolean> {
  return (await db.row(sql`select from users u where u.id = ${userId} and ${memberActive()}`)) !== undefined
}

/** Whether `admins` gives the user `u` this role. */
export function hasRowOf(role: Role): Sql {
  return sql`exists (select from admins a where a.user_id = u.id and a.role = ${role})`
}
