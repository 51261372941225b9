import type { RouterContextProvider } from 'react-router'
import type { Sent } from '#app/answer.server.ts'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import { statusOf } from '#app/refusal.server.ts'
import { pictureOfForm, stageImage } from '#app/staged-image.server.ts'
import { type ParsedUpload, parseUpload } from '#app/upload.server.ts'
import { type Picture, pictureRules, uploadFailedMessage } from '#domain/media/rules.ts'
import { generatedDisplayName, type Member, PROFILE_MESSAGES } from '#domain/members/rules.ts'
import { type ProfileChange, profileErrors, saveProfile } from '#domain/members/save-profile.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { type ProfileRefusal, untouched } from './profile-values.ts'

interface FormArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

interface OpenedForm {
  services: Services
  viewer: Member
  upload: ParsedUpload
  /** Everything that was typed, and the picture that the form has. */
  typed: ProfileRefusal
  /** What the file came to. */
  staged: Outcome<Picture | null>
}

const allowance = { points: 20, seconds: 600 }
const fieldNames = ['displayName', 'bio', 'avatar', 'imageId']

/** Reads the profile's form and saves it (entry §5). Whatever is refused comes back with all that was typed. */
export async function receiveProfile(args: FormArgs): Promise<Sent<ProfileRefusal>> {
  const opened = await openForm(args)
  if ('answer' in opened) return opened
  const { services, viewer, upload, typed, staged } = opened
  const avatar = avatarOf(typed)
  const errors = {
    ...profileErrors(typed.values),
    ...(!avatar && { image: uploadFailedMessage('avatar', '') }),
    ...(!staged.ok && { image: staged.message }),
  }
  const known = [...upload.fields.keys()].every((name) => fieldNames.includes(name))
  const message = known ? null : 'This form has a field that is not known'
  if (!avatar || message || Object.keys(errors).length > 0) {
    return refuse({ ...typed, errors, message }, staged.ok ? 'invalid' : staged.code)
  }
  const { displayName, bio } = typed.values
  const saved = await saveProfile(services.db, viewer, { displayName, bio, avatar })
  if (!saved.ok) return refuse({ ...typed, message: saved.message }, saved.code)
  return { answer: { ok: true, to: '/profile', message: PROFILE_MESSAGES.saved }, status: 200 }
}

/** The form again with another name in it and nothing saved, for browsers without scripts. */
export async function receiveForNewName(args: FormArgs): Promise<Sent<ProfileRefusal>> {
  const opened = await openForm(args)
  if ('answer' in opened) return opened
  const { typed, staged } = opened
  const errors = staged.ok ? {} : { image: staged.message }
  const values = { ...typed.values, displayName: generatedDisplayName() }
  return { answer: { ok: false, ...typed, errors, values }, status: 200 }
}

async function openForm({ request, context }: FormArgs): Promise<OpenedForm | Sent<ProfileRefusal>> {
  const services = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  const upload = await parseUpload(request, { maxFileBytes: pictureRules.avatar.limit })
  const typed = untouched({
    displayName: asTyped(upload.fields.get('displayName')),
    bio: asTyped(upload.fields.get('bio')),
    avatar: asTyped(upload.fields.get('avatar')),
  })
  if (!viewer) return refuse({ ...typed, signedOut: true, message: PROFILE_MESSAGES.signIn }, 'signed-out')

  const use = { ownerId: viewer.id, purpose: 'avatar' } as const
  typed.picture = await pictureOfForm(services.db, upload.fields, use)
  const verdict = await limit(services.db, 'profile', viewer.id, allowance)
  if (!verdict.ok) return tooOften(typed, verdict.retryAfterSeconds)
  const staged = await stageImage(services, upload, use, typed.picture)
  const opened = { services, viewer, upload, staged }
  if (!staged.ok || !upload.file) return { ...opened, typed }
  const values = { ...typed.values, avatar: 'image' }
  return { ...opened, typed: { ...typed, values, picture: staged.value } }
}

/** What the form chose; null where it chose a picture that is not there any more. */
function avatarOf({ values, picture }: ProfileRefusal): ProfileChange['avatar'] | null {
  if (values.avatar === '' || values.avatar === 'keep') return 'keep'
  if (values.avatar === 'image') return picture && { imageId: picture.id }
  return { preset: Number(values.avatar) }
}

function refuse(refusal: ProfileRefusal, code: RefusalCode): Sent<ProfileRefusal> {
  return { answer: { ok: false, ...refusal }, status: statusOf(code) }
}

function tooOften(typed: ProfileRefusal, seconds: number): Sent<ProfileRefusal> {
  const message = 'That was often in a short time. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...typed, message },
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  }
}
