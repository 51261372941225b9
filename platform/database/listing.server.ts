import sql, { raw, type Sql } from 'sql-template-tag'
import { furthestRow, type Total } from '#platform/total.ts'
import type { Db } from './database.server.ts'
import { type Search, search } from './search.server.ts'

interface Listing<Row> extends Omit<Search, 'offset' | 'limit'> {
  table: string
  page: number
  size: number
  /** The number of rows without a search term. */
  count(): Promise<Total>
  rowsOf(rows: Sql): Promise<Row[]>
}

/** One page of a long list and its number of rows, filtered or found by the search term. */
export async function listing<Row>(
  db: Db,
  { table, page, size, count, rowsOf, ...wanted }: Listing<Row>,
): Promise<{ rows: Row[]; total: Total }> {
  const offset = (page - 1) * size
  if (wanted.term) {
    const { ids, total } = await search(db, { ...wanted, offset, limit: size })
    return { rows: await rowsOf(sql`select * from ${raw(table)} where id = any(${ids})`), total }
  }
  const { listed, order } = wanted
  const [total, rows] = await Promise.all([
    count(),
    rowsOf(sql`${listed} order by ${order} limit ${size} offset ${Math.min(offset, furthestRow)}`),
  ])
  return { rows, total }
}
