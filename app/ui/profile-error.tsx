import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen } from './error-page.tsx'
import { Missing } from './not-found.tsx'

export const FAULTS = {
  noId: 'No user ID specified',
  notLoaded: 'Failed to load user profile. The user may not exist or has been removed.',
} as const

export const MISSING = {
  heading: 'User Not Found',
  text: "The user you're looking for doesn't exist or has been removed.",
} as const

/** Instead of a profile: nobody there, nobody asked for, not loaded, or whatever else went wrong (PROF-12, PROF-13, PROF-14). */
export function ProfileFault({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />
  if (error.data === FAULTS.noId) {
    return (
      <Missing heading={FAULTS.noId} link={{ to: '/login?redirect=/profile', label: 'Sign In' }}>
        Sign in to see your own profile, or open the one of another ninja.
      </Missing>
    )
  }
  if (error.status === 404) {
    return (
      <Missing heading={MISSING.heading} link={{ to: '/leaderboard', label: 'View Leaderboard' }}>
        {MISSING.text}
      </Missing>
    )
  }
  if (error.data !== FAULTS.notLoaded) return <ErrorScreen status={error.status} />
  return <ErrorScreen status={error.status} message={FAULTS.notLoaded} />
}
