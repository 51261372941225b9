import { createHash, type Hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '#platform/failure.ts'
import { type Part, readArchive } from './archive.ts'
import type { Context } from './context.ts'
import { decode, format, type Header, hashFile, type Manifest, rowsIn, type Table } from './manifest.ts'

export interface Backup {
  header: Header
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
export async function readBackup(
  file: string,
  { report, signal }: Pick<Context, 'report' | 'signal'>,
  sink?: Sink,
): Promise<Backup> {
  const parts = readArchive(file)
  const header = headerOf((await parts.next()).value)
  const files = { count: 0, hash: createHash('sha256') }
  const totals = new Map<string, { table: Table; rows: number; hash: Hash }>()
  let last: Part | undefined
  for await (const part of parts) {
    signal.throwIfAborted()
    last = part
    const { name, bytes } = part
    const [folder, tableName = ''] = name.split('/')
    if (folder === 'files') {
      const key = keyOf(name)
      hashFile(files.hash, key, bytes)
      files.count += 1
      report('files', files.count)
      await sink?.file(key, bytes)
    } else if (folder === 'tables') {
      const total = totals.get(tableName)
      if (!total) throw new Failure(`The backup has rows of a table that it does not describe: ${tableName}`)
      total.hash.update(bytes)
      total.rows += rowsIn(bytes)
      report(tableName, total.rows)
      await sink?.rows(total.table, bytes)
    } else if (name === 'tables.json') {
      for (const table of decode('tables.json', part).tables)
        totals.set(table.name, { table, rows: 0, hash: createHash('sha256') })
    } else if (name !== 'manifest.json') throw new Failure(`The backup has an unknown part: ${name}`)
  }
  const listed = decode('manifest.json', last)
  const manifest = {
    tables: [...totals].map(([name, { rows, hash }]) => ({ name, rows, sha256: hash.digest('hex') })),
    files: { ...listed.files, count: files.count, sha256: files.hash.digest('hex') },
  }
  if (!isDeepStrictEqual(listed, manifest))
    throw new Failure('The rows or files in the backup do not match its manifest')
  return { header, manifest }
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
