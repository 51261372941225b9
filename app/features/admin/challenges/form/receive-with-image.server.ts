import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm } from '#app/forms/form-action.server.ts'
import { receiveForm } from '#app/forms/run-command.server.ts'
import { withUpload } from '#app/forms/upload/admission.server.ts'
import { hasRepeatedFields, repeatedFieldMessage } from '#app/forms/upload/form-fields.server.ts'
import {
  imageFields,
  isImageLost,
  isImageMissing,
  pendingImage,
  storePendingImage,
} from '#app/forms/upload/pending-image.server.ts'
import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import { noticeOf, type ParsedUpload } from '#app/forms/upload/upload.server.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'

interface Args {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Where to go after a save, and the message there with its link. */
export interface SavedForm {
  to: string
  message: string
  link?: { to: string; label: string }
}

/** What a form says and saves, or what is wrong with it. */
interface ReadForm<Values, Field extends string, More> {
  /** The image of what is changed; null for something new. */
  savedImage: string | null
  errors: Partial<Record<Field, string>>
  /** A problem that no single field has. */
  message?: string | null
  /** What the form must show next in place of what was typed. */
  shows?: Partial<Values>
  /** Undefined if something is wrong. */
  save?(imageId: string | null): Promise<Outcome<SavedForm>>
  /** What a refusal of the command shows besides. */
  more?(message: string): Promise<More>
}

interface ImageForm<Values, Field extends string, More> {
  values(fields: FormData): Values
  failed: string
  imageMissing: string
  /** The fields that refusals of the command are about, by their messages. */
  fieldOf: Partial<Record<string, Field | 'image'>>
  read(fields: FormData): Promise<ReadForm<Values, Field | 'image', More>>
}

const purpose = 'challenge'

/**
 * Reads a form of administrators with the image of a challenge, and saves it. A refusal returns the input; a valid image
 * is stored even then.
 */
export function receiveWithImage<Values, Field extends string, More = unknown>(
  { request, context }: Args,
  form: ImageForm<Values, Field, More>,
): Promise<FormResponse<FormRefusal<Values, Field | 'image'> & Partial<More>>> {
  const { signal } = request
  return withUpload(request, { memberId: adminOf(context).id, purpose }, (upload) =>
    receive(context, form, { upload, signal }),
  )
}

function receive<Values, Field extends string, More>(
  context: Args['context'],
  form: ImageForm<Values, Field, More>,
  { upload, signal }: { upload: ParsedUpload; signal: AbortSignal },
): Promise<FormResponse<FormRefusal<Values, Field | 'image'> & Partial<More>>> {
  const { fields } = upload
  const services = context.get(servicesContext)
  type Refusal = FormRefusal<Values, Field | 'image'>
  const input: Refusal & Partial<More> = {
    values: form.values(fields),
    image: null,
    imageRefused: isImageMissing(upload),
    message: null,
    signedOut: false,
    errors: {},
  } as Refusal & Partial<More>
  const refuse = (message: string, code: RefusalCode) =>
    refuseForm({ ...input, message }, refusalStatus(code))
  const refuseFields = (errors: Refusal['errors'], code: RefusalCode) =>
    refuseForm({ ...input, errors } as Refusal & Partial<More>, refusalStatus(code))
  return receiveForm(context, input, form.failed, async () => {
    if (!(await isStillAdmin(context))) return refuse('Access Denied', 'forbidden')
    const use = { ownerId: adminOf(context).id, purpose, isDemanded: true, signal } as const
    input.image = await pendingImage(services.db, fields, use)
    if (upload.unreadable) return refuse(uploadCutMessage, 'invalid')
    if (hasRepeatedFields(fields)) return refuse(repeatedFieldMessage, 'invalid')
    const { savedImage, shows, message, save, more, ...read } = await form.read(fields)
    const stored = await storePendingImage(services, upload, use, input.image)
    const isLost = isImageLost(upload, input.image)
    input.imageRefused = !stored.ok || isLost
    if (stored.ok) input.image = stored.value
    if (isLost && savedImage) input.image = { id: savedImage }
    const problem = !stored.ok
      ? stored.message
      : isLost
        ? uploadFailedMessage(purpose, lostImageReason)
        : !input.image && !savedImage && form.imageMissing
    const errors: Refusal['errors'] = { ...read.errors, ...(problem && { image: problem }) }
    input.values = { ...input.values, ...shows }
    if (Object.keys(errors).length > 0) return refuseFields(errors, stored.ok ? 'invalid' : stored.code)
    if (!save) return refuse(message ?? form.failed, 'invalid')
    const outcome = await save(input.image?.id ?? null)
    if (outcome.ok)
      return { answer: { ok: true, ...outcome.value } as const, status: 201, notice: noticeOf(upload) }
    Object.assign(input, await more?.(outcome.message))
    const field = form.fieldOf[outcome.message]
    return field
      ? refuseFields({ [field]: outcome.message } as Refusal['errors'], outcome.code)
      : refuse(outcome.message, outcome.code)
  })
}

/** The texts of a form, without the fields that the parsers do not know. */
export function textsOf(fields: FormData, others: readonly string[]): Record<string, unknown> {
  const hidden = [...imageFields, 'version', 'key', ...others]
  return Object.fromEntries([...fields].filter(([name]) => !hidden.includes(name)))
}
