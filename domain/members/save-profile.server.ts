import sql from 'sql-template-tag'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import type { SiteSettings } from '#domain/settings/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { isTooLong } from '#platform/text/raw-limits.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { hasPiledMarks, isDisplayName, normaliseDisplayName } from './display-name.ts'
import {
  avatarPresets,
  longestBio,
  PROFILE_MESSAGES as MESSAGES,
  nameTakenMessage,
  type Viewer,
} from './rules.ts'
import {
  freeNameLike,
  isNameTaken,
  isReservedName,
  mixesScripts,
  nameSkeleton,
} from './unique-names.server.ts'

export interface ProfileChange {
  displayName: string
  bio: string
  /** A preset, an uploaded image, or the current avatar. */
  avatar: { preset: number } | { imageId: string } | 'keep'
}

export interface ProfileErrors {
  displayName?: string
  bio?: string
}

/** The errors of a name and a bio; empty if both are valid (PROF-17, PROF-18). */
export function profileErrors(
  texts: { displayName: string; bio: string },
  viewer: Viewer = null,
  productName = '',
): ProfileErrors {
  const displayName = nameError(texts.displayName, viewer, productName)
  const isBioTooLong = isTooLong(texts.bio, 'text') || characterCount(plainText(texts.bio)) > longestBio
  return { ...(displayName && { displayName }), ...(isBioTooLong && { bio: MESSAGES.bio }) }
}

type SavedProfile = Outcome<null> & { field?: 'displayName' }

/**
 * Updates the viewer's own name, bio and avatar (PROF-26). The name has 1 to 50 characters, is unique among
 * look-alikes and is not reserved, as the name of the site is; the bio has at most 100 characters. `field` names the
 * field of a refusal.
 */
export async function saveProfile(
  db: Db,
  viewer: Viewer,
  change: ProfileChange,
  { productName }: Pick<SiteSettings, 'productName'> = { productName: '' },
): Promise<SavedProfile> {
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const errors = profileErrors(change, viewer, productName)
  if (errors.displayName) return { ...refused('invalid', errors.displayName), field: 'displayName' }
  if (errors.bio) return refused('invalid', errors.bio)
  const { avatar } = change
  const preset = avatar !== 'keep' && 'preset' in avatar ? avatar.preset : null
  if (preset !== null && !(Number.isInteger(preset) && preset >= 1 && preset <= avatarPresets)) {
    return refused('invalid', MESSAGES.failed)
  }
  try {
    const saved = await db.transaction((tx) => updateProfile(tx, viewer.id, change, preset))
    return saved ? done(null) : await missing(db, viewer.id)
  } catch (error) {
    if (!isNameTaken(error)) throw error
    const free = await freeNameLike(db, normaliseDisplayName(change.displayName))
    return { ...refused('conflict', nameTakenMessage(free)), field: 'displayName' }
  }
}

async function missing(db: Db, id: string): Promise<SavedProfile> {
  return (await isActiveMember(db, id))
    ? refused('invalid', MESSAGES.failed)
    : refused('signed-out', MESSAGES.signIn)
}

/** Why `viewer`, or a new member, may not have this display name. */
export function nameError(raw: string, viewer: Viewer, productName: string): string | null {
  if (isTooLong(raw, 'line')) return MESSAGES.nameLength
  const name = normaliseDisplayName(raw)
  if (!isDisplayName(name)) return name ? MESSAGES.nameLength : MESSAGES.name
  if (hasPiledMarks(name) && viewer?.displayName !== name) return MESSAGES.nameMarks
  const allowed = viewer?.isAdmin || viewer?.displayName === name || !isReservedName(name, productName)
  if (!allowed) return MESSAGES.nameReserved
  return mixesScripts(name) && viewer?.displayName !== name ? MESSAGES.nameScripts : null
}

/** False if the member may not act or the image is missing. */
async function updateProfile(
  tx: Db,
  id: string,
  change: ProfileChange,
  preset: number | null,
): Promise<boolean> {
  const name = normaliseDisplayName(change.displayName)
  const imageId = change.avatar !== 'keep' && 'imageId' in change.avatar ? change.avatar.imageId : null
  const saved = await tx.row(sql`
    with member as (
      select u.id from users u where u.id = ${id} and ${memberActive()}
      for no key update
    ),
    image as (
      select i.id from images i join member on i.owner_id = member.id
      where i.id = ${imageId}::uuid and i.purpose = 'avatar' for key share of i
    ),
    ready as (
      select member.id from member left join image on true where image.id is not distinct from ${imageId}::uuid
    )
    update users u set display_name = ${name}, name_skeleton = ${nameSkeleton(name)},
      bio = ${plainText(change.bio) || null},
      avatar_preset = coalesce(${preset}::smallint, u.avatar_preset),
      photo_image_id = case when ${preset}::smallint is null then coalesce(${imageId}::uuid, u.photo_image_id) end,
      updated_at = app_now()
    from ready where u.id = ready.id returning 1`)
  return saved !== undefined
}
