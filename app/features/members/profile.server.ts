import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import {
  findProfile,
  type Profile,
  requestedMemberId,
  requireProfile,
} from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { memberSubmissions, type SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { PROFILE_PREVIEW_SIZE } from '#domain/submissions/rules.ts'

export interface ProfilePageData {
  profile: Profile
  submissions: SubmissionSummary[] | null
  isMine: boolean
  reviewed: boolean
}

/**
 * Loads a profile and its newest submissions (PROF-5); 'self' or no id means the viewer. Throws the responses that
 * ProfileError shows.
 */
export async function loadProfile(
  context: Readonly<RouterContextProvider>,
  requestedId: string | undefined,
): Promise<ProfilePageData> {
  const scope = scopeOf(context)
  const userId = requestedMemberId(scope.viewer, requestedId)
  const { db } = context.get(servicesContext)
  const [profile, submissions] = await Promise.all([
    loadOrNull(context, findProfile(db, scope, userId)),
    loadOrNull(context, memberSubmissions(db, scope, userId, PROFILE_PREVIEW_SIZE)),
  ])
  return {
    profile: requireProfile(profile),
    submissions,
    isMine: scope.viewer?.id === userId,
    reviewed: scope.moderation === 'before',
  }
}
