import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type FileStore, FileStoreError } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import type { ResizedImage } from '#platform/images/resize.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { deleteExcessImages, deleteImageFiles, imageKey } from './files.server.ts'
import type { ImageProcessor } from './image-processing.server.ts'
import { imageRules, type Purpose, tooLargeMessage, uploadFailedMessage } from './rules.ts'
import type { StoredImage } from './sources.ts'

export interface ImageServices {
  db: Db
  files: FileStore
  imageProcessor: ImageProcessor
}

interface Upload {
  ownerId: string
  purpose: Purpose
  bytes: Uint8Array
}

/**
 * Stores an uploaded image in its sizes (IMG-1, IMG-2, IMG-4). Refuses files that are too large or no complete JPEG,
 * PNG or WebP; also if the files cannot be written. Deletes the owner's oldest unused images over
 * the limit. An image that nothing uses is swept after a day.
 */
export async function storeImage(services: ImageServices, upload: Upload): Promise<Outcome<StoredImage>> {
  const { purpose, bytes } = upload
  const { limit } = imageRules[purpose]
  if (bytes.length >= limit) return refused('invalid', tooLargeMessage(limit))
  const processed = await services.imageProcessor.process(bytes, purpose)
  if (!processed.ok) return processed
  try {
    return await saveLimited(services, upload, processed.value)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    return refused('busy', uploadFailedMessage(purpose, 'it could not be saved, please try again later'))
  }
}

async function saveLimited(
  services: ImageServices,
  { ownerId, purpose }: Pick<Upload, 'ownerId' | 'purpose'>,
  resized: ResizedImage,
): Promise<Outcome<StoredImage>> {
  const image = await saveImage(services, { ownerId, purpose }, resized)
  if (!image) return refused('signed-out', uploadFailedMessage(purpose, 'your account was deleted'))
  const excess = await services.db.transaction((tx) => deleteExcessImages(tx, ownerId))
  await deleteImageFiles(services.files, excess)
  return done(image)
}

/**
 * Stores an image that has its sizes already; null if its owner's account was deleted. Throws if the files or the row
 * cannot be written.
 */
export async function saveImage(
  { db, files }: Pick<ImageServices, 'db' | 'files'>,
  { ownerId, purpose }: Pick<Upload, 'ownerId' | 'purpose'>,
  { width, height, color, sizes }: ResizedImage,
): Promise<StoredImage | null> {
  const id = newId()
  const image: StoredImage = { id, width, height, color, widths: sizes.map((size) => size.width) }
  // Files before the row, so that no row refers to missing files. Files without a row are swept.
  try {
    for (const size of sizes) await files.put(imageKey(id, size.width), size.bytes, 'image/webp')
    const total = sizes.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const saved = await db.row(sql`
      insert into images (id, owner_id, purpose, width, height, color, widths, bytes)
      select ${id}::uuid, id, ${purpose}, ${width}::integer, ${height}::integer, ${color}::text, ${image.widths}::integer[], ${total}::integer
      from users where id = ${ownerId} and deleted_at is null for key share
      returning id`)
    if (saved) return image
    await deleteImageFiles(files, [id])
    return null
  } catch (error) {
    if (hasNoRow(error)) await deleteImageFiles(files, [id])
    throw error
  }
}

/** Whether the row was certainly not written. A lost connection may hide a successful commit. */
function hasNoRow(error: unknown): boolean {
  const integrityViolation = /^23...$/
  return (
    error instanceof FileStoreError || integrityViolation.test(String((error as { code?: unknown }).code))
  )
}
