import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
  termTitle,
} from '#platform/database/name-search.server.ts'

export interface FoundMember {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
}

/** Members whose display name is like the term, the most alike first (NAV-51). */
export async function searchMembers(db: Db, wanted: NameSearch): Promise<FoundByName<FoundMember>> {
  const found = nameSearch(wanted, {
    noun: 'user',
    first: (limit) => sql`
      select u.id from users u where u.deleted_at is null
      order by u.points desc, u.joined_date, u.id limit ${limit}`,
    titled: (limit) => sql`users_titled(${termTitle}, ${limit})`,
    rows: sql`select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank,
        u.admin_badge as "isAdmin", u.points
      from users u where u.deleted_at is null and u.id = ${foundIds}`,
  })
  return foundByName(await db.rows<Match<FoundMember>>(found))
}
