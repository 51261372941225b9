import { useLocation } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'

interface Props extends Pick<SubmissionDetail, 'id' | 'status'> {
  isUndoable: boolean
}

const LABELS = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const

/** Leads moderators to the confirmations, which return to this page, and to the queue (SUB-72). */
export function ModerationPanel({ id, status, isUndoable }: Props) {
  const { pathname } = useLocation()
  const query = new URLSearchParams({ returnTo: pathname })
  const to = (verb: string) => `/admin/submissions/${id}/${verb}?${query}`
  return (
    <Card
      as="section"
      flush
      aria-label="Moderation"
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 px-5.5 py-3.5"
    >
      <Badge tone={status} on="bare">
        {LABELS[status]}
      </Badge>
      <div className="flex flex-wrap gap-2.5">
        {status === 'pending' && (
          <ButtonLink to={to('approve')} size="small">
            Approve
          </ButtonLink>
        )}
        {status !== 'rejected' && (
          <ButtonLink to={to('reject')} variant="danger" size="small">
            Reject
          </ButtonLink>
        )}
        {isUndoable && (
          <ButtonLink to={to('undo')} variant="secondary" size="small">
            {status === 'approved' ? 'Undo Approval' : 'Undo Rejection'}
          </ButtonLink>
        )}
      </div>
      <p className="ml-auto text-calm">
        <ArrowLink to={`/admin/submissions/queue?${new URLSearchParams({ at: id })}`}>
          Review pending
        </ArrowLink>
      </p>
    </Card>
  )
}
