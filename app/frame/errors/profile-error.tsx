import { isRouteErrorResponse } from 'react-router'
import { PROFILE_ERRORS } from '#domain/members/refusals.ts'
import { loginPath } from '#platform/http/return-to.ts'
import { ErrorPage, NotFound } from './error-page.tsx'

export const PROFILE_NOT_FOUND = {
  heading: 'User Not Found',
  text: "The user you're looking for doesn't exist or has been removed.",
} as const

/** Error page of a profile (PROF-12, PROF-13, PROF-14). */
export function ProfileError({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />
  if (error.data === PROFILE_ERRORS.noId) {
    return (
      <NotFound heading={PROFILE_ERRORS.noId} link={{ to: loginPath('/profile'), label: 'Sign In' }}>
        Sign in to see your own profile, or open the one of another ninja.
      </NotFound>
    )
  }
  if (error.status === 404) {
    return (
      <NotFound heading={PROFILE_NOT_FOUND.heading} link={{ to: '/leaderboard', label: 'View Leaderboard' }}>
        {PROFILE_NOT_FOUND.text}
      </NotFound>
    )
  }
  if (error.data !== PROFILE_ERRORS.notLoaded) return <ErrorPage status={error.status} />
  return <ErrorPage status={error.status} message={PROFILE_ERRORS.notLoaded} />
}
