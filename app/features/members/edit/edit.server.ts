import type { RouterContextProvider } from 'react-router'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm, refuseTooMany } from '#app/forms/form-action.server.ts'
import { receiveForm } from '#app/forms/run-command.server.ts'
import { withUpload } from '#app/forms/upload/admission.server.ts'
import { hasRepeatedFields, repeatedFieldMessage } from '#app/forms/upload/form-fields.server.ts'
import {
  type CarriedImage,
  imageFields,
  isImageLost,
  isImageMissing,
  pendingImage,
  storePendingImage,
} from '#app/forms/upload/pending-image.server.ts'
import { noticeOf, type ParsedUpload } from '#app/forms/upload/upload.server.ts'
import { reloadViewer } from '#app/middleware/viewer.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import {
  avatarFailedMessage,
  imageRules,
  lostImageReason,
  tooLargeMessage,
  undecidedImageMessage,
  uploadCutMessage,
  uploadFailedMessage,
  wrongTypeMessage,
} from '#domain/media/rules.ts'
import { isNameChanged, normaliseDisplayName } from '#domain/members/display-name.ts'
import {
  generatedDisplayName,
  type Member,
  nameChangedMessage,
  PROFILE_MESSAGES,
  type Viewer,
} from '#domain/members/rules.ts'
import { type ProfileChange, profileErrors, saveProfile } from '#domain/members/save-profile.server.ts'
import { type LimitResult, limit, returnUse } from '#platform/http/limits.server.ts'
import { type Outcome, type RefusalCode, unknownField } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { PRESETS, PROFILE_PATH, type ProfileRefusal, unchanged, welcomeOf } from './profile-values.ts'

const rateLimit = { points: 20, seconds: 600 }

/** A visitor’s form is read without its file, and refused. */
const refusedVisitor: LimitResult = { ok: false, retryAfterSeconds: 0 }

const fieldNames = ['displayName', 'bio', 'avatar', ...imageFields]

interface ReceivedForm {
  services: Services
  viewer: Viewer
  upload: ParsedUpload
  limitResult: LimitResult
  signal: AbortSignal
  leadsTo: string
  input: ProfileRefusal
}

/** Saves the profile form (PROF-17, PROF-18). A refusal returns the input. */
export async function receiveProfile({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<FormResponse<ProfileRefusal>> {
  const services = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  const query = new URL(request.url).searchParams
  const asksName = query.has('new-name')
  const leadsTo = welcomeOf(query) ?? PROFILE_PATH
  // Counted before the body is read, so that a refused upload takes no memory.
  const limitResult = viewer ? await limit(services.db, 'profile', viewer.id, rateLimit) : refusedVisitor
  const memberId = limitResult.ok ? (viewer?.id ?? null) : null
  const { signal } = request
  return withUpload(request, { memberId, purpose: 'avatar' }, (upload) => {
    const input = readInput(upload)
    return receiveForm(context, input, PROFILE_MESSAGES.failed, async () =>
      receive(
        { services, viewer: await reloadViewer(context), upload, limitResult, input, signal, leadsTo },
        asksName,
      ),
    )
  })
}

async function receive(form: ReceivedForm, asksName: boolean): Promise<FormResponse<ProfileRefusal>> {
  const { services, viewer, upload, limitResult, input, signal } = form
  const use = { ownerId: viewer?.id ?? null, purpose: 'avatar' } as const
  input.image = await pendingImage(services.db, upload.fields, use)
  if (!viewer) return refuse({ ...input, signedOut: true, message: PROFILE_MESSAGES.signIn }, 'signed-out')
  if (!limitResult.ok) return refuseTooMany(input, limitResult.retryAfterSeconds)
  if (upload.unreadable) return refuse({ ...input, message: uploadCutMessage }, 'invalid')
  const stored = await storePendingImage(
    services,
    upload,
    { ...use, ownerId: viewer.id, isDemanded: false, signal },
    input.image,
  )
  // The browser sends a busy form again by itself.
  if (!stored.ok && stored.code === 'busy') await returnUse(services.db, 'profile', viewer.id)
  input.imageRefused = !stored.ok
  if (stored.ok && upload.file) {
    input.image = stored.value
    input.values = { ...input.values, avatar: 'image' }
  }
  return asksName ? withNewName(input, stored) : save({ ...form, viewer }, stored)
}

async function save(
  { services, viewer, upload, input, leadsTo }: ReceivedForm & { viewer: Member },
  stored: Outcome<CarriedImage | null>,
): Promise<FormResponse<ProfileRefusal>> {
  const { productName } = services.settings.current()
  const message = formError(upload.fields)
  const avatar = avatarOf(input)
  const image = imageError(upload, input, stored, avatar)
  input.imageRefused = image !== null
  const errors = { ...profileErrors(input.values, viewer, productName), ...(image && { image }) }
  if (!avatar || message || Object.keys(errors).length > 0) {
    const refusal = { ...input, errors, message: message ?? (canRetry(image) ? avatarFailedMessage : null) }
    return refuse(refusal, stored.ok ? 'invalid' : stored.code)
  }
  const { displayName, bio } = input.values
  const saved = await saveProfile(services.db, viewer, { displayName, bio, avatar }, { productName })
  if (saved.ok) {
    const name = normaliseDisplayName(displayName)
    const message = isNameChanged(displayName) ? nameChangedMessage(name) : PROFILE_MESSAGES.saved
    return { answer: { ok: true, to: leadsTo, message }, status: 200, notice: noticeOf(upload) }
  }
  if (saved.field) return refuse({ ...input, errors: { [saved.field]: saved.message } }, saved.code)
  if (saved.code === 'invalid' && input.image) {
    // Another request may have deleted the image since the form was parsed.
    const found = await ownedImage(services.db, input.image.id, viewer.id, 'avatar')
    const lost = uploadFailedMessage('avatar', lostImageReason)
    if (!found)
      return refuse({ ...input, image: null, imageRefused: true, errors: { image: lost } }, 'invalid')
  }
  return refuse({ ...input, message: saved.message }, saved.code)
}

function readInput(upload: ParsedUpload): ProfileRefusal {
  const text = (name: string) => asTyped(upload.fields.get(name))
  const values = { displayName: text('displayName'), bio: text('bio'), avatar: text('avatar') }
  return { ...unchanged(values), imageRefused: isImageMissing(upload) }
}

function formError(fields: FormData): string | null {
  const known = [...fields.keys()].every((name) => fieldNames.includes(name))
  if (!known) return unknownField
  return hasRepeatedFields(fields) ? repeatedFieldMessage : null
}

function imageError(
  upload: ParsedUpload,
  { image, values }: ProfileRefusal,
  stored: Outcome<CarriedImage | null>,
  avatar: unknown,
): string | null {
  if (!stored.ok) return stored.message
  const isLost = isImageLost(upload, image) && values.avatar === 'image'
  return avatar && !isLost ? null : uploadFailedMessage('avatar', lostImageReason)
}

/** True if the same image may be accepted on another attempt. */
function canRetry(error: string | null): boolean {
  if (error?.startsWith(wrongTypeMessage)) return false
  const named: readonly unknown[] = [
    null,
    tooLargeMessage(imageRules.avatar.limit),
    undecidedImageMessage(false),
  ]
  return !named.includes(error)
}

/** Returns the form with another name, unsaved, for browsers without scripts. */
function withNewName(input: ProfileRefusal, stored: Outcome<unknown>): FormResponse<ProfileRefusal> {
  const errors = stored.ok ? {} : { image: stored.message }
  const values = { ...input.values, displayName: generatedDisplayName() }
  return { answer: { ok: false, ...input, errors, values }, status: 200 }
}

function avatarOf({ values, image }: ProfileRefusal): ProfileChange['avatar'] | null {
  if (values.avatar === '' || values.avatar === 'keep') return 'keep'
  if (values.avatar === 'image') return image && { imageId: image.id }
  const preset = PRESETS.find((number) => String(number) === values.avatar)
  return { preset: preset ?? 0 }
}

function refuse(refusal: ProfileRefusal, code: RefusalCode): FormResponse<ProfileRefusal> {
  return refuseForm(refusal, refusalStatus(code))
}
