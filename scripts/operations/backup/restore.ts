import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { imagesFolder } from '#domain/media/files.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type Part, readArchive } from './archive.ts'
import { hashFile } from './backup.ts'
import { decode, format, type Header, type Manifest, type Tables } from './manifest.ts'
import type { Report } from './report.ts'
import { assertEmpty, type Loader, openLoader, refuseUnknownMigrations, UnknownCommit } from './tables.ts'

interface RestoreOptions {
  connection: pg.ClientConfig
  files: FileStore
  file: string
  migrations: string
  report: Report
  signal: AbortSignal
}

const writesAtOnce = 8
const afterUnknownCommit =
  "The files were kept. Run 'npm run check:invariants' with the same settings: if the database is empty, delete the " +
  "folder 'images' in the file store and restore again; otherwise the backup is restored"

/**
 * Restores a backup into an empty database and file store, and migrates it to this release. Rows become visible in
 * one commit, after all totals match the manifest. On failure the files are removed, unless the connection ended
 * during the commit.
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ header: Header; manifest: Manifest }> {
  const { connection, files, migrations } = options
  const parts = readArchive(options.file)
  const header = decode('backup.json', (await parts.next()).value as Part | undefined)
  if (header.format > format)
    throw new Failure(`The backup was made by release ${header.release}, in a newer layout: use that release`)
  await refuseUnknownMigrations(migrations, header.migrations)
  await assertEmpty(connection, options.signal, 'create an empty one, or choose an empty DATA_DIR')
  for await (const name of files.list(imagesFolder))
    throw new Failure(`The files are not empty (${imagesFolder}/${name}): choose an empty DATA_DIR or bucket`)

  const manifest = await restoreParts(parts, header, options).catch(async (error) => {
    // The rows may be committed, and then they need their files.
    if (error instanceof UnknownCommit) throw new UnknownCommit(`${error.message}. ${afterUnknownCommit}`)
    await files.deleteAll(imagesFolder)
    throw error
  })
  const database = openDatabase({ connection, poolSize: 1 })
  await migrate(database, migrations).finally(() => database.close())
  return { header, manifest }
}

async function restoreParts(
  parts: AsyncGenerator<Part>,
  header: Header,
  options: RestoreOptions,
): Promise<Manifest> {
  const files = fileRestore(options)
  let tables: TableRestore | undefined
  let last: Part | undefined
  try {
    for await (const part of parts) {
      options.signal.throwIfAborted()
      last = part
      if (part.name.startsWith('files/')) await files.add(part)
      else if (part.name === 'tables.json') {
        await files.finish()
        tables = await tableRestore(decode('tables.json', part), header, options)
      } else if (part.name.startsWith('tables/')) await tables?.add(part)
    }
    const manifest = decode('manifest.json', last)
    if (!tables) throw new Failure('The file is not a backup of this app: tables.json is missing')
    compare(manifest, { tables: await tables.finish(), files: files.result() })
    await tables.commit()
    return manifest
  } finally {
    await files.finish().catch(() => undefined)
    await tables?.close()
  }
}

function fileRestore({ files, report }: RestoreOptions) {
  const hash = createHash('sha256')
  const running = new Set<Promise<void>>()
  let count = 0
  let bytes = 0
  return {
    async add({ name, bytes: content }: Part): Promise<void> {
      const key = name.slice('files/'.length)
      if (!/^images\/[0-9a-f-]{36}\/\d+\.webp$/.test(key))
        throw new Failure(`The backup has a file named ${key}`)
      hashFile(hash, key, content)
      const write = files.put(key, content, 'image/webp').finally(() => running.delete(write))
      write.catch(() => undefined)
      running.add(write)
      if (running.size >= writesAtOnce) await Promise.race(running)
      count += 1
      bytes += content.byteLength
      report.progress('files', count)
    },
    async finish(): Promise<void> {
      await Promise.all(running)
    },
    result: () => ({ count, bytes, sha256: hash.copy().digest('hex') }),
  }
}

interface TableRestore {
  add(part: Part): Promise<void>
  finish(): Promise<Manifest['tables']>
  commit(): Promise<void>
  close(): Promise<void>
}

async function tableRestore(
  { tables, sequences }: Tables,
  header: Header,
  { connection, migrations, report, signal }: RestoreOptions,
): Promise<TableRestore> {
  const loader = await openLoader(connection, migrations, header.migrations, tables, signal)
  const results: Manifest['tables'] = []
  let current: TableCopy | undefined

  async function finishCurrent(): Promise<void> {
    if (!current) return
    const result = await current.finish()
    report.done(result.name, result.rows)
    results.push(result)
    current = undefined
  }
  return {
    async add({ name: path, bytes }) {
      const name = path.split('/')[1] ?? ''
      if (current?.name !== name) {
        await finishCurrent()
        const table = tables.find((one) => one.name === name)
        if (!table) throw new Failure(`The backup has rows of a table that it does not describe: ${name}`)
        current = copyInto(loader, table)
      }
      await current.write(bytes)
      report.progress(name, current.rows())
    },
    async finish() {
      await finishCurrent()
      return results
    },
    commit: () => loader.commit(sequences),
    close: () => loader.close(),
  }
}

type TableCopy = ReturnType<typeof copyInto>

function copyInto(loader: Loader, table: Tables['tables'][number]) {
  const rows = loader.copyIn(table)
  const hash = createHash('sha256')
  let bytes = 0
  const done = finished(rows)
  done.catch(() => undefined)
  return {
    name: table.name,
    rows: () => rows.rowCount,
    async write(chunk: Buffer): Promise<void> {
      hash.update(chunk)
      bytes += chunk.byteLength
      // A statement that fails ends the stream without calling back.
      await Promise.race([new Promise<void>((written) => rows.write(chunk, () => written())), done])
    },
    async finish(): Promise<Manifest['tables'][number]> {
      rows.end()
      await done
      return { name: table.name, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Fails unless the totals match the manifest. Tables without rows have no part. */
function compare(
  manifest: Manifest,
  read: { tables: Manifest['tables']; files: Omit<Manifest['files'], 'missing'> },
): void {
  const found = new Map(read.tables.map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = found.get(name)
    if ((table?.rows ?? 0) !== rows || (table && table.sha256 !== sha256))
      throw new Failure(`The table ${name} in the backup does not match its manifest`)
  }
  if (found.size > manifest.tables.length)
    throw new Failure('The backup has tables that its manifest does not list')
  if (read.files.count !== manifest.files.count || read.files.sha256 !== manifest.files.sha256)
    throw new Failure('The files in the backup do not match its manifest')
}
