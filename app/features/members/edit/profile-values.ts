import type { FormRefusal } from '#app/forms/send-form.ts'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { avatarPresets } from '#domain/members/rules.ts'
import type { ProfileErrors } from '#domain/members/save-profile.server.ts'

export const PROFILE_PATH = '/profile'

export const EDIT_PATH = '/profile/edit'

/** Answers the form with another name in it. */
export const NEW_NAME_PATH = '/profile/edit?new-name'

/** A preset by its number, the stored photo ('keep'), or the picture that was sent before ('image'). */
export type AvatarChoice = string

/** The profile's form as typed; no avatar is chosen where a new file takes its place. */
export interface ProfileValues {
  displayName: string
  bio: string
  avatar: AvatarChoice | ''
}

export type ProfileRefusal = FormRefusal<ProfileValues, keyof ProfileErrors | 'image'>

export const PRESETS: readonly number[] = Array.from({ length: avatarPresets }, (_, i) => i + 1)

/** The form before anything is typed. */
export function valuesOf({ displayName, bio, preset }: OwnProfile): ProfileValues {
  return { displayName, bio: bio ?? '', avatar: preset === null ? 'keep' : String(preset) }
}

export function unchanged(values: ProfileValues): ProfileRefusal {
  return { message: null, signedOut: false, errors: {}, values, image: null }
}
