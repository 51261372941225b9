import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore, StoredFile } from '#platform/files/file-store.ts'
import { isId } from '#platform/id.server.ts'
import { isUnused } from './queries.server.ts'
import { imageRules, maxUnusedImages } from './rules.ts'

const atOnce = 8
const mostDelayMs = 2_000
export const imagesFolder = 'images'
const knownWidths = new Set(Object.values(imageRules).flatMap(({ widths }) => widths))

export function imageFolder(id: string): string {
  return `${imagesFolder}/${id}`
}

export function imageKey(id: string, width: number): string {
  return `${imageFolder(id)}/${width}.webp`
}

/** One size of a stored image, or null if there is no such image or size. */
export async function openImage(files: FileStore, id: string, width: number): Promise<StoredFile | null> {
  return isId(id) && knownWidths.has(width) ? files.get(imageKey(id, width)) : null
}

/** Deletes rows of a member's unused images and returns their ids. Delete their files after the commit. */
export async function deleteUnusedImages(tx: Db, ownerId: string, ids?: string[]): Promise<string[]> {
  const among = ids ? sql`and i.id = any(${ids}::uuid[])` : sql``
  const locked = await tx.rows<{ id: string }>(sql`
    select i.id from images i where i.owner_id = ${ownerId} ${among} and ${isUnused(sql`i`)} order by i.id for update`)
  return deleteStillUnused(tx, locked)
}

/** Deletes the rows of all but a member's newest unused images. Delete their files after the commit. */
export async function deleteExcessImages(tx: Db, ownerId: string): Promise<string[]> {
  // Images that another transaction uses or deletes are locked. Skipping them avoids deadlocks.
  const locked = await tx.rows<{ id: string }>(sql`
    select i.id from images i
    where i.id in (
      select i.id from images i where i.owner_id = ${ownerId} and ${isUnused(sql`i`)}
      order by i.created_at desc, i.id desc offset ${maxUnusedImages})
    for update skip locked`)
  return deleteStillUnused(tx, locked)
}

/** A second statement sees uses that were added before the first had its locks. */
async function deleteStillUnused(tx: Db, locked: { id: string }[]): Promise<string[]> {
  const deleted = await tx.rows<{ id: string }>(sql`
    delete from images i where i.id = any(${locked.map(({ id }) => id)}::uuid[]) and ${isUnused(sql`i`)} returning i.id`)
  return deleted.map(({ id }) => id)
}

/**
 * Deletes the files of deleted images. A store that is slow keeps back the answer to the member no longer than
 * `mostDelayMs`. Files that cannot be deleted now are left to the sweep.
 */
export async function deleteImageFiles(files: FileStore, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const delay = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostDelayMs)
  })
  await Promise.race([deleteInBatches(files, ids), delay])
  clearTimeout(timer)
}

async function deleteInBatches(files: FileStore, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const batch = ids.slice(start, start + atOnce)
    await Promise.allSettled(batch.map((id) => files.deleteAll(imageFolder(id))))
  }
}
