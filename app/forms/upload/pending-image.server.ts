import { ownedImage } from '#domain/media/queries.server.ts'
import {
  busyReason,
  type Purpose,
  undecidedImageMessage,
  uploadCutMessage,
  uploadFailedMessage,
} from '#domain/media/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { type ImageServices, storeImage } from '#domain/media/store.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { Busy } from '#platform/slots.ts'
import { uploadSlots } from './admission.server.ts'
import type { ParsedUpload } from './upload.server.ts'

export type CarriedImage = Pick<StoredImage, 'id'> & Partial<StoredImage>

export const imageFields: readonly string[] = ['imageId', 'removeImage', 'imageRefused', 'withoutImage']

interface Use {
  ownerId: string
  purpose: Purpose
  isDemanded: boolean
  signal: AbortSignal
}

/**
 * The image that a form refers to from an earlier attempt, unless it is to be removed: null if `ownerId` may not use
 * it. Without an owner (signed out) the id is returned as it was sent and not looked up, so that the form keeps it and
 * the response says nothing about the image.
 */
export async function pendingImage(
  db: Db,
  fields: FormData,
  { ownerId, purpose }: { ownerId: string | null; purpose: Purpose },
): Promise<CarriedImage | null> {
  const imageId = String(fields.get('imageId') ?? '')
  if (!isId(imageId) || fields.has('removeImage')) return null
  if (ownerId === null) return { id: imageId }
  return (await ownedImage(db, imageId, ownerId, purpose)) ?? null
}

/** True if the form refers to an image that was deleted or belongs to someone else. */
export function isImageLost({ fields, file }: ParsedUpload, found: CarriedImage | null): boolean {
  return !found && !file && !fields.has('removeImage') && Boolean(fields.get('imageId'))
}

/**
 * True if an image was refused, now or in an earlier attempt, and the sender has neither chosen another nor continued
 * without one (IMG-11). Scripts send `imageRefused` for a file that the browser refused.
 */
function isImageRefused({ fields, file, refusal }: ParsedUpload, isRequired = false): boolean {
  if (refusal) return true
  return !file && fields.has('imageRefused') && (isRequired || !fields.has('withoutImage'))
}

/** As `isImageRefused`, until the file is stored: a form that fails earlier comes back without its file. */
export function isImageMissing(upload: ParsedUpload): boolean {
  return upload.file !== undefined || isImageRefused(upload)
}

/**
 * Stores the uploaded file, or returns the image that the form already had. A valid file is stored even if the form
 * is refused, so that it need not be sent again; unused images are deleted later. An earlier refusal stands until
 * another file is sent or the sender continues without one.
 */
export async function storePendingImage(
  services: ImageServices,
  upload: ParsedUpload,
  { isDemanded, signal, ...use }: Use,
  had: CarriedImage | null,
): Promise<Outcome<CarriedImage | null>> {
  if (upload.refusal) return upload.refusal
  const isRequired = isDemanded && !had
  if (isImageRefused(upload, isRequired)) return refused('invalid', undecidedImageMessage(isRequired))
  if (!upload.file) return done(had)
  const bytes = upload.file
  try {
    return await uploadSlots(() => storeImage(services, { ...use, bytes }), signal)
  } catch (error) {
    if (error instanceof Busy) return refused('busy', uploadFailedMessage(use.purpose, busyReason))
    if (signal.aborted) return refused('busy', uploadCutMessage)
    throw error
  }
}
