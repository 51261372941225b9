import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus } from '#app/forms/form-action.server.ts'
import { isImageLost, pendingImage, storePendingImage } from '#app/forms/pending-image.server.ts'
import { hasRepeatedFields, type ParsedUpload, withUpload } from '#app/forms/upload.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import { parseSubmission, type SubmissionInput } from '#domain/submissions/form.server.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { type LimitResult, limit, limitAddress } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { emptyValues, type SubmissionRefusal, type SubmissionValues } from './submission-values.ts'

/** What an entry's form is for: a new entry, or a change of one. */
export interface SubmissionTarget {
  kind: Kind
  save(entry: SubmissionInput & { imageId: string | null }): Promise<Outcome<{ submissionId: string }>>
  /** Where the member reads that it worked. */
  sentPath: string
}

const rateLimit = { points: 20, seconds: 600 }
const imageFields = ['imageId', 'removeImage']

/**
 * Reads an entry's form and saves it (SUB-3, SUB-22). `open` answers with the target, or why there is none. Whatever
 * is refused comes back with all that was typed, and with its picture.
 */
export async function receiveSubmission(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  open: (db: Db, scope: Scope) => Promise<Outcome<SubmissionTarget>>,
): Promise<FormResponse<SubmissionRefusal>> {
  const services = context.get(servicesContext)
  const scope = scopeOf(context)
  // Before the body is read: a picture that could not be kept anyway takes no memory.
  const { db } = services
  const verdict = await (scope.viewer
    ? limit(db, 'submit', scope.viewer.id, rateLimit)
    : limitAddress(db, 'submit', clientAddress(request), rateLimit))
  const client = verdict.ok ? (scope.viewer?.id ?? null) : null
  const options = { uploads: services.uploads, client, purpose: 'submission' } as const
  return withUpload(request, options, (upload) => receive({ services, scope, upload, verdict }, open))
}

interface Received {
  services: Services
  scope: Scope
  upload: ParsedUpload
  verdict: LimitResult
}

async function receive(
  { services, scope, upload, verdict }: Received,
  open: (db: Db, scope: Scope) => Promise<Outcome<SubmissionTarget>>,
): Promise<FormResponse<SubmissionRefusal>> {
  const typed = startOf(upload)
  try {
    const use = { ownerId: scope.viewer?.id ?? null, purpose: 'submission' } as const
    typed.picture = await pendingImage(services.db, upload.fields, use)
    if (!verdict.ok) return tooManyRequests(typed, verdict.retryAfterSeconds)
    if (!scope.viewer)
      return refuse({ ...typed, signedOut: true, message: SUBMISSION_MESSAGES.signIn }, 'signed-out')
    if (upload.unreadable) return refuse({ ...typed, message: uploadCutMessage }, 'invalid')

    const target = await open(services.db, scope)
    if (!target.ok) return refuse({ ...typed, message: target.message }, target.code)
    return await save(services, upload, typed, { ...use, ownerId: scope.viewer.id }, target.value)
  } catch (error) {
    return serverError(services, typed, error)
  }
}

async function save(
  services: Services,
  upload: ParsedUpload,
  typed: SubmissionRefusal,
  use: { ownerId: string; purpose: 'submission' },
  target: SubmissionTarget,
): Promise<FormResponse<SubmissionRefusal>> {
  if (hasRepeatedFields(upload.fields))
    return refuse({ ...typed, message: SUBMISSION_MESSAGES.repeated }, 'invalid')
  const parsed = parseSubmission(textsOf(upload.fields), target.kind)
  const staged = await storePendingImage(services, upload, use, typed.picture)
  const picture = staged.ok ? staged.value : typed.picture
  const lost = uploadFailedMessage('submission', lostImageReason)
  const image = staged.ok ? isImageLost(upload, typed.picture) && lost : staged.message
  if (!parsed.ok || image) {
    const errors = { ...(!parsed.ok && parsed.errors), ...(image && { image }) }
    return refuse({ ...typed, errors, picture }, staged.ok ? 'invalid' : staged.code)
  }
  const saved = await target.save({ ...parsed.entry, imageId: picture?.id ?? null })
  if (!saved.ok && saved.code === 'invalid' && picture) {
    // Deleted by another request after the form was read.
    const found = await ownedImage(services.db, picture.id, use.ownerId, use.purpose)
    if (!found) return refuse({ ...typed, picture: null, errors: { image: lost } }, 'invalid')
  }
  if (!saved.ok) return refuse({ ...typed, picture, message: saved.message }, saved.code)
  return { answer: { ok: true, to: target.sentPath, message: '' }, status: 201 }
}

function startOf({ fields }: ParsedUpload): SubmissionRefusal {
  const names = Object.keys(emptyValues) as (keyof SubmissionValues)[]
  const values = { ...emptyValues }
  for (const name of names) values[name] = asTyped(fields.get(name))
  return { message: null, signedOut: false, errors: {}, values, picture: null }
}

function textsOf(fields: FormData): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(([name]) => !imageFields.includes(name)))
}

function refuse(refusal: SubmissionRefusal, code: RefusalCode): FormResponse<SubmissionRefusal> {
  const headers = code === 'busy' ? { 'Retry-After': '5' } : undefined
  return { answer: { ok: false, ...refusal }, status: refusalStatus(code), headers }
}

/** A fault of ours costs nobody what they typed. */
function serverError(
  { log }: Services,
  typed: SubmissionRefusal,
  error: unknown,
): FormResponse<SubmissionRefusal> {
  log.error({ err: error }, 'an entry could not be taken')
  const refusal = { ...typed, message: SUBMISSION_MESSAGES.failed }
  return isOutage(error) ? refuse(refusal, 'busy') : { ...refuse(refusal, 'invalid'), status: 500 }
}

function tooManyRequests(typed: SubmissionRefusal, seconds: number): FormResponse<SubmissionRefusal> {
  const message = 'That was often in a short time. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...typed, message },
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  }
}
