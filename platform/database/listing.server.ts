import sql, { raw, type Sql } from 'sql-template-tag'
import type { PageRequest } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import type { Db } from './database.server.ts'
import { type Order, orderBy, placedRows, readPage, sliceRows } from './page-rows.server.ts'
import { type Search, search } from './search.server.ts'

interface Listing<Row> extends Omit<Search, 'offset' | 'limit' | 'order'> {
  order: Order
  request: PageRequest
  size: number
  /** The number of rows without a search term. */
  count(): Promise<number>
  rowsOf(rows: Sql): Promise<Row[]>
}

/** One page of a long list and its number of rows, filtered or found by the search term. */
export async function listing<Row>(
  db: Db,
  { order, request, size, count, rowsOf, ...wanted }: Listing<Row>,
): Promise<{ rows: Row[]; total: Total }> {
  if (wanted.term) {
    const offset = (request.page - 1) * size
    const { ids, total } = await search(db, { ...wanted, order: orderBy(order), offset, limit: size })
    return { rows: await rowsOf(sql`select * from ${raw(order.table)} where id = any(${ids})`), total }
  }
  const listed = (condition: Sql) => sql`select s.* from (${wanted.listed}) s where ${condition}`
  const { rows, total } = await readPage({
    request,
    size,
    count,
    rowsOf: (slice) => rowsOf(placedRows(sliceRows(listed, order, slice), order, slice)),
  })
  return { rows, total: { count: total, more: false } }
}
