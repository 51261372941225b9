import sql, { type Sql } from 'sql-template-tag'
import type { Database, Db } from '#platform/database/database.server.ts'

/** What PostgreSQL did to answer a statement. */
export interface Work {
  text: string
  /** Tables that were read from end to end. */
  scanned: string[]
  /** Rows that scans of tables and indexes came upon, those that a filter dropped included. */
  rowsRead: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** The database, and every statement that was asked of it. A transaction counts as one that begins, and its own. */
export function noting(db: Database): { db: Database; statements: Sql[] } {
  const statements: Sql[] = []
  const noted = (inner: Db): Db => ({
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
      return inner.transaction((tx) => work(noted(tx)))
    },
  })
  return { db: { ...db, ...noted(db) }, statements }
}

/** Runs a statement and tells what it took. */
export async function workOf(db: Db, statement: Sql): Promise<Work> {
  const explained = await db.row<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, timing off, format json) ${statement}`,
  )
  const tables = (explained?.['QUERY PLAN'] ?? [])
    .flatMap(({ Plan }) => flatten(Plan))
    .flatMap((node) => (node['Relation Name'] ? [{ ...node, table: node['Relation Name'] }] : []))
  return {
    text: statement.text,
    scanned: tables.filter((node) => node['Node Type'] === 'Seq Scan').map(({ table }) => table),
    rowsRead: Math.round(tables.reduce((sum, node) => sum + rowsOf(node), 0)),
  }
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function rowsOf(node: Node): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + dropped) * node['Actual Loops']
}
