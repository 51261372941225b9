import sql, { type Sql } from 'sql-template-tag'

/** Places are counted up to this one, so that the cost does not grow with the community. */
export const lastCountedPlace = 2_500

export interface LeaderboardPlace {
  place: number
  /** The member is at this place or behind it. */
  isLast: boolean
  total: number
}

/** The place of a row by its points, in a list that begins with the first. Equal points share one: 1, 1, 3 (PTS-15). */
export function placeBy(points: Sql): Sql {
  return sql`(rank() over (order by ${points} desc))::int`
}

/** The same place without the rows behind it: `ahead` selects those with more points. */
export function placeBehind(ahead: Sql): Sql {
  return sql`(select count(*)::int + 1 from (${ahead} limit ${lastCountedPlace - 1}) ahead)`
}

export function countedPlace({ place, total }: { place: number; total: number }): LeaderboardPlace {
  return { place, isLast: place === lastCountedPlace, total }
}
