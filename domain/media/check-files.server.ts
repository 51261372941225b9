import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { isId } from '#platform/id.server.ts'
import { imageFolder, imagesFolder } from './files.server.ts'
import { createdAt, idsWithoutRow, sweepAgeMs } from './sweep.server.ts'

interface Services {
  db: Db
  files: FileStore
}

interface ImageRow {
  id: string
  widths: number[]
}

const rowsPerBatch = 500
const atOnce = 8
// The sweep runs hourly, so a file may stay this much longer than its age.
const sweepDelayMs = 2 * 3_600_000

/**
 * Compares the rows of images with the stored files: every size of every image has its file, and no file without an
 * image is older than the sweep leaves it. Returns up to `limit` ids for each broken rule. Reads in batches; safe while
 * the app runs.
 */
export async function brokenImageFiles(
  services: Services,
  limit = 5,
): Promise<{ name: string; ids: string[] }[]> {
  const broken = [
    { name: 'every image has its files', ids: await take(imagesWithoutFiles(services), limit) },
    { name: 'no file is without an image', ids: await take(filesWithoutImage(services), limit) },
  ]
  return broken.filter(({ ids }) => ids.length > 0)
}

async function* imagesWithoutFiles({ db, files }: Services): AsyncGenerator<string> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db.rows<ImageRow>(sql`
      select id, widths from images where id > ${last} order by id limit ${rowsPerBatch}`)
    const missing: string[] = []
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = rows.slice(start, start + atOnce)
      const complete = await Promise.all(some.map((row) => hasItsFiles(files, row)))
      missing.push(...some.filter((_, index) => !complete[index]).map(({ id }) => id))
    }
    // An image may have been deleted since its row was read.
    const deleted = new Set(await idsWithoutRow(db, missing))
    yield* missing.filter((id) => !deleted.has(id))
    if (rows.length < rowsPerBatch) return
    last = rows.at(-1)?.id ?? last
  }
}

async function hasItsFiles(files: FileStore, { id, widths }: ImageRow): Promise<boolean> {
  const names = new Set<string>()
  for await (const name of files.list(imageFolder(id))) names.add(name)
  return widths.every((width) => names.has(`${width}.webp`))
}

async function* filesWithoutImage({ db, files }: Services): AsyncGenerator<string> {
  const latest = Date.now() - sweepAgeMs - sweepDelayMs
  let ids: string[] = []
  for await (const name of files.list(imagesFolder)) {
    if (!isId(name)) yield name
    else if (createdAt(name) < latest) ids.push(name)
    if (ids.length < rowsPerBatch) continue
    yield* await idsWithoutRow(db, ids)
    ids = []
  }
  yield* await idsWithoutRow(db, ids)
}

async function take(names: AsyncGenerator<string>, limit: number): Promise<string[]> {
  const items: string[] = []
  for await (const name of names) {
    items.push(name)
    if (items.length === limit) break
  }
  return items
}
