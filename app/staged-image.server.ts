import type { ParsedUpload } from '#app/upload.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import type { Picture, Purpose } from '#domain/media/rules.ts'
import { type ImageServices, storeImage } from '#domain/media/store.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome } from '#platform/outcome.ts'

interface Use {
  ownerId: string
  purpose: Purpose
}

/**
 * The picture that a form brings along from an earlier try or an earlier day, unless it is to be removed. Without an
 * owner it is anybody's: a form that someone sent who is signed out by now keeps it, and whoever saves must own it.
 */
export async function pictureOfForm(
  db: Db,
  fields: FormData,
  { ownerId, purpose }: { ownerId: string | null; purpose: Purpose },
): Promise<Picture | null> {
  const imageId = String(fields.get('imageId') ?? '')
  if (!isId(imageId) || fields.has('removeImage')) return null
  return (await ownedImage(db, imageId, ownerId, purpose)) ?? null
}

/** True for a form that goes on with a picture which is not there any more, or never was its sender's. */
export function lostPicture({ fields, file }: ParsedUpload, found: Picture | null): boolean {
  return !found && !file && !fields.has('removeImage') && Boolean(fields.get('imageId'))
}

/**
 * The picture that a form goes on with: the file that came with it, else the one it had. A good file is stored
 * even where the rest of the form is refused, so that nobody sends it twice; unused ones are swept.
 */
export async function stageImage(
  services: ImageServices,
  upload: ParsedUpload,
  use: Use,
  had: Picture | null,
): Promise<Outcome<Picture | null>> {
  if (upload.refusal) return upload.refusal
  if (!upload.file) return done(had)
  const { path, size } = upload.file
  return storeImage(services, { ...use, source: path, size })
}
