import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { avatarPresets } from '#domain/members/rules.ts'
import type { ProfileErrors } from '#domain/members/save-profile.server.ts'
import { safePath } from '#platform/http/return-to.ts'

export const PROFILE_PATH = '/profile'

const EDIT_PATH = '/profile/edit'

/** The form's address, which asks for another name with `newName`. `welcome` is where the first sign-in leads (AUTH-31). */
export function editPath({ welcome, newName }: { welcome: string | null; newName?: boolean }): string {
  const query = new URLSearchParams({
    ...(newName && { 'new-name': '' }),
    ...(welcome !== null && { welcome }),
  })
  return query.size > 0 ? `${EDIT_PATH}?${query}` : EDIT_PATH
}

/** Where the sheet of the first sign-in leads; null for the profile form. */
export function welcomeOf(query: URLSearchParams): string | null {
  const welcome = query.get('welcome')
  return welcome === null ? null : safePath(welcome)
}

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
