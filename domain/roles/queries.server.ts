import sql, { type Sql } from 'sql-template-tag'
import type { Role } from './rules.ts'

/** Whether `admins` gives the user `u` this role. */
export function hasRowOf(role: Role): Sql {
  return sql`exists (select from admins a where a.user_id = u.id and a.role = ${role})`
}
