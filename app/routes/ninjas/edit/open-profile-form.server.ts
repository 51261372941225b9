import type { RouterContextProvider } from 'react-router'
import type { Sent } from '#app/answer.server.ts'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import { statusOf } from '#app/refusal.server.ts'
import { type CarriedImage, pictureOfForm, stageImage } from '#app/staged-image.server.ts'
import { type ParsedUpload, withUpload } from '#app/upload.server.ts'
import { uploadCutMessage } from '#domain/media/rules.ts'
import { type Member, PROFILE_MESSAGES, type Viewer } from '#domain/members/rules.ts'
import { isOutage } from '#platform/database/outage.ts'
import { limit } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { type ProfileRefusal, untouched } from './profile-values.ts'

export interface FormArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

export interface OpenedForm {
  services: Services
  viewer: Member
  upload: ParsedUpload
  /** Everything that was typed, and the picture that the form has. */
  typed: ProfileRefusal
  /** What the file came to. */
  staged: Outcome<CarriedImage | null>
}

const allowance = { points: 20, seconds: 600 }
/** Reads the profile's form and stores its picture; answers at once where nothing can come of it. */
export function openProfileForm({ request, context }: FormArgs): Promise<OpenedForm | Sent<ProfileRefusal>> {
  const services = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  const options = { uploads: services.uploads, client: viewer?.id ?? null, purpose: 'avatar' } as const
  return withUpload(request, options, (upload) => openUploaded(services, viewer, upload))
}

async function openUploaded(
  services: Services,
  viewer: Viewer,
  upload: ParsedUpload,
): Promise<OpenedForm | Sent<ProfileRefusal>> {
  const typed = untouched({
    displayName: asTyped(upload.fields.get('displayName')),
    bio: asTyped(upload.fields.get('bio')),
    avatar: asTyped(upload.fields.get('avatar')),
  })
  try {
    const use = { ownerId: viewer?.id ?? null, purpose: 'avatar' } as const
    typed.picture = await pictureOfForm(services.db, upload.fields, use)
    if (!viewer) return refuse({ ...typed, signedOut: true, message: PROFILE_MESSAGES.signIn }, 'signed-out')
    if (upload.unreadable) return refuse({ ...typed, message: uploadCutMessage }, 'invalid')
    const verdict = await limit(services.db, 'profile', viewer.id, allowance)
    if (!verdict.ok) return tooOften(typed, verdict.retryAfterSeconds)
    const staged = await stageImage(services, upload, { ...use, ownerId: viewer.id }, typed.picture)
    const opened = { services, viewer, upload, staged }
    if (!staged.ok || !upload.file) return { ...opened, typed }
    const values = { ...typed.values, avatar: 'image' }
    return { ...opened, typed: { ...typed, values, picture: staged.value } }
  } catch (error) {
    return broken(services, typed, error)
  }
}

export function refuse(refusal: ProfileRefusal, code: RefusalCode): Sent<ProfileRefusal> {
  const headers = code === 'busy' ? { 'Retry-After': '5' } : undefined
  return { answer: { ok: false, ...refusal }, status: statusOf(code), headers }
}

/** A fault of ours costs nobody what they typed. */
export function broken({ log }: Services, typed: ProfileRefusal, error: unknown): Sent<ProfileRefusal> {
  log.error({ err: error }, 'a profile could not be saved')
  const refusal = { ...typed, message: PROFILE_MESSAGES.failed }
  return isOutage(error) ? refuse(refusal, 'busy') : { ...refuse(refusal, 'invalid'), status: 500 }
}

function tooOften(typed: ProfileRefusal, seconds: number): Sent<ProfileRefusal> {
  const message = 'That was often in a short time. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...typed, message },
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  }
}
