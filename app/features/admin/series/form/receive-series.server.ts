import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm } from '#app/forms/form-action.server.ts'
import { receiveForm } from '#app/forms/run-command.server.ts'
import { admitUpload } from '#app/forms/upload/admission.server.ts'
import { hasRepeatedFields, repeatedFieldMessage } from '#app/forms/upload/form-fields.server.ts'
import {
  imageFields,
  isImageLost,
  isImageMissing,
  pendingImage,
  storePendingImage,
} from '#app/forms/upload/pending-image.server.ts'
import { noticeOf, type ParsedUpload, parseUpload } from '#app/forms/upload/upload.server.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import { createSeries, updateSeries } from '#domain/series/commands.server.ts'
import { parseSeries, type SeriesForm } from '#domain/series/form.server.ts'
import { SERIES_MESSAGES as MESSAGES } from '#domain/series/rules.ts'
import { isId, newId } from '#platform/id.server.ts'
import { type Outcome, type RefusalCode, refused } from '#platform/outcome.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { seriesPath } from '../paths.ts'
import { type ErrorField, KNOWN_FIELDS, type SeriesRefusal, submittedValues } from './series-values.ts'

const hiddenFields = [...imageFields, 'version', 'key']

interface Args {
  request: Request
  /** Without an id, a new series is created. */
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}

/** Reads the form of a series and saves it (SER-3). A refusal returns the input; a valid image is stored even then. */
export async function receiveSeries({
  request,
  params,
  context,
}: Args): Promise<FormResponse<SeriesRefusal>> {
  const admission = admitUpload(adminOf(context).id, 'challenge')
  try {
    const upload = await parseUpload(request, admission)
    return await receive(context, { id: params.id, upload, signal: request.signal })
  } finally {
    admission.end()
  }
}

interface Received {
  id: string | undefined
  upload: ParsedUpload
  signal: AbortSignal
}

function receive(
  context: Args['context'],
  { id, upload, signal }: Received,
): Promise<FormResponse<SeriesRefusal>> {
  const { fields } = upload
  const services = context.get(servicesContext)
  const input: SeriesRefusal = {
    values: submittedValues(fields),
    image: null,
    imageRefused: isImageMissing(upload),
    message: null,
    signedOut: false,
    errors: {},
  }
  const refuse = (message: string, code: RefusalCode) =>
    refuseForm({ ...input, message }, refusalStatus(code))
  const refuseFields = (errors: SeriesRefusal['errors'], code: RefusalCode) =>
    refuseForm({ ...input, errors }, refusalStatus(code))
  return receiveForm(context, input, MESSAGES.failed, async () => {
    if (!(await isStillAdmin(context))) return refuse('Access Denied', 'forbidden')
    const use = { ownerId: adminOf(context).id, purpose: 'challenge', isDemanded: true, signal } as const
    input.image = await pendingImage(services.db, fields, use)
    if (upload.unreadable) return refuse(uploadCutMessage, 'invalid')
    if (hasRepeatedFields(fields)) return refuse(repeatedFieldMessage, 'invalid')
    const texts = Object.fromEntries([...fields].filter(([name]) => !hiddenFields.includes(name)))
    const parsed = parseSeries(texts, KNOWN_FIELDS)
    const errors: SeriesRefusal['errors'] = parsed.ok ? {} : { ...parsed.errors }
    const stored = await storePendingImage(services, upload, use, input.image)
    const isLost = isImageLost(upload, input.image)
    input.imageRefused = !stored.ok || isLost
    if (stored.ok) input.image = stored.value
    if (!stored.ok) errors.image = stored.message
    else if (isLost) errors.image = uploadFailedMessage('challenge', lostImageReason)
    else if (!input.image && id === undefined) errors.image = MESSAGES.image
    if (Object.keys(errors).length > 0) return refuseFields(errors, stored.ok ? 'invalid' : stored.code)
    if (!parsed.ok) return refuse(parsed.message ?? MESSAGES.failed, 'invalid')
    const outcome = await save(context, id, parsed.form, fields, input.image?.id ?? null)
    if (outcome.ok) {
      const message = id === undefined ? MESSAGES.created : MESSAGES.updated
      const answer = { ok: true, to: seriesPath(outcome.value.id), message } as const
      return { answer, status: 201, notice: noticeOf(upload) }
    }
    const field = FIELD_OF[outcome.message]
    return field
      ? refuseFields({ [field]: outcome.message }, outcome.code)
      : refuse(outcome.message, outcome.code)
  })
}

async function save(
  context: Args['context'],
  id: string | undefined,
  form: SeriesForm,
  fields: FormData,
  imageId: string | null,
): Promise<Outcome<{ id: string }>> {
  const { db } = context.get(servicesContext)
  const viewer = adminOf(context)
  if (id === undefined) {
    const key = String(fields.get('key') ?? '')
    return createSeries(db, viewer, { form, imageId, id: isId(key) ? key : newId() })
  }
  if (!isId(id)) return refused('not-found', MESSAGES.missing)
  return updateSeries(db, viewer, id, { form, imageId, version: versionIn(fields) })
}

/** The fields that the refusals of the commands are about. */
const FIELD_OF: Partial<Record<string, ErrorField>> = {
  [MESSAGES.image]: 'image',
  [MESSAGES.nameTaken]: 'name',
}
