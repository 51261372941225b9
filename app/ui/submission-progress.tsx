import type { Progress } from '#domain/submissions/rules.ts'
import { Badge } from './badge.tsx'
import { formatNumber, formatOrdinal } from './number.tsx'

/** How far the viewer's own submission is, in the same words on all pages (SUB-77). `reviewed`: MODERATION=before. */
export function progressText(progress: Progress, reviewed: boolean): string {
  const { status, challengeStatus, isInVoting, placing } = progress
  if (status === 'rejected') return 'Rejected'
  if (placing) return `Placed ${formatOrdinal(placing.place)} of ${formatNumber(placing.entries)}`
  if (challengeStatus === 'completed' || challengeStatus === 'canceled') return 'Completed, no votes'
  if (challengeStatus === 'voting') return isInVoting ? 'In voting' : 'Votes are being counted'
  if (status === 'approved') return 'Approved'
  return reviewed ? 'Received, waiting for approval' : 'Received'
}

export function ProgressBadge({ progress, reviewed }: { progress: Progress; reviewed: boolean }) {
  return (
    <Badge tone={toneOf(progress)} on="image">
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
