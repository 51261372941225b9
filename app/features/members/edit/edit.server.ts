import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import { type FormResponse, refusalStatus } from '#app/forms/form-action.server.ts'
import {
  type CarriedImage,
  isImageLost,
  pendingImage,
  storePendingImage,
} from '#app/forms/pending-image.server.ts'
import { hasRepeatedFields, type ParsedUpload, withUpload } from '#app/forms/upload.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import {
  avatarFailedMessage,
  imageRules,
  lostImageReason,
  tooLargeMessage,
  uploadCutMessage,
  uploadFailedMessage,
  wrongTypeMessage,
} from '#domain/media/rules.ts'
import { generatedDisplayName, type Member, PROFILE_MESSAGES, type Viewer } from '#domain/members/rules.ts'
import { type ProfileChange, profileErrors, saveProfile } from '#domain/members/save-profile.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { limit } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { PRESETS, type ProfileRefusal, unchanged } from './profile-values.ts'

const rateLimit = { points: 20, seconds: 600 }

const fieldNames = ['displayName', 'bio', 'avatar', 'imageId']

/** Saves the profile form (PROF-17, PROF-18). A refusal returns the input. */
export async function receiveProfile(args: FormArgs): Promise<FormResponse<ProfileRefusal>> {
  const opened = await openProfileForm(args)
  if ('answer' in opened) return opened
  if (new URL(args.request.url).searchParams.has('new-name')) return withNewName(opened)
  const { services, viewer, upload, typed } = opened
  const message = formProblem(upload.fields)
  const avatar = avatarOf(typed)
  const image = imageProblem(opened, avatar)
  const errors = {
    ...profileErrors(typed.values, viewer, services.config.productName),
    ...(image && { image }),
  }
  if (!avatar || message || Object.keys(errors).length > 0) {
    const refusal = { ...typed, errors, message: message ?? (canRetry(image) ? avatarFailedMessage : null) }
    return refuse(refusal, opened.staged.ok ? 'invalid' : opened.staged.code)
  }
  const { displayName, bio } = typed.values
  try {
    const saved = await saveProfile(
      services.db,
      viewer,
      { displayName, bio, avatar },
      services.config.productName,
    )
    if (!saved.ok && saved.field)
      return refuse({ ...typed, errors: { [saved.field]: saved.message } }, saved.code)
    if (!saved.ok && saved.code === 'invalid' && typed.image) {
      // Deleted by another request after the form was read.
      const found = await ownedImage(services.db, typed.image.id, viewer.id, 'avatar')
      const lost = uploadFailedMessage('avatar', lostImageReason)
      if (!found) return refuse({ ...typed, image: null, errors: { image: lost } }, 'invalid')
    }
    if (!saved.ok) return refuse({ ...typed, message: saved.message }, saved.code)
    return { answer: { ok: true, to: '/profile', message: PROFILE_MESSAGES.saved }, status: 200 }
  } catch (error) {
    return serverError(services, typed, error)
  }
}

/** The message for unknown or repeated fields; null if there are none. */
function formProblem(fields: FormData): string | null {
  const known = [...fields.keys()].every((name) => fieldNames.includes(name))
  if (!known) return 'This form has a field that is not known'
  return hasRepeatedFields(fields) ? 'This form has a field more than once' : null
}

function imageProblem({ upload, staged, typed }: OpenedForm, avatar: unknown): string | null {
  if (!staged.ok) return staged.message
  const lost = isImageLost(upload, typed.image) && typed.values.avatar === 'image'
  return avatar && !lost ? null : uploadFailedMessage('avatar', lostImageReason)
}

/** True if the same image may be accepted on another attempt. */
function canRetry(problem: string | null): boolean {
  const named: readonly unknown[] = [null, wrongTypeMessage, tooLargeMessage(imageRules.avatar.limit)]
  return !named.includes(problem)
}

/** Returns the form with another name, unsaved, for browsers without scripts. */
function withNewName({ typed, staged }: OpenedForm): FormResponse<ProfileRefusal> {
  const errors = staged.ok ? {} : { image: staged.message }
  const values = { ...typed.values, displayName: generatedDisplayName() }
  return { answer: { ok: false, ...typed, errors, values }, status: 200 }
}

/** The selected avatar; null if the selected image no longer exists. */
function avatarOf({ values, image }: ProfileRefusal): ProfileChange['avatar'] | null {
  if (values.avatar === '' || values.avatar === 'keep') return 'keep'
  if (values.avatar === 'image') return image && { imageId: image.id }
  const preset = PRESETS.find((number) => String(number) === values.avatar)
  return { preset: preset ?? 0 }
}

interface FormArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

interface OpenedForm {
  services: Services
  viewer: Member
  upload: ParsedUpload
  /** The input and the pending image. */
  typed: ProfileRefusal
  /** The outcome of the upload. */
  staged: Outcome<CarriedImage | null>
}

/** Parses the profile form and stores its image. Returns a response if the form is refused. */
function openProfileForm({ request, context }: FormArgs): Promise<OpenedForm | FormResponse<ProfileRefusal>> {
  const services = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  const options = { uploads: services.uploads, client: viewer?.id ?? null, purpose: 'avatar' } as const
  return withUpload(request, options, (upload) => openUploaded(services, viewer, upload))
}

async function openUploaded(
  services: Services,
  viewer: Viewer,
  upload: ParsedUpload,
): Promise<OpenedForm | FormResponse<ProfileRefusal>> {
  const typed = unchanged({
    displayName: asTyped(upload.fields.get('displayName')),
    bio: asTyped(upload.fields.get('bio')),
    avatar: asTyped(upload.fields.get('avatar')),
  })
  try {
    const use = { ownerId: viewer?.id ?? null, purpose: 'avatar' } as const
    typed.image = await pendingImage(services.db, upload.fields, use)
    if (!viewer) return refuse({ ...typed, signedOut: true, message: PROFILE_MESSAGES.signIn }, 'signed-out')
    if (upload.unreadable)
      return refuse({ ...typed, message: uploadCutMessage }, upload.refusal?.code ?? 'invalid')
    const limitResult = await limit(services.db, 'profile', viewer.id, rateLimit)
    if (!limitResult.ok) return tooManyRequests(typed, limitResult.retryAfterSeconds)
    const staged = await storePendingImage(services, upload, { ...use, ownerId: viewer.id }, typed.image)
    const opened = { services, viewer, upload, staged }
    if (!staged.ok || !upload.file) return { ...opened, typed }
    const values = { ...typed.values, avatar: 'image' }
    return { ...opened, typed: { ...typed, values, image: staged.value } }
  } catch (error) {
    return serverError(services, typed, error)
  }
}

function refuse(refusal: ProfileRefusal, code: RefusalCode): FormResponse<ProfileRefusal> {
  const headers = code === 'busy' ? { 'Retry-After': '5' } : undefined
  return { answer: { ok: false, ...refusal }, status: refusalStatus(code), headers }
}

/** On a server error, return the form with its input. */
function serverError({ log }: Services, typed: ProfileRefusal, error: unknown): FormResponse<ProfileRefusal> {
  log.error({ err: error }, 'a profile could not be saved')
  const refusal = { ...typed, message: PROFILE_MESSAGES.failed }
  return isOutage(error) ? refuse(refusal, 'busy') : { ...refuse(refusal, 'invalid'), status: 500 }
}

function tooManyRequests(typed: ProfileRefusal, seconds: number): FormResponse<ProfileRefusal> {
  const message = 'Too many attempts. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...typed, message },
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  }
}
