import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { Badge } from './badge.tsx'

interface Props {
  status: SubmissionStatus
  /** Entries wait for approval before others see them. */
  reviewed: boolean
}

/** On an entry's picture: that it was rejected, or waits for approval; nothing on all others. */
export function StatusBadge({ status, reviewed }: Props) {
  if (status === 'rejected') {
    return (
      <Badge tone="rejected" on="image">
        Rejected
      </Badge>
    )
  }
  if (!reviewed || status !== 'pending') return null
  return (
    <Badge tone="pending" on="image">
      Pending
    </Badge>
  )
}
