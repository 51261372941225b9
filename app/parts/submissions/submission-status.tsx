import { Badge } from '#app/ui/badge.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { formatOrdinal, type Progress } from '#domain/submissions/rules.ts'

/** How far the viewer's own submission is, in the same words on all pages (SUB-77). `reviewed`: MODERATION=before. */
export function progressText(progress: Progress, reviewed: boolean): string {
  const { status, challengeStatus, isInVoting, placing } = progress
  if (status === 'rejected') return 'Rejected'
  if (challengeStatus === 'canceled') return 'Canceled'
  if (placing || challengeStatus === 'completed') return placingText(placing)
  if (challengeStatus === 'voting') return isInVoting ? 'In voting' : 'Votes are being counted'
  if (status === 'approved') return 'Approved'
  return reviewed ? 'Received, waiting for approval' : 'Received'
}

export function placingText(placing: Progress['placing']): string {
  if (!placing) return 'Completed'
  return `Placed ${formatOrdinal(placing.place)} of ${formatNumber(placing.entries)}`
}

interface BadgeProps {
  /** Submissions need approval before others see them. */
  reviewed: boolean
  on?: 'image' | 'plain'
}

export function ProgressBadge({ progress, reviewed, on = 'image' }: BadgeProps & { progress: Progress }) {
  return (
    <Badge tone={toneOf(progress)} on={on}>
      {progressText(progress, reviewed)}
    </Badge>
  )
}

function toneOf({ status, challengeStatus, placing }: Progress) {
  if (status === 'rejected') return 'rejected'
  if (placing?.place === 1) return 'winner'
  if (challengeStatus === 'active') return status === 'pending' ? 'pending' : 'active'
  return challengeStatus
}

/** The status of a submission; nothing for approved ones, or pending ones without approval. */
export function StatusBadge({ status, reviewed, on = 'image' }: BadgeProps & { status: SubmissionStatus }) {
  if (status === 'rejected') {
    return (
      <Badge tone="rejected" on={on}>
        Rejected
      </Badge>
    )
  }
  if (!reviewed || status !== 'pending') return null
  return (
    <Badge tone="pending" on={on}>
      Pending
    </Badge>
  )
}
