import type pg from 'pg'
import { imageKey } from '#domain/media/files.server.ts'
import { Failure } from '#platform/failure.ts'
import { type FileStore, readWhole } from '#platform/files/file-store.ts'
import { type AddPart, writeArchive } from './archive.ts'
import { type Table, withClient } from './connection.ts'
import { createSum, encode, format, labelOf, type Manifest } from './manifest.ts'
import type { Control } from './report.ts'
import { copyOut, readApplied, type Snapshot, withSnapshot } from './snapshot.ts'

interface BackupOptions extends Control {
  connection: pg.ClientConfig
  files: FileStore
  file: string
  release: string
}

const partBytes = 4 * 1024 * 1024
const imagesAtOnce = 24
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

/**
 * Writes the rows and files of a site, which may be running, to `options.file`. Files come first and the snapshot of
 * the rows after them, so no row refers to a file deleted during the backup; a second pass reads files added after the
 * first. Missing files of the snapshot are counted.
 */
export function writeBackup(options: BackupOptions): Promise<Manifest> {
  return writeArchive(options.file, (add) => writeParts(add, options))
}

async function writeParts(add: AddPart, options: BackupOptions): Promise<Manifest> {
  const { connection, release, report, signal } = options
  const images = imageWriter(add, options)
  const startedAt = new Date().toISOString()
  const migrations = await withClient(connection, signal, async (client) => {
    const applied = await readApplied(client)
    await add(encode('backup.json', { format, release, startedAt, migrations: applied }))
    await images.addNew(client)
    return applied
  })
  return withSnapshot(connection, signal, async (snapshot) => {
    if (JSON.stringify(snapshot.migrations) !== JSON.stringify(migrations))
      throw new Failure('The database was migrated during the backup: run it again')
    await images.addNew(snapshot.client)
    const manifest: Manifest = { tables: [], files: await images.totals(snapshot.client) }
    const { postgres, snapshotAt, tables, sequences } = snapshot
    await add(encode('tables.json', { postgres, snapshotAt, tables, sequences }))
    for (const table of tables) manifest.tables.push(await writeTable(add, snapshot, table, report))
    await add(encode('manifest.json', manifest))
    return manifest
  })
}

/** Adds the files of each image once, and records images without a file. */
function imageWriter(add: AddPart, { files, report }: BackupOptions) {
  const seen = new Set<string>()
  const incomplete = new Set<string>()
  const sum = createSum()
  let count = 0

  async function read(id: string, width: number) {
    const key = imageKey(id, width)
    const stored = await files.get(key)
    return { id, key, bytes: stored && (await readWhole(stored)) }
  }
  async function addFiles(images: Image[]): Promise<void> {
    const found = await Promise.all(
      images.flatMap(({ id, widths }) => widths.map((width) => read(id, width))),
    )
    for (const { id, key, bytes } of found) {
      if (!bytes) {
        incomplete.add(id)
        continue
      }
      await add({ name: `files/${key}`, bytes })
      sum.add(bytes, labelOf(key, bytes))
      count += 1
    }
    report('files', count)
  }
  return {
    async addNew(client: pg.Client): Promise<void> {
      for await (const images of pagesOfImages(client)) {
        await addFiles(images.filter(({ id }) => !seen.has(id)))
        for (const { id } of images) seen.add(id)
      }
    },
    async totals(client: pg.Client): Promise<Manifest['files']> {
      const missing = await client.query('select from images where id = any($1::uuid[])', [[...incomplete]])
      return { count, missing: missing.rowCount ?? 0, ...sum.result() }
    },
  }
}

interface Image {
  id: string
  widths: number[]
}

async function* pagesOfImages(client: pg.Client): AsyncGenerator<Image[]> {
  for (let last = beforeAllIds; ; ) {
    const { rows } = await client.query<Image>(
      'select id, widths from images where id > $1 order by id limit $2',
      [last, imagesAtOnce],
    )
    const end = rows.at(-1)
    if (!end) return
    yield rows
    last = end.id
  }
}

async function writeTable(
  add: AddPart,
  snapshot: Snapshot,
  table: Table,
  report: Control['report'],
): Promise<Manifest['tables'][number]> {
  const rows = copyOut(snapshot, table)
  const sum = createSum()
  let parts = 0
  for await (const bytes of joined(rows)) {
    parts += 1
    await add({ name: `tables/${table.name}/${String(parts).padStart(6, '0')}`, bytes })
    sum.add(bytes)
    report(table.name, rows.rowCount)
  }
  return { name: table.name, rows: rows.rowCount, ...sum.result() }
}

/** The same bytes in parts of about 4 MB. */
async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.byteLength
    if (bytes < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
