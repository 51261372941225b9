import sql, { raw, type Sql } from 'sql-template-tag'
import { furthestRow, type Total } from '#platform/total.ts'
import type { Db } from './database.server.ts'
import { type Search, search } from './search.server.ts'

interface Listing<Row> extends Omit<Search, 'offset' | 'limit'> {
  /** The table that `listed` takes its rows from. */
  table: string
  /** From 1. */
  page: number
  size: number
  /** How many rows the filters leave, where nothing is searched for. */
  count(): Promise<Total>
  /** What is shown of rows of the table, in the list's order. */
  rowsOf(rows: Sql): Promise<Row[]>
}

/** A page of a long list and how many rows it has: all that the filters leave, or what matches the term among them. */
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
