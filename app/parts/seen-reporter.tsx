import { useEffect } from 'react'

/**
 * Reports the submissions that the member has seen: cards of which half was visible for a second. Reports are for
 * ordering and for the results only, and a lost one changes little: visitors do not load the code.
 */
export function SeenReporter({ challengeId }: { challengeId: string }) {
  useEffect(() => {
    let end: (() => void) | null = null
    let isGone = false
    import('./seen-reports.ts').then(
      ({ reportSeen }) => {
        if (!isGone) end = reportSeen(challengeId)
      },
      () => {},
    )
    return () => {
      isGone = true
      end?.()
    }
  }, [challengeId])
  return null
}

/** Reports that the member has opened a submission; see `SeenReporter` for its cards. Without `isOpen`, nothing is sent. */
export function useOpenedReport(challengeId: string, submissionId: string, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen)
      navigator.sendBeacon(`/challenges/${challengeId}/seen`, new URLSearchParams({ ids: submissionId }))
  }, [challengeId, submissionId, isOpen])
}
