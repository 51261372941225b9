import { isRouteErrorResponse } from 'react-router'
import { ErrorPage, NotFound } from './error-page.tsx'

export const MISSING_TITLE = 'Challenge not found'

/** Error page of a challenge: not found, not loaded, or any other error (CHL-61, CHL-62). */
export function ChallengeError({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />
  if (error.status === 404) {
    return (
      <NotFound heading={MISSING_TITLE} link={{ to: '/challenges', label: 'Browse Challenges' }}>
        Sorry, the challenge you are looking for does not exist or has been removed.
      </NotFound>
    )
  }
  // Below 500 the words are the router's own, which name its routes.
  if (error.status < 500 || typeof error.data !== 'string' || !error.data)
    return <ErrorPage status={error.status} />
  return <ErrorPage status={error.status} message={error.data} />
}
