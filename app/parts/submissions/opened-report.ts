import { useEffect } from 'react'

/** Reports that the member has opened a submission; see `SeenReporter` for its cards. Without `isOpen`, nothing is sent. */
export function useOpenedReport(challengeId: string, submissionId: string, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen)
      navigator.sendBeacon(`/challenges/${challengeId}/seen`, new URLSearchParams({ ids: submissionId }))
  }, [challengeId, submissionId, isOpen])
}
