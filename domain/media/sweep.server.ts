import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { isId } from '#platform/id.server.ts'
import { imageFolder, imagesFolder } from './files.server.ts'
import { isUnused } from './queries.server.ts'

const batch = 200
/** The age from which an unused image, or a file without an image, is swept. */
export const sweepAgeMs = 24 * 3_600_000

interface SweepResult {
  images: number
  /** Folders of files without an image. */
  strays: number
}

/**
 * Deletes unused images created before `olderThan`, then files of that age without an image. Safe concurrently. When
 * `signal` aborts, the rest is left to the next run.
 */
export async function sweepImages(
  { db, files }: { db: Db; files: FileStore },
  olderThan: Date,
  signal?: AbortSignal,
): Promise<SweepResult> {
  let images = 0
  let deleted: string[]
  do {
    deleted = await db.transaction((tx) => deleteUnused(tx, olderThan))
    // After the commit, so that a file is deleted only if its row is.
    for (const id of deleted) {
      if (!signal?.aborted) await files.deleteAll(imageFolder(id))
    }
    images += deleted.length
  } while (deleted.length > 0 && !signal?.aborted)
  return { images, strays: await sweepStrays({ db, files }, olderThan, signal) }
}

async function deleteUnused(tx: Db, olderThan: Date): Promise<string[]> {
  const candidates = await tx.rows<{ id: string }>(sql`
    select i.id from images i
    where i.created_at < ${olderThan} and ${isUnused(sql`i`)}
    order by i.created_at limit ${batch}
    for update skip locked`)
  // A second statement sees uses that were added while the first waited for its locks.
  const deleted = await tx.rows<{ id: string }>(sql`
    delete from images i where i.id = any(${candidates.map(({ id }) => id)}) and ${isUnused(sql`i`)}
    returning i.id`)
  return deleted.map(({ id }) => id)
}

async function sweepStrays(
  { db, files }: { db: Db; files: FileStore },
  olderThan: Date,
  signal?: AbortSignal,
): Promise<number> {
  let strays = 0
  let ids: string[] = []
  async function flush() {
    for (const id of await idsWithoutRow(db, ids)) {
      if (signal?.aborted) return
      await files.deleteAll(imageFolder(id))
      strays++
    }
    ids = []
  }
  for await (const name of files.list(imagesFolder)) {
    if (signal?.aborted) return strays
    if (isId(name) && createdAt(name) < olderThan.getTime()) ids.push(name)
    if (ids.length === batch) await flush()
  }
  await flush()
  return strays
}

// The first 48 bits of a UUID v7 are its time in milliseconds.
export function createdAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/** The ids that no image has. */
export async function idsWithoutRow(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${ids}::uuid[]) as stored (id)
    where not exists (select from images where images.id = stored.id)`)
  return rows.map(({ id }) => id)
}
