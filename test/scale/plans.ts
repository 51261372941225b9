import sql, { type Sql } from 'sql-template-tag'
import type { Database, Db } from '#platform/database/database.server.ts'

/** The cost of a statement by its query plan. */
export interface StatementCost {
  text: string
  /** Tables and indexes that are read as a whole. */
  scanned: string[]
  /** Rows read by scans, including those that filters removed, and pairs of rows that joins compared and removed. */
  rowsRead: number
  /** Those of them that an aggregate counts or adds up by an index alone, at a small part of the cost. */
  rowsCounted: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** Records every statement. A transaction adds begin and commit. */
export function recordStatements(db: Database): { db: Database; statements: Sql[] } {
  const statements: Sql[] = []
  const recorded = (inner: Db): Db => ({
    rows: (statement) => {
      statements.push(statement)
      return inner.rows(statement)
    },
    row: (statement) => {
      statements.push(statement)
      return inner.row(statement)
    },
    transaction: (work) => {
      statements.push(sql`begin`, sql`commit`)
      return inner.transaction((tx) => work(recorded(tx)))
    },
  })
  return { db: { ...db, ...recorded(db) }, statements }
}

/** Runs a statement with EXPLAIN ANALYZE. */
export async function measure(db: Db, statement: Sql): Promise<StatementCost> {
  const explained = await db.row<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, timing off, format json) ${statement}`,
  )
  const nodes = (explained?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan))
  const tables = nodes.flatMap((node) =>
    node['Relation Name'] ? [{ ...node, table: node['Relation Name'] }] : [],
  )
  const counted = nodes
    .filter((node) => node['Node Type'] === 'Aggregate')
    .flatMap(({ Plans = [] }) => Plans.flatMap(flatten))
    .filter((node) => node['Node Type'] === 'Index Only Scan')
  const removed = (node: Node) => (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']
  return {
    text: statement.text,
    scanned: [
      ...tables.filter((node) => node['Node Type'] === 'Seq Scan').map(({ table }) => table),
      ...nodes.flatMap((node) => (node['Index Name'] && isPassedThrough(node) ? [node['Index Name']] : [])),
    ],
    rowsRead: Math.round(sumOf(tables, rowsOf) + sumOf(nodes, removed)),
    rowsCounted: Math.round(sumOf([...new Set(counted)], rowsOf)),
  }
}

/** An index is read to its end, or skipped through, if the condition is not on its first column. */
function isPassedThrough(node: Node): boolean {
  const blocks = blocksOf(node) - sumOf(node.Plans ?? [], blocksOf)
  return blocks > 500 + 10 * (rowsOf(node) + node['Actual Loops'])
}

function blocksOf(node: Node): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks']
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}

function rowsOf(node: Node): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + dropped) * node['Actual Loops']
}
