import { Badge } from '#app/ui/badge.tsx'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'

interface Props {
  status: SubmissionStatus
  /** Submissions need approval. */
  reviewed: boolean
}

/** The status of a submission on its image; nothing for approved ones, or pending ones without approval. */
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
