import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen } from './error-page.tsx'
import { Missing } from './not-found.tsx'

export const MISSING_TITLE = 'Challenge not found'

/** Instead of a challenge's page: not found, not loaded, or whatever else went wrong (CHL-61, CHL-62). */
export function ChallengeFault({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />
  if (error.status === 404) {
    return (
      <Missing heading={MISSING_TITLE} link={{ to: '/challenges', label: 'Browse Challenges' }}>
        Sorry, the challenge you are looking for does not exist or has been removed.
      </Missing>
    )
  }
  // Below 500 the words are the router's own, which name its routes.
  if (error.status < 500 || typeof error.data !== 'string' || !error.data)
    return <ErrorScreen status={error.status} />
  return <ErrorScreen status={error.status} message={error.data} />
}
