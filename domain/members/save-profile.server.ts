import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { plainText } from '#platform/text.ts'
import {
  avatarPresets,
  isDisplayName,
  longestBio,
  longestDisplayName,
  normaliseDisplayName,
  type Viewer,
} from './rules.ts'

export const MESSAGES = {
  signIn: 'Please sign in to edit your profile.',
  name: 'Display name is required',
  nameLength: `Display name must be at most ${longestDisplayName} characters`,
  bio: `Bio must be at most ${longestBio} characters`,
  failed: 'Failed to update profile. Please try again.',
} as const

export interface ProfileChange {
  displayName: string
  bio: string
  /** One of the five presets, an own avatar image, or the avatar that is there. */
  avatar: { preset: number } | { imageId: string } | 'keep'
}

/**
 * Changes one's own name, bio and avatar (entry §5). The name is normalised and may have 1 to 50 characters, the bio
 * at most 100; nothing else of a member can be changed here.
 */
export async function saveProfile(db: Db, viewer: Viewer, change: ProfileChange): Promise<Outcome<null>> {
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const displayName = normaliseDisplayName(change.displayName)
  const bio = plainText(change.bio)
  if (!displayName) return refused('invalid', MESSAGES.name)
  if (!isDisplayName(displayName)) return refused('invalid', MESSAGES.nameLength)
  if ([...bio].length > longestBio) return refused('invalid', MESSAGES.bio)
  const { avatar } = change
  const preset = avatar !== 'keep' && 'preset' in avatar ? avatar.preset : null
  const imageId = avatar !== 'keep' && 'imageId' in avatar ? avatar.imageId : null
  if (preset !== null && !(Number.isInteger(preset) && preset >= 1 && preset <= avatarPresets)) {
    return refused('invalid', MESSAGES.failed)
  }
  const saved = await db.row(sql`
    update users u set display_name = ${displayName}, bio = ${bio || null},
      avatar_preset = coalesce(${preset}::smallint, u.avatar_preset),
      photo_image_id = case when ${preset}::smallint is null then coalesce(${imageId}::uuid, u.photo_image_id) end,
      updated_at = dojo_now()
    where u.id = ${viewer.id} and (${imageId}::uuid is null or exists (
      select 1 from images where id = ${imageId} and owner_id = u.id and purpose = 'avatar'))
    returning u.id`)
  return saved ? done(null) : refused('invalid', MESSAGES.failed)
}
