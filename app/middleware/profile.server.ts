import { data } from 'react-router'
import { PROFILE_ERRORS } from '#app/ui/profile-error.tsx'
import type { Viewer } from '#domain/members/rules.ts'
import type { Profile } from '#domain/submissions/profile.server.ts'
import { isId } from '#platform/id.server.ts'

/** The id that an address names; 'self' and none at all mean the viewer's. Throws what ProfileFault shows. */
export function requestedMemberId(viewer: Viewer, asked: string | undefined): string {
  const userId = asked === undefined || asked === 'self' ? viewer?.id : asked
  if (userId === undefined) throw data(PROFILE_ERRORS.noId, { status: 404 })
  if (!isId(userId)) throw data(null, { status: 404 })
  return userId.toLowerCase()
}

/** The profile that was asked for. Throws what ProfileFault shows where there is none or it could not be loaded. */
export function foundProfile(profile: Profile | undefined | null): Profile {
  if (profile === null) throw data(PROFILE_ERRORS.notLoaded, { status: 500 })
  if (!profile) throw data(null, { status: 404 })
  return profile
}
