import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import {
  findProfile,
  type Profile,
  requestedMemberId,
  requireProfile,
} from '#app/middleware/profile.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { memberSubmissions, type SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { PROFILE_PREVIEW_SIZE } from '#domain/submissions/rules.ts'

export interface ProfilePageData {
  profile: Profile
  /** null where they could not be loaded. */
  entries: SubmissionSummary[] | null
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
): Promise<ProfilePageData> {
  const scope = scopeOf(context)
  const userId = requestedMemberId(scope.viewer, asked)
  const { db } = context.get(servicesContext)
  const [profile, entries] = await Promise.all([
    loadOrNull(context, findProfile(db, scope, userId)),
    loadOrNull(context, memberSubmissions(db, scope, userId, PROFILE_PREVIEW_SIZE)),
  ])
  return {
    profile: requireProfile(profile),
    entries,
    isMine: scope.viewer?.id === userId,
    reviewed: scope.moderation === 'before',
  }
}
