import { isDeepStrictEqual } from 'node:util'
import { Failure } from '#platform/failure.ts'
import { type Part, readArchive } from './archive.ts'
import type { Table } from './connection.ts'
import { createSum, decode, format, type Header, labelOf, type Manifest, type Tables } from './manifest.ts'
import type { Control } from './report.ts'

interface Backup {
  header: Header
  tables: Tables
  manifest: Manifest
}

/** Receives the files and then the rows of a backup. A chunk may end within a row. */
interface Sink {
  file(key: string, bytes: Buffer): Promise<void>
  rows(table: Table, chunk: Buffer): Promise<void>
}

/** What a backup says first: enough to refuse it before any change. */
export async function readHeader(file: string): Promise<Header> {
  for await (const part of readArchive(file)) return headerOf(part)
  return headerOf(undefined)
}

/** Reads all of a backup. Throws a Failure unless it is complete and its counts and checksums match its manifest. */
export async function readBackup(file: string, { report, signal }: Control, sink?: Sink): Promise<Backup> {
  const parts = readArchive(file)
  const header = headerOf((await parts.next()).value)
  const files = { count: 0, sum: createSum() }
  const totals = new Map<string, { table: Table; rows: number; sum: ReturnType<typeof createSum> }>()
  let tables: Tables | undefined
  let last: Part | undefined
  for await (const part of parts) {
    signal.throwIfAborted()
    last = part
    const { name, bytes } = part
    const [folder, table = ''] = name.split('/')
    if (folder === 'files') {
      const key = keyOf(name)
      files.sum.add(bytes, labelOf(key, bytes))
      files.count += 1
      report('files', files.count)
      await sink?.file(key, bytes)
    } else if (folder === 'tables') {
      const total = totals.get(table)
      if (!total) throw new Failure(`The backup has rows of a table that it does not describe: ${table}`)
      total.sum.add(bytes)
      total.rows += rowsIn(bytes)
      report(table, total.rows)
      await sink?.rows(total.table, bytes)
    } else if (name === 'tables.json') {
      tables = decode('tables.json', part)
      for (const table of tables.tables) totals.set(table.name, { table, rows: 0, sum: createSum() })
    } else if (name !== 'manifest.json') throw new Failure(`The backup has an unknown part: ${name}`)
  }
  const manifest = decode('manifest.json', last)
  if (!tables) throw new Failure('The file is not a backup of this app: tables.json is missing')
  refuseDifference(manifest, {
    tables: [...totals].map(([name, { rows, sum }]) => ({ name, rows, ...sum.result() })),
    files: { count: files.count, missing: manifest.files.missing, ...files.sum.result() },
  })
  return { header, tables, manifest }
}

function headerOf(part: Part | undefined): Header {
  const header = decode('backup.json', part)
  if (header.format > format)
    throw new Failure(`The backup was made by release ${header.release}, in a newer layout: use that release`)
  return header
}

function keyOf(name: string): string {
  const key = name.slice('files/'.length)
  if (!/^images\/[0-9a-f-]{36}\/\d+\.webp$/.test(key)) throw new Failure(`The backup has a file named ${key}`)
  return key
}

/** Every row of PostgreSQL's text format ends with a line feed, and values have none. */
function rowsIn(bytes: Buffer): number {
  let rows = 0
  for (const byte of bytes) if (byte === 10) rows += 1
  return rows
}

function refuseDifference(manifest: Manifest, read: Manifest): void {
  const other = manifest.tables.find((table, index) => !isDeepStrictEqual(table, read.tables[index]))
  if (other) throw new Failure(`The table ${other.name} in the backup does not match its manifest`)
  if (read.tables.length > manifest.tables.length)
    throw new Failure('The backup has tables that its manifest does not list')
  if (!isDeepStrictEqual(manifest.files, read.files))
    throw new Failure('The files in the backup do not match its manifest')
}
