import type { RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm, refuseTooMany } from '#app/forms/form-action.server.ts'
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
import { noticeOf, type ParsedUpload } from '#app/forms/upload/upload.server.ts'
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
import { type LimitResult, limit, type RateLimit, returnUse } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import {
  contentFields,
  emptyValues,
  type SubmissionRefusal,
  type SubmissionValues,
} from './submission-values.ts'

/** What the form saves to: a submission or a draft. */
export interface SubmissionTarget {
  needsImage: boolean
  /** Parses the text fields. Returns how to save them with an image, or the errors of the fields. */
  parse(
    fields: TextFields,
  ): { save(imageId: string | null): Promise<Outcome<unknown>> } | { errors: SubmissionErrors }
  to: string
}

type TextFields = Record<string, unknown>

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
      const parsed = parseSubmission(contentFields(fields), kind)
      if (!parsed.ok) return parsed
      return { save: (imageId) => save({ ...parsed.submission, imageId }, fields) }
    },
  }
}

interface Options {
  failed: string
  /** How often a member may send the form without a file, which cannot cost as much, and with one. */
  limits?: Record<'text' | 'file', { name: string; rateLimit: RateLimit }>
}

const rateLimit: RateLimit = { points: 20, seconds: 600 }
const submitLimit = { name: 'submit', rateLimit }
const submitLimits: NonNullable<Options['limits']> = { text: submitLimit, file: submitLimit }

const purpose = 'submission'
const lostMessage = uploadFailedMessage(purpose, lostImageReason)

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
  const { db } = services
  // Counted before the body is read, so that a refused upload takes no memory.
  const limited = await countForm(request, context, limits)
  const sender = context.get(viewerContext)
  const memberId = limited.ok ? (sender?.id ?? null) : null
  return withUpload(request, { memberId, purpose }, (upload) => {
    const input = readInput(upload)
    return receiveForm(context, input, failed, async () => {
      const viewer = await reloadViewer(context)
      input.image = await pendingImage(db, upload.fields, { ownerId: viewer?.id ?? null, purpose })
      if (!viewer)
        return refuse({ ...input, signedOut: true, message: SUBMISSION_MESSAGES.signIn }, 'signed-out')
      if (!limited.ok) return refuseTooMany(input, limited.retryAfterSeconds)
      if (upload.unreadable) return refuse({ ...input, message: uploadCutMessage }, 'invalid')

      const target = await open(db, scopeOf(context))
      if (!target.ok) return refuse({ ...input, message: target.message }, target.code)
      if (hasRepeatedFields(upload.fields))
        return refuse({ ...input, message: repeatedFieldMessage }, 'invalid')
      const parsed = target.value.parse(textFields(upload.fields))

      const isDemanded = target.value.needsImage
      const use = { ownerId: viewer.id, purpose, isDemanded, signal: request.signal } as const
      const stored = await storePendingImage(services, upload, use, input.image)
      // The browser sends a busy form again by itself.
      if (!stored.ok && stored.code === 'busy') await returnUse(db, limits.file.name, viewer.id)
      const imageError = stored.ok ? isImageLost(upload, input.image) && lostMessage : stored.message
      if (stored.ok) input.image = stored.value
      input.imageRefused = imageError !== false
      if ('errors' in parsed || imageError) {
        const errors = { ...('errors' in parsed && parsed.errors), ...(imageError && { image: imageError }) }
        return refuse({ ...input, errors }, stored.ok ? 'invalid' : stored.code)
      }

      const { image } = input
      const saved = await parsed.save(image?.id ?? null)
      if (
        !saved.ok &&
        saved.code === 'invalid' &&
        image &&
        !(await ownedImage(db, image.id, viewer.id, purpose))
      ) {
        // Another request has deleted the image since the form was parsed.
        return refuse(
          { ...input, image: null, imageRefused: true, errors: { image: lostMessage } },
          'invalid',
        )
      }
      if (!saved.ok) return refuse({ ...input, message: saved.message }, saved.code)
      const answer = { ok: true, to: target.value.to, message: '', image } as const
      return { answer, status: 201, notice: noticeOf(upload) }
    })
  })
}

function countForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  limits: typeof submitLimits,
): Promise<LimitResult> {
  const { db, config } = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  if (!viewer) {
    const visitorLimit = { ...rateLimit, points: config.addressLimits.visitorForm }
    return limit(db, 'submit', clientAddress(request), visitorLimit)
  }
  const isMultipart = /^multipart\//i.test(request.headers.get('content-type') ?? '')
  const { name, rateLimit: memberLimit } = isMultipart ? limits.file : limits.text
  return limit(db, name, viewer.id, memberLimit)
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
