import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { plainText } from '#platform/text.ts'
import { isTooLong } from '#platform/raw-limits.ts'
import {
  avatarPresets,
  isDisplayName,
  longestBio,
  PROFILE_MESSAGES as MESSAGES,
  normaliseDisplayName,
  type Viewer,
} from './rules.ts'

export interface ProfileChange {
  displayName: string
  bio: string
  /** One of the five presets, an own avatar image, or the avatar that is there. */
  avatar: { preset: number } | { imageId: string } | 'keep'
}

export interface ProfileErrors {
  displayName?: string
  bio?: string
}

/** What is wrong with a name and a bio, both at once; nothing when they can be saved (entry §5). */
export function profileErrors(texts: { displayName: string; bio: string }): ProfileErrors {
  const displayName = displayNameError(texts.displayName)
  const isBioTooLong = isTooLong(texts.bio, 'text') || [...plainText(texts.bio)].length > longestBio
  return { ...(displayName && { displayName }), ...(isBioTooLong && { bio: MESSAGES.bio }) }
}

function displayNameError(sent: string): string | null {
  if (isTooLong(sent, 'line')) return MESSAGES.nameLength
  const displayName = normaliseDisplayName(sent)
  if (!displayName) return MESSAGES.name
  return isDisplayName(displayName) ? null : MESSAGES.nameLength
}

/**
 * Changes one's own name, bio and avatar (entry §5). The name is normalised and may have 1 to 50 characters, the bio
 * at most 100; nothing else of a member can be changed here.
 */
export async function saveProfile(db: Db, viewer: Viewer, change: ProfileChange): Promise<Outcome<null>> {
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const errors = profileErrors(change)
  const wrong = errors.displayName ?? errors.bio
  if (wrong) return refused('invalid', wrong)
  const displayName = normaliseDisplayName(change.displayName)
  const bio = plainText(change.bio)
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
