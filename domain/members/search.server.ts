import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
} from '#platform/database/name-search.server.ts'

export interface FoundMember {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin: boolean
  points: number
}

/** Members whose display name has a part like the term, the most alike first (NAV-51). */
export async function searchMembers(db: Db, wanted: NameSearch): Promise<FoundByName<FoundMember>> {
  const found = nameSearch(wanted, {
    first: (limit) => sql`
      select u.id, w.name as words from users u join user_words w on w.user_id = u.id
      where u.deleted_at is null order by u.points desc, u.joined_date, u.id limit ${limit}`,
    found: ['users_named'],
    rows: sql`select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank,
        u.admin_badge as "isAdmin", u.points
      from users u where u.deleted_at is null and u.id = ${foundIds}`,
  })
  return foundByName(await db.rows<Match<FoundMember>>(found))
}
