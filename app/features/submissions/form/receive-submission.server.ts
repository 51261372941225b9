import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { type Sent, statusOf } from '#app/forms/form-action.server.ts'
import { lostPicture, pictureOfForm, stageImage } from '#app/forms/pending-image.server.ts'
import { hasRepeats, type ParsedUpload, withUpload } from '#app/forms/upload.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import { lostPictureReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import { type Entry, parseEntry } from '#domain/submissions/form.server.ts'
import { MESSAGES } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limit, limitAddress, type Verdict } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { type EntryRefusal, type EntryValues, noValues } from './submission-values.ts'

/** What an entry's form is for: a new entry, or a change of one. */
export interface EntryTarget {
  kind: Kind
  save(entry: Entry & { imageId: string | null }): Promise<Outcome<{ submissionId: string }>>
  /** Where the member reads that it worked. */
  sentPath: string
}

const allowance = { points: 20, seconds: 600 }
const imageFields = ['imageId', 'removeImage']

/**
 * Reads an entry's form and saves it (SUB-3, SUB-22). `open` answers with the target, or why there is none. Whatever
 * is refused comes back with all that was typed, and with its picture.
 */
export async function receiveEntry(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  open: (db: Db, scope: Scope) => Promise<Outcome<EntryTarget>>,
): Promise<Sent<EntryRefusal>> {
  const services = context.get(servicesContext)
  const scope = scopeOf(context)
  // Before the body is read: a picture that could not be kept anyway takes no memory.
  const { db } = services
  const verdict = await (scope.viewer
    ? limit(db, 'submit', scope.viewer.id, allowance)
    : limitAddress(db, 'submit', clientAddress(request), allowance))
  const client = verdict.ok ? (scope.viewer?.id ?? null) : null
  const options = { uploads: services.uploads, client, purpose: 'submission' } as const
  return withUpload(request, options, (upload) => receive({ services, scope, upload, verdict }, open))
}

interface Received {
  services: Services
  scope: Scope
  upload: ParsedUpload
  verdict: Verdict
}

async function receive(
  { services, scope, upload, verdict }: Received,
  open: (db: Db, scope: Scope) => Promise<Outcome<EntryTarget>>,
): Promise<Sent<EntryRefusal>> {
  const typed = startOf(upload)
  try {
    const use = { ownerId: scope.viewer?.id ?? null, purpose: 'submission' } as const
    typed.picture = await pictureOfForm(services.db, upload.fields, use)
    if (!verdict.ok) return tooOften(typed, verdict.retryAfterSeconds)
    if (!scope.viewer) return refuse({ ...typed, signedOut: true, message: MESSAGES.signIn }, 'signed-out')
    if (upload.unreadable) return refuse({ ...typed, message: uploadCutMessage }, 'invalid')

    const target = await open(services.db, scope)
    if (!target.ok) return refuse({ ...typed, message: target.message }, target.code)
    return await save(services, upload, typed, { ...use, ownerId: scope.viewer.id }, target.value)
  } catch (error) {
    return broken(services, typed, error)
  }
}

async function save(
  services: Services,
  upload: ParsedUpload,
  typed: EntryRefusal,
  use: { ownerId: string; purpose: 'submission' },
  target: EntryTarget,
): Promise<Sent<EntryRefusal>> {
  if (hasRepeats(upload.fields)) return refuse({ ...typed, message: MESSAGES.repeated }, 'invalid')
  const parsed = parseEntry(textsOf(upload.fields), target.kind)
  const staged = await stageImage(services, upload, use, typed.picture)
  const picture = staged.ok ? staged.value : typed.picture
  const lost = uploadFailedMessage('submission', lostPictureReason)
  const image = staged.ok ? lostPicture(upload, typed.picture) && lost : staged.message
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

function startOf({ fields }: ParsedUpload): EntryRefusal {
  const names = Object.keys(noValues) as (keyof EntryValues)[]
  const values = { ...noValues }
  for (const name of names) values[name] = asTyped(fields.get(name))
  return { message: null, signedOut: false, errors: {}, values, picture: null }
}

function textsOf(fields: FormData): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(([name]) => !imageFields.includes(name)))
}

function refuse(refusal: EntryRefusal, code: RefusalCode): Sent<EntryRefusal> {
  const headers = code === 'busy' ? { 'Retry-After': '5' } : undefined
  return { answer: { ok: false, ...refusal }, status: statusOf(code), headers }
}

/** A fault of ours costs nobody what they typed. */
function broken({ log }: Services, typed: EntryRefusal, error: unknown): Sent<EntryRefusal> {
  log.error({ err: error }, 'an entry could not be taken')
  const refusal = { ...typed, message: MESSAGES.failed }
  return isOutage(error) ? refuse(refusal, 'busy') : { ...refuse(refusal, 'invalid'), status: 500 }
}

function tooOften(typed: EntryRefusal, seconds: number): Sent<EntryRefusal> {
  const message = 'That was often in a short time. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...typed, message },
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  }
}
