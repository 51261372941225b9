import { Suspense } from 'react'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'

const SeenReports = lazyPart(() => import('./seen-reports.tsx'), 'SeenReports')

/**
 * Reports the submissions that the member has seen: cards of which half was visible for a second. Reports are for
 * ordering and for the results only, and a lost one changes little: visitors do not load the code.
 */
export function SeenReporter({ challengeId }: { challengeId: string }) {
  return (
    <Suspense>
      <SeenReports challengeId={challengeId} />
    </Suspense>
  )
}
