import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { avatarPresets } from '#domain/members/rules.ts'
import type { ProfileErrors } from '#domain/members/save-profile.server.ts'

export const PROFILE_PATH = '/profile'

export const EDIT_PATH = '/profile/edit'

/** Returns the form with another name. */
export const NEW_NAME_PATH = '/profile/edit?new-name'

/** A preset number, the stored photo ('keep'), or the pending image ('image'). */
export type AvatarChoice = string

/** The submitted form; avatar is '' if a file was uploaded. */
export interface ProfileValues {
  displayName: string
  bio: string
  avatar: AvatarChoice | ''
}

export type ProfileRefusal = FormRefusal<ProfileValues, keyof ProfileErrors | 'image'>

export const PRESETS: readonly number[] = Array.from({ length: avatarPresets }, (_, i) => i + 1)

export function valuesOf({ displayName, bio, preset }: OwnProfile): ProfileValues {
  return { displayName, bio: bio ?? '', avatar: preset === null ? 'keep' : String(preset) }
}

export function unchanged(values: ProfileValues): ProfileRefusal {
  return { message: null, signedOut: false, errors: {}, values, image: null, imageRefused: false }
}
