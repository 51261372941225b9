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

/** The picture that a form brings along from an earlier try or an earlier day, unless it is to be removed. */
export async function pictureOfForm(
  db: Db,
  fields: FormData,
  { ownerId, purpose }: Use,
): Promise<Picture | null> {
  const imageId = String(fields.get('imageId') ?? '')
  if (!isId(imageId) || fields.has('removeImage')) return null
  return (await ownedImage(db, imageId, ownerId, purpose)) ?? null
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
  if (upload.refusal) return { ok: false, code: 'invalid', message: upload.refusal }
  if (!upload.file) return done(had)
  return storeImage(services, { ...use, bytes: upload.file.bytes })
}
