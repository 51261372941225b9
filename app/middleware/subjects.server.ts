import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { type MemberProfile, memberProfile } from '#domain/members/queries.server.ts'
import { PROFILE_ERRORS } from '#domain/members/refusals.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { type SubmissionTotals, submissionTotals } from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { loadOrNull } from './load-or-null.server.ts'
import { scopeOf } from './viewer.server.ts'

// What an address names: a challenge, or a member.

/** The challenge of the address. Throws what ChallengeError shows if it does not exist or cannot be loaded. */
export async function findChallenge(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<ChallengeDetail> {
  if (!isId(id)) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const found = await loadOrNull(context, challengeDetail(db, scopeOf(context), id))
  if (found === null) throw data('Error loading challenge data', { status: 500 })
  if (!found) throw data(null, { status: 404 })
  return found
}

export type Profile = MemberProfile & SubmissionTotals

export async function findProfile(db: Db, scope: Scope, userId: string): Promise<Profile | undefined> {
  const [member, totals] = await Promise.all([memberProfile(db, userId), submissionTotals(db, scope, userId)])
  return member && { ...member, ...totals }
}

/** The member id in a path; 'self' and no id mean the viewer's. Throws the response for ProfileError. */
export function requestedMemberId(viewer: Viewer, id: string | undefined): string {
  const userId = id === undefined || id === 'self' ? viewer?.id : id
  if (userId === undefined) throw data(PROFILE_ERRORS.noId, { status: 404 })
  if (!isId(userId)) throw data(null, { status: 404 })
  return userId
}

/** The profile. Throws the response for ProfileError if the member was not found (undefined) or not loaded (null). */
export function requireProfile(profile: Profile | undefined | null): Profile {
  if (profile === null) throw data(PROFILE_ERRORS.notLoaded, { status: 500 })
  if (!profile) throw data(null, { status: 404 })
  return profile
}
