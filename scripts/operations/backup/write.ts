import { createHash } from 'node:crypto'
import type pg from 'pg'
import { imageKey } from '#domain/media/files.server.ts'
import { Failure } from '#platform/failure.ts'
import { type FileStore, readWhole } from '#platform/files/file-store.ts'
import { type AddPart, writeArchive } from './archive.ts'
import { type Context, withClient } from './context.ts'
import { encode, format, hashFile, type Manifest, rowsIn } from './manifest.ts'
import { readApplied, withSnapshot } from './snapshot.ts'

interface BackupOptions extends Context {
  files: FileStore
  file: string
  release: string
}

interface Image {
  id: string
  widths: number[]
}

const partBytes = 4 * 1024 * 1024
const imagesAtOnce = 16

/**
 * Writes the rows and files of a site, which may be running, to `file`. Files come first and the snapshot of the rows
 * after them, so no row refers to a file deleted during the backup; a second pass reads files added after the first.
 * Missing files of the snapshot are counted.
 */
export function writeBackup({ files, file, release, ...context }: BackupOptions): Promise<Manifest> {
  return writeArchive(file, async (add) => {
    const startedAt = new Date().toISOString()
    const images = imageWriter(add, files, context)
    const migrations = await withClient(context, async (client) => {
      const applied = await readApplied(client)
      await add(encode('backup.json', { format, release, startedAt, migrations: applied }))
      await images.addNew(client)
      return applied
    })
    return withSnapshot(context, async ({ client, applied, snapshotAt, tables, copyOut }) => {
      if (JSON.stringify(applied) !== JSON.stringify(migrations))
        throw new Failure('The database was migrated during the backup: run it again')
      await images.addNew(client)
      const manifest: Manifest = { tables: [], files: await images.totals(client) }
      await add(encode('tables.json', { snapshotAt, tables }))
      for (const table of tables) {
        const hash = createHash('sha256')
        let [part, rows] = [0, 0]
        for await (const bytes of joined(copyOut(table))) {
          part += 1
          await add({ name: `tables/${table.name}/${String(part).padStart(6, '0')}`, bytes })
          hash.update(bytes)
          rows += rowsIn(bytes)
          context.report(table.name, rows)
        }
        manifest.tables.push({ name: table.name, rows, sha256: hash.digest('hex') })
      }
      await add(encode('manifest.json', manifest))
      return manifest
    })
  })
}

/** Adds the files of each image once, and records images without a file. */
function imageWriter(add: AddPart, files: FileStore, { report, signal }: Context) {
  const seen = new Set<string>()
  const incomplete = new Set<string>()
  const hash = createHash('sha256')
  let count = 0

  async function read(id: string, width: number) {
    const key = imageKey(id, width)
    const stored = await files.get(key)
    return { id, key, bytes: stored && (await readWhole(stored)) }
  }
  return {
    async addNew(client: pg.Client): Promise<void> {
      const { rows } = await client.query<Image>('select id, widths from images order by id')
      const images = rows.filter(({ id }) => !seen.has(id))
      for (let first = 0; first < images.length; first += imagesAtOnce) {
        signal.throwIfAborted()
        const some = images.slice(first, first + imagesAtOnce)
        const reading = some.flatMap(({ id, widths }) => widths.map((width) => read(id, width)))
        for (const { id, key, bytes } of await Promise.all(reading)) {
          seen.add(id)
          if (!bytes) incomplete.add(id)
          else {
            await add({ name: `files/${key}`, bytes })
            hashFile(hash, key, bytes)
            count += 1
          }
        }
        report('files', count)
      }
    },
    async totals(client: pg.Client): Promise<Manifest['files']> {
      const missing = await client.query('select from images where id = any($1::uuid[])', [[...incomplete]])
      return { count, missing: missing.rowCount ?? 0, sha256: hash.digest('hex') }
    },
  }
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
