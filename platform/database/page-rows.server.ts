import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isId } from '#platform/id.server.ts'
import { isNumbered, lastPage, numberedPages, type PageRequest } from '#platform/paging.ts'
import { countOf } from './counts.server.ts'
import type { Db } from './database.server.ts'

/** The order of a list; an index must provide it, and the last column is the id. */
export interface Order {
  table: string
  columns: readonly (readonly [name: string, direction: 'asc' | 'desc'])[]
}

/** The rows of a page: so many after skipping some, from an end of the list or from a row. */
export interface Slice {
  backwards: boolean
  /** The id of a row of the list, or a statement that selects the order's columns, which the reader knows. */
  from: string | Sql | null
  skip: number
  take: number
}

interface List<Row> {
  request: PageRequest
  size: number
  count(): Promise<number>
  rowsOf(slice: Slice): Promise<Row[]>
}

/** A page of a list of any length, and the number of its rows. A page without an address has no rows. */
export async function readPage<Row>({
  request,
  size,
  count,
  rowsOf,
}: List<Row>): Promise<{ rows: Row[]; total: number }> {
  if (request.page <= numberedPages) {
    const slice = { backwards: false, from: null, skip: (request.page - 1) * size, take: size }
    const [total, rows] = await Promise.all([count(), rowsOf(slice)])
    return { rows, total }
  }
  const total = await count()
  const slice = sliceOf(request, size, total)
  return { rows: slice ? await rowsOf(slice) : [], total }
}

function sliceOf({ page, after, before }: PageRequest, size: number, total: number): Slice | null {
  const last = lastPage(total, size)
  if (page > last) return null
  if (isNumbered(page, last)) {
    const rest = total - (page - 1) * size
    const take = Math.min(size, rest)
    return { backwards: true, from: null, skip: rest - take, take }
  }
  const [next, previous] = [after ?? undefined, before ?? undefined]
  if (isId(next)) return { backwards: false, from: next, skip: 0, take: size }
  return isId(previous) ? { backwards: true, from: previous, skip: 0, take: size } : null
}

/** The order as SQL, with a prefix such as `s.` for the columns. */
export function orderBy({ columns }: Order, prefix = ''): Sql {
  return raw(columns.map(([name, direction]) => `${prefix}${name} ${direction}`).join(', '))
}

/**
 * The first rows of a slice in its own direction, `skip` included; `rows` selects those that meet a condition as `s`, and
 * may end its parts with the order and limit given. `list` selects from the whole list if `rows` is a part of it.
 */
export function sliceRows(
  rows: (condition: Sql, orderAndLimit: Sql) => Sql,
  order: Order,
  slice: Slice,
  list: (condition: Sql) => Sql = (condition) => rows(condition, sql``),
): Sql {
  const directed = slice.backwards ? reversed(order) : order
  const ordered = ({ condition, columns }: Part) => {
    const by = sql`order by ${orderBy({ ...directed, columns }, 's.')} limit ${slice.skip + slice.take}`
    return sql`${rows(condition, by)} ${by}`
  }
  // The row must be in the list: any other would tell the columns by which it is compared.
  const anchor = typeof slice.from === 'object' && slice.from ? slice.from : list(sql`s.id = ${slice.from}`)
  const all = { condition: sql`true`, columns: directed.columns }
  const [first = all, ...others] = slice.from === null ? [all] : beyond(directed, anchor)
  if (others.length === 0) return ordered(first)
  const parts = [first, ...others].map((part) => sql`(${ordered(part)})`)
  return sql`${join(parts, ' union all ')}`
}

/**
 * Selects the rows of all parts as `s`. If `rowsOf` gives each part the order and the limit of the statement around it,
 * each is read only as far as needed. Without the limit the planner may sort a part whole.
 */
export function mergedParts(parts: readonly Sql[], rowsOf: (part: Sql) => Sql): Sql {
  const selected = parts.map((part) => sql`(${rowsOf(part)})`)
  return sql`select s.* from (${join(selected, ' union all ')}) s`
}

/** The page's rows among those of `sliceRows`, in the order of the list, with their place. */
export function placedRows(candidates: Sql, order: Order, slice: Slice): Sql {
  const directed = slice.backwards ? reversed(order) : order
  return sql`
    select s.*, row_number() over (order by ${orderBy(order, 's.')}) as place from (
      select s.* from (${candidates}) s
      order by ${orderBy(directed, 's.')} limit ${slice.take} offset ${slice.skip}) s`
}

/** Counts rows, `rows` being the FROM and WHERE clauses; the order makes the planner read the list's index. */
export function countRows(db: Db, rows: Sql, order: Order): Promise<number> {
  return countOf(
    db,
    sql`select count(*)::int as count from (select from ${rows} order by ${orderBy(order)}) counted`,
  )
}

function reversed(order: Order): Order {
  return {
    ...order,
    columns: order.columns.map(([name, direction]) => [name, direction === 'asc' ? 'desc' : 'asc']),
  }
}

interface Part {
  condition: Sql
  /** The columns that order its rows. */
  columns: Order['columns']
}

/**
 * Conditions for the rows that follow a row: one for each run of columns with the same direction, because an index
 * serves a comparison of rows only within such a run. The columns of the runs before are equal, so they order nothing.
 */
function beyond({ columns }: Order, anchor: Sql): Part[] {
  const runs: { names: string[]; direction: string }[] = []
  for (const [name, direction] of columns) {
    const run = runs.at(-1)
    if (run?.direction === direction) run.names.push(name)
    else runs.push({ names: [name], direction })
  }
  return runs.map(({ names, direction }, index) => {
    const equal = runs.slice(0, index).map((run) => compared(run.names, '=', anchor))
    const further = compared(names, direction === 'asc' ? '>' : '<', anchor)
    const before = runs.slice(0, index).flatMap((run) => run.names)
    return {
      condition: join([...equal, further], ' and '),
      columns: columns.filter(([name]) => !before.includes(name)),
    }
  })
}

function compared(names: string[], operator: string, anchor: Sql): Sql {
  const columns = names.map((name) => `s.${name}`).join(', ')
  return sql`(${raw(columns)}) ${raw(operator)} (select ${raw(names.join(', '))} from (${anchor}) s)`
}
