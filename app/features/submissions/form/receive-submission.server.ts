import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm, refuseTooMany } from '#app/forms/form-action.server.ts'
import { receiveForm } from '#app/forms/run-command.server.ts'
import { hasRepeatedFields, repeatedFieldMessage } from '#app/forms/upload/form-fields.server.ts'
import {
  imageFields,
  isImageLost,
  isImageMissing,
  pendingImage,
  storePendingImage,
} from '#app/forms/upload/pending-image.server.ts'
import { type ParsedUpload, withUpload } from '#app/forms/upload/upload.server.ts'
import { reloadViewer, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import {
  parseSubmission,
  type SubmissionErrors,
  type SubmissionInput,
} from '#domain/submissions/form.server.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import type { Db } from '#platform/database/database.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { type LimitResult, limit, limitAddress, type RateLimit } from '#platform/http/limits.server.ts'
import { isMultipart } from '#platform/http/request-body.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import {
  emptyValues,
  type SubmissionRefusal,
  type SubmissionValues,
  withoutDraftFields,
} from './submission-values.ts'

/** What the form saves to: a submission or a draft. */
export interface SubmissionTarget {
  needsImage: boolean
  /** Parses the text fields. Returns how to save them with an image, or the errors of the fields. */
  parse(
    fields: TextFields,
  ):
    | { save(imageId: string | null): Promise<Outcome<{ submissionId: string } | { revision: string }>> }
    | { errors: SubmissionErrors }
  /** The page after success. */
  to: string
}

export type TextFields = Record<string, unknown>

/** A target that saves a valid submission. */
export function submissionTarget(
  { kind, needsImage }: { kind: Kind; needsImage: boolean },
  to: string,
  save: (
    submission: SubmissionInput & { imageId: string | null },
    fields: TextFields,
  ) => Promise<Outcome<{ submissionId: string }>>,
): SubmissionTarget {
  return {
    needsImage,
    to,
    parse(fields) {
      const parsed = parseSubmission(withoutDraftFields(fields), kind)
      if (!parsed.ok) return parsed
      return { save: (imageId) => save({ ...parsed.submission, imageId }, fields) }
    },
  }
}

interface Options {
  /** The message of an error. */
  failed: string
  /** How often a member may send the form without a file, which cannot cost as much, and with one. */
  limits?: Record<'text' | 'file', { name: string; rateLimit: RateLimit }>
}

const rateLimit: RateLimit = { points: 20, seconds: 600 }
const submitLimit = { name: 'submit', rateLimit }
const submitLimits = { text: submitLimit, file: submitLimit }

/**
 * Parses the submission form and saves it (SUB-3, SUB-22, SUB-74). `open` returns the target or a refusal. A refusal
 * contains the input and the uploaded image.
 */
export async function receiveSubmission(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  open: (db: Db, scope: Scope) => Promise<Outcome<SubmissionTarget>>,
  { failed, limits = submitLimits }: Options = { failed: SUBMISSION_MESSAGES.failed },
): Promise<FormResponse<SubmissionRefusal>> {
  const services = context.get(servicesContext)
  const scope = scopeOf(context)
  // Check the limit before reading the body, so that a refused upload takes no memory.
  const { db } = services
  const counted = isMultipart(request.headers.get('content-type')) ? limits.file : limits.text
  const limitResult = await (scope.viewer
    ? limit(db, counted.name, scope.viewer.id, counted.rateLimit)
    : limitAddress(db, 'submit', clientAddress(request), rateLimit))
  const client = limitResult.ok ? (scope.viewer?.id ?? null) : null
  const options = { ...services, client, purpose: 'submission' } as const
  return withUpload(request, options, (upload) => {
    const input = readInput(upload)
    return receiveForm(context, input, failed, async () => {
      await reloadViewer(context)
      return receive({ services, scope: scopeOf(context), upload, limitResult, input }, open)
    })
  })
}

interface ReceivedForm {
  services: Services
  scope: Scope
  upload: ParsedUpload
  limitResult: LimitResult
  /** The input, and the pending image once it is known. */
  input: SubmissionRefusal
}

async function receive(
  { services, scope, upload, limitResult, input }: ReceivedForm,
  open: (db: Db, scope: Scope) => Promise<Outcome<SubmissionTarget>>,
): Promise<FormResponse<SubmissionRefusal>> {
  const imageUse = { ownerId: scope.viewer?.id ?? null, purpose: 'submission' } as const
  input.image = await pendingImage(services.db, upload.fields, imageUse)
  if (!scope.viewer)
    return refuse({ ...input, signedOut: true, message: SUBMISSION_MESSAGES.signIn }, 'signed-out')
  if (!limitResult.ok) return refuseTooMany(input, limitResult.retryAfterSeconds)
  if (upload.unreadable)
    return refuse({ ...input, message: uploadCutMessage }, upload.refusal?.code ?? 'invalid')

  const target = await open(services.db, scope)
  if (!target.ok) return refuse({ ...input, message: target.message }, target.code)
  return save(services, upload, input, { ...imageUse, ownerId: scope.viewer.id }, target.value)
}

async function save(
  services: Services,
  upload: ParsedUpload,
  input: SubmissionRefusal,
  imageUse: { ownerId: string; purpose: 'submission' },
  target: SubmissionTarget,
): Promise<FormResponse<SubmissionRefusal>> {
  if (hasRepeatedFields(upload.fields)) return refuse({ ...input, message: repeatedFieldMessage }, 'invalid')
  const parsed = target.parse(textFields(upload.fields))
  const storedImage = await storePendingImage(
    services,
    upload,
    { ...imageUse, isDemanded: target.needsImage },
    input.image,
  )
  const lostMessage = uploadFailedMessage('submission', lostImageReason)
  const imageError = storedImage.ok ? isImageLost(upload, input.image) && lostMessage : storedImage.message
  if (storedImage.ok) input.image = storedImage.value
  input.imageRefused = imageError !== false
  if ('errors' in parsed || imageError) {
    const errors = { ...('errors' in parsed && parsed.errors), ...(imageError && { image: imageError }) }
    return refuse({ ...input, errors }, storedImage.ok ? 'invalid' : storedImage.code)
  }
  const { image } = input
  const saved = await parsed.save(image?.id ?? null)
  if (!saved.ok && saved.code === 'invalid' && image) {
    // Another request may have deleted the image since the form was parsed.
    const found = await ownedImage(services.db, image.id, imageUse.ownerId, imageUse.purpose)
    const lost = { image: null, imageRefused: true, errors: { image: lostMessage } }
    if (!found) return refuse({ ...input, ...lost }, 'invalid')
  }
  if (!saved.ok) return refuse({ ...input, message: saved.message }, saved.code)
  const revision = 'revision' in saved.value ? { revision: saved.value.revision } : {}
  return { answer: { ok: true, to: target.to, message: '', image, ...revision }, status: 201 }
}

function readInput(upload: ParsedUpload): SubmissionRefusal {
  const names = Object.keys(emptyValues) as (keyof SubmissionValues)[]
  const values = { ...emptyValues }
  for (const name of names) values[name] = asTyped(upload.fields.get(name))
  const imageRefused = isImageMissing(upload)
  return { message: null, signedOut: false, errors: {}, values, image: null, imageRefused }
}

function textFields(fields: FormData): TextFields {
  return Object.fromEntries([...fields].filter(([name]) => !imageFields.includes(name)))
}

function refuse(refusal: SubmissionRefusal, code: RefusalCode): FormResponse<SubmissionRefusal> {
  return refuseForm(refusal, refusalStatus(code))
}
