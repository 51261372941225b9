import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { type Profile, profileOf } from '#domain/submissions/profile.server.ts'
import { type EntryCard, entriesOf } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { FAULTS, PREVIEWED } from './words.ts'

export interface ProfilePage {
  profile: Profile
  /** null where they could not be loaded. */
  entries: EntryCard[] | null
  isMine: boolean
  /** Entries wait for approval before others see them. */
  reviewed: boolean
}

/**
 * A member's profile and their newest entries; 'self' and no id at all mean the viewer. Throws what ProfileFault
 * shows (PROF-5).
 */
export async function loadProfile(
  context: Readonly<RouterContextProvider>,
  asked: string | undefined,
): Promise<ProfilePage> {
  const scope = scopeOf(context)
  const userId = memberNamed(scope.viewer, asked)
  const { db } = context.get(servicesContext)
  const [profile, entries] = await Promise.all([
    part(context, profileOf(db, scope, userId)),
    part(context, entriesOf(db, scope, userId, PREVIEWED)),
  ])
  return {
    profile: found(profile),
    entries,
    isMine: scope.viewer?.id === userId,
    reviewed: scope.moderation === 'before',
  }
}

/** The id that an address names; 'self' and none at all mean the viewer's. Throws what ProfileFault shows. */
export function memberNamed(viewer: Viewer, asked: string | undefined): string {
  const userId = asked === undefined || asked === 'self' ? viewer?.id : asked
  if (userId === undefined) throw data(FAULTS.noId, { status: 404 })
  if (!isId(userId)) throw data(null, { status: 404 })
  return userId.toLowerCase()
}

/** The profile that was asked for. Throws what ProfileFault shows where there is none or it could not be loaded. */
export function found(profile: Profile | undefined | null): Profile {
  if (profile === null) throw data(FAULTS.notLoaded, { status: 500 })
  if (!profile) throw data(null, { status: 404 })
  return profile
}
