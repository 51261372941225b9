import type { Sent } from '#app/answer.server.ts'
import { lostPicture } from '#app/staged-image.server.ts'
import { hasRepeats } from '#app/upload.server.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import {
  avatarFailedMessage,
  lostPictureReason,
  pictureRules,
  tooLargeMessage,
  uploadFailedMessage,
  wrongTypeMessage,
} from '#domain/media/rules.ts'
import { generatedDisplayName, PROFILE_MESSAGES } from '#domain/members/rules.ts'
import { type ProfileChange, profileErrors, saveProfile } from '#domain/members/save-profile.server.ts'
import {
  broken,
  type FormArgs,
  type OpenedForm,
  openProfileForm,
  refuse,
} from './open-profile-form.server.ts'
import { PRESETS, type ProfileRefusal } from './profile-values.ts'

const fieldNames = ['displayName', 'bio', 'avatar', 'imageId']

/** Reads the profile's form and saves it (PROF-17, PROF-18). Whatever is refused comes back with all that was typed. */
export async function receiveProfile(args: FormArgs): Promise<Sent<ProfileRefusal>> {
  const opened = await openProfileForm(args)
  if ('answer' in opened) return opened
  const { services, viewer, upload, typed } = opened
  const message = formProblem(upload.fields)
  const avatar = avatarOf(typed)
  const image = pictureProblem(opened, avatar)
  const errors = {
    ...profileErrors(typed.values, viewer, services.config.productName),
    ...(image && { image }),
  }
  if (!avatar || message || Object.keys(errors).length > 0) {
    const refusal = { ...typed, errors, message: message ?? (isOurs(image) ? avatarFailedMessage : null) }
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
    if (!saved.ok && saved.code === 'invalid' && typed.picture) {
      // Deleted by another request after the form was read.
      const found = await ownedImage(services.db, typed.picture.id, viewer.id, 'avatar')
      const lost = uploadFailedMessage('avatar', lostPictureReason)
      if (!found) return refuse({ ...typed, picture: null, errors: { image: lost } }, 'invalid')
    }
    if (!saved.ok) return refuse({ ...typed, message: saved.message }, saved.code)
    return { answer: { ok: true, to: '/profile', message: PROFILE_MESSAGES.saved }, status: 200 }
  } catch (error) {
    return broken(services, typed, error)
  }
}

/** What is wrong with the form itself, which no member can mend. */
function formProblem(fields: FormData): string | null {
  const known = [...fields.keys()].every((name) => fieldNames.includes(name))
  if (!known) return 'This form has a field that is not known'
  return hasRepeats(fields) ? 'This form has a field more than once' : null
}

function pictureProblem({ upload, staged, typed }: OpenedForm, avatar: unknown): string | null {
  if (!staged.ok) return staged.message
  const lost = lostPicture(upload, typed.picture) && typed.values.avatar === 'image'
  return avatar && !lost ? null : uploadFailedMessage('avatar', lostPictureReason)
}

/** True where another picture is not what the form needs, but another try. */
function isOurs(problem: string | null): boolean {
  const named: readonly unknown[] = [null, wrongTypeMessage, tooLargeMessage(pictureRules.avatar.limit)]
  return !named.includes(problem)
}

/** The form again with another name in it and nothing saved, for browsers without scripts. */
export async function receiveForNewName(args: FormArgs): Promise<Sent<ProfileRefusal>> {
  const opened = await openProfileForm(args)
  if ('answer' in opened) return opened
  const { typed, staged } = opened
  const errors = staged.ok ? {} : { image: staged.message }
  const values = { ...typed.values, displayName: generatedDisplayName() }
  return { answer: { ok: false, ...typed, errors, values }, status: 200 }
}

/** What the form chose; null where it chose a picture that is not there any more. */
function avatarOf({ values, picture }: ProfileRefusal): ProfileChange['avatar'] | null {
  if (values.avatar === '' || values.avatar === 'keep') return 'keep'
  if (values.avatar === 'image') return picture && { imageId: picture.id }
  const preset = PRESETS.find((number) => String(number) === values.avatar)
  return { preset: preset ?? 0 }
}
