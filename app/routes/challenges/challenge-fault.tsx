import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Missing } from '#app/ui/surfaces/missing.tsx'

export const MISSING_TITLE = 'Challenge not found'

/** Instead of a challenge's page: not found, not loaded, or whatever else went wrong (public §2, §8). */
export function ChallengeFault({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />
  if (error.status === 404) {
    return (
      <Missing heading={MISSING_TITLE} link={{ to: '/challenges', label: 'Browse Challenges' }}>
        Sorry, the challenge you are looking for does not exist or has been removed.
      </Missing>
    )
  }
  if (typeof error.data !== 'string' || !error.data) return <ErrorScreen status={error.status} />
  return (
    <div className="page py-16">
      <ErrorPanel message={error.data} />
    </div>
  )
}
