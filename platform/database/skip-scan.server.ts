import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * The CTE `of_<table> (id)` for WITH RECURSIVE: the challenges with rows in a table, then null. It goes from each to the
 * next by the index that begins with `challenge_id`: `distinct` would read all rows, and most challenges have none.
 */
export function challengesOf(table: 'ballot_orders' | 'impressions' | 'removed_votes'): Sql {
  const [name, from] = [raw(`of_${table}`), raw(table)]
  return sql`
    ${name} (id) as (
      (select challenge_id from ${from} order by challenge_id limit 1)
      union all
      select (select x.challenge_id from ${from} x where x.challenge_id > ${name}.id order by x.challenge_id limit 1)
      from ${name} where ${name}.id is not null
    )`
}
