import sql, { type Sql } from 'sql-template-tag'

/** A row's place in a list, latest first: its time in microseconds, which a Date does not hold, and its id. */
export type TimePlace = readonly [microseconds: number, id: string]

/** The rows that follow a place, or the first ones. */
export interface Following<Place = TimePlace> {
  after: Place | null
  limit: number
}

export function microseconds(time: Sql): Sql {
  return sql`(extract(epoch from ${time}) * 1000000)::float8`
}

export function momentOf(microsecond: number): Sql {
  return sql`(timestamptz 'epoch' + ${microsecond}::float8 * interval '1 microsecond')`
}

/** The rows that follow the place in a list ordered by the time and the id, both descending. */
export function isBehind(time: Sql, id: Sql, place: TimePlace | null): Sql {
  if (!place) return sql`true`
  const [microsecond, placeId] = place
  return sql`(${time}, ${id}) < (${momentOf(microsecond)}, ${placeId}::uuid)`
}
