import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { imageKey } from '#domain/media/files.server.ts'
import { migrationLock } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import { type FileStore, readWhole } from '#platform/files/file-store.ts'
import { type AddPart, writeArchive } from './archive.ts'
import { begin, type Context, quoted, readTables, withClient } from './context.ts'
import { encode, format, hashFile, type Manifest, type Migration, rowsIn, type Table } from './manifest.ts'

interface BackupOptions extends Context {
  files: FileStore
  file: string
  release: string
}

const partBytes = 4 * 1024 * 1024
const imagesAtOnce = 16

/**
 * Writes the rows and files of a site, which may be running, to `file`. Files come first and the snapshot of the rows
 * after them, so no row refers to a file deleted during the backup; a second pass reads files added after the first.
 * Missing files of the snapshot are counted. Migrations wait until the end. Fails for a database without migrations.
 */
export function writeBackup({ files, file, release, ...context }: BackupOptions): Promise<Manifest> {
  return writeArchive(file, (add) =>
    // Two connections: a statement that waits for the lock has taken its snapshot before.
    withClient(context, async (guard) => {
      await begin(guard)
      await guard.query('select pg_advisory_xact_lock_shared($1)', [migrationLock])
      const startedAt = new Date().toISOString()
      const migrations = await readApplied(guard)
      await add(encode('backup.json', { format, release, startedAt, migrations }))
      const images = imageWriter(add, files, context)
      await images.addNew(guard)
      return withClient(context, async (client) => {
        await begin(client, 'isolation level repeatable read, read only')
        const snapshotAt = new Date().toISOString()
        const missing = await images.addNew(client)
        const tables = await readTables(client)
        await add(encode('tables.json', { snapshotAt, tables }))
        const manifest: Manifest = { tables: [], files: { ...images.totals(), missing } }
        for (const table of tables) manifest.tables.push(await addTable(client, table, add, context))
        await add(encode('manifest.json', manifest))
        return manifest
      })
    }),
  )
}

async function readApplied(client: pg.Client): Promise<Migration[]> {
  const found = await client.query(`select where to_regclass('schema_migrations') is not null`)
  if (found.rowCount === 0) throw new Failure('The database is empty: there is nothing to copy')
  return (await client.query('select name, checksum from schema_migrations order by name')).rows
}

/** Adds the rows of a table in PostgreSQL's text format. */
async function addTable(client: pg.Client, { name, columns }: Table, add: AddPart, { report }: Context) {
  const rowsOut = client.query(to(`copy ${quoted(name)} (${quoted(...columns)}) to stdout`))
  const hash = createHash('sha256')
  let [part, rows] = [0, 0]
  for await (const bytes of joined(rowsOut)) {
    part += 1
    await add({ name: `tables/${name}/${String(part).padStart(6, '0')}`, bytes })
    hash.update(bytes)
    rows += rowsIn(bytes)
    report(name, rows)
  }
  return { name, rows, sha256: hash.digest('hex') }
}

/** Adds the files of each image once. */
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
    /** The number of images that lack a file. */
    async addNew(client: pg.Client): Promise<number> {
      const { rows } = await client.query<{ id: string; widths: number[] }>(
        'select id, widths from images order by id',
      )
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
      return rows.filter(({ id }) => incomplete.has(id)).length
    },
    totals: () => ({ count, sha256: hash.digest('hex') }),
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
