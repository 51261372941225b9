import { createHash } from 'node:crypto'
import { arrayBuffer } from 'node:stream/consumers'
import type pg from 'pg'
import { imageKey } from '#domain/media/files.server.ts'
import { Failure } from '#platform/failure.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { encode, format, type Manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { openReader, openSnapshot, type Reader, readApplied, type Snapshot, type Table } from './tables.ts'

interface BackupOptions {
  connection: pg.ClientConfig
  files: FileStore
  file: string
  release: string
  report: Report
  signal: AbortSignal
}

interface Image {
  id: string
  widths: number[]
  /** Whether the row may be newer than the start of the backup. */
  recent: boolean
}

const partBytes = 4 * 1024 * 1024
const filesAtOnce = 8

/**
 * Writes the rows and files of a site, which may be running, to `file`. Files come first and the snapshot of the rows
 * after them, so no row refers to a file deleted during the backup; a second pass reads files added after the first.
 * Missing files of the snapshot are counted and reported.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const archive = await createArchive(options.file)
  try {
    const manifest = await writeParts(archive, options)
    await archive.finish()
    return manifest
  } catch (error) {
    await archive.discard()
    throw error
  }
}

async function writeParts(archive: ArchiveWriter, options: BackupOptions): Promise<Manifest> {
  const { connection, release, report, signal } = options
  const files = fileWriter(archive, options)
  const reader = await openReader(connection, signal)
  const seen = new Set<string>()
  let start: Awaited<ReturnType<typeof readStart>>
  try {
    start = await readStart(reader)
    const { migrations } = start
    const startedAt = new Date().toISOString()
    await archive.add('backup.json', encode('backup.json', { format, release, startedAt, migrations }))
    await files.add(noteRecent(imagesOf(reader, 'true', start.oldestTransaction), seen))
  } finally {
    await reader.close()
  }

  const snapshot = await openSnapshot(connection, signal)
  try {
    const { postgres, tables, sequences } = snapshot
    if (JSON.stringify(snapshot.migrations) !== JSON.stringify(start.migrations))
      throw new Failure('The database was migrated during the backup: run it again')
    await files.add(without(imagesOf(snapshot, recent, start.oldestTransaction), seen))
    const missing = await files.missingIn(snapshot)
    report.done('files', files.result().count)

    const snapshotAt = new Date().toISOString()
    await archive.add('tables.json', encode('tables.json', { postgres, snapshotAt, tables, sequences }))
    const written: Manifest['tables'] = []
    for (const table of tables) written.push(await writeTable(archive, snapshot, table, report, signal))
    const manifest = { tables: written, files: { ...files.result(), missing } }
    await archive.add('manifest.json', encode('manifest.json', manifest))
    return manifest
  } finally {
    await snapshot.close()
  }
}

/** The migrations, and the transaction id from which rows may be new. */
async function readStart(reader: Reader) {
  const migrations = await readApplied(reader)
  const [state] = await reader.rows<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as oldest',
  )
  return { migrations, oldestTransaction: state?.oldest ?? '0' }
}

/** Rows with a transaction id after the oldest one open at the start, in any database of the server, may be new. */
const recent = 'age(xmin) <= age($2::text::xid)'

async function* imagesOf(
  { rows }: Pick<Reader, 'rows'>,
  condition: string,
  oldestTransaction: string,
): AsyncGenerator<Image> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await rows<Image>(
      `select id, widths, ${recent} as recent from images where id > $1 and ${condition} order by id limit 1000`,
      [last, oldestTransaction],
    )
    yield* found
    const end = found.at(-1)
    if (!end) return
    last = end.id
  }
}

async function* noteRecent(images: AsyncIterable<Image>, seen: Set<string>): AsyncGenerator<Image> {
  for await (const image of images) {
    if (image.recent) seen.add(image.id)
    yield image
  }
}

async function* without(images: AsyncIterable<Image>, seen: Set<string>): AsyncGenerator<Image> {
  for await (const image of images) if (!seen.has(image.id)) yield image
}

/** Adds the files of images to the archive and records images without a file. */
function fileWriter(archive: ArchiveWriter, { files, report, signal }: BackupOptions) {
  const hash = createHash('sha256')
  const incomplete = new Set<string>()
  let count = 0
  let bytes = 0

  async function read({ id, width }: { id: string; width: number }) {
    const key = imageKey(id, width)
    const stored = await files.get(key)
    return { id, key, content: stored && Buffer.from(await arrayBuffer(stored.stream)) }
  }
  return {
    async add(images: AsyncIterable<Image>): Promise<void> {
      for await (const { id, key, content } of prefetch(sizesOf(images), filesAtOnce, read)) {
        signal.throwIfAborted()
        if (!content) {
          incomplete.add(id)
          continue
        }
        await archive.add(`files/${key}`, content)
        hashFile(hash, key, content)
        count += 1
        bytes += content.byteLength
        report.progress('files', count)
      }
    },
    async missingIn(snapshot: Snapshot): Promise<number> {
      const [found] = await snapshot.rows<{ count: number }>(
        'select count(*)::integer as count from images where id = any($1::uuid[])',
        [[...incomplete]],
      )
      return found?.count ?? 0
    },
    result: () => ({ count, bytes, sha256: hash.copy().digest('hex') }),
  }
}

/** Hashes the name and length too, so that different lists of files never give the same bytes. */
export function hashFile(hash: ReturnType<typeof createHash>, key: string, content: Buffer): void {
  hash.update(`${key}\n${content.byteLength}\n`).update(content)
}

async function* sizesOf(images: AsyncIterable<Image>): AsyncGenerator<{ id: string; width: number }> {
  for await (const { id, widths } of images) for (const width of widths) yield { id, width }
}

/** Runs `work` on up to `atOnce` items in parallel and yields the results in the order of the items. */
async function* prefetch<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    result.catch(() => undefined)
    running.push(result)
    if (running.length >= atOnce) yield (await running.shift()) as Result
  }
  for (const result of running) yield await result
}

async function writeTable(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  table: Table,
  report: Report,
  signal: AbortSignal,
): Promise<Manifest['tables'][number]> {
  const rows = snapshot.copyOut(table)
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let waiting = 0
  let bytes = 0
  let parts = 0

  async function flush(): Promise<void> {
    if (waiting === 0) return
    parts += 1
    await archive.add(
      `tables/${table.name}/${String(parts).padStart(6, '0')}`,
      Buffer.concat(chunks, waiting),
    )
    chunks = []
    waiting = 0
    report.progress(table.name, rows.rowCount)
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    hash.update(chunk)
    chunks.push(chunk)
    waiting += chunk.byteLength
    bytes += chunk.byteLength
    if (waiting >= partBytes) await flush()
  }
  await flush()
  report.done(table.name, rows.rowCount)
  return { name: table.name, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}
