import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { isNameTaken, nameSkeleton, numberedName } from './unique-names.server.ts'

/**
 * Computes the skeletons that rows of earlier releases lack. If a name is taken, the member gets a number after it;
 * administrators and then older members keep theirs. Safe in several processes at once. Returns how many were computed.
 */
export async function fillNameSkeletons(db: Db): Promise<number> {
  for (let filled = 0; ; ) {
    const members = await db.rows<{ id: string; name: string }>(sql`
      select id, display_name as name from users where name_skeleton is null and display_name <> 'Anonymous Ninja'
      order by is_admin desc, id limit 1000`)
    for (const { id, name } of members) filled += await fillNameSkeleton(db, id, name)
    if (members.length === 0) return filled
  }
}

async function fillNameSkeleton(db: Db, id: string, name: string, attempt = 0): Promise<number> {
  const candidate = attempt === 0 ? name : numberedName(name, attempt)
  try {
    const filled = await db.rows(sql`
      update users set display_name = ${candidate}, name_skeleton = ${nameSkeleton(candidate)}
      where id = ${id} and name_skeleton is null and display_name = ${name} returning 1`)
    return filled.length
  } catch (error) {
    if (!isNameTaken(error)) throw error
    return fillNameSkeleton(db, id, name, attempt + 1)
  }
}
