import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import type { LoadedEntry } from './entry-page.server.ts'

/** What the owner learns about the own entry, and the way to change it (public §2, entry §4). */
export function EntryNotices({ entry, isMine, mayEdit, awaitsApproval }: LoadedEntry) {
  const rejected = entry.status === 'rejected'
  if (!rejected && !mayEdit && !awaitsApproval) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 empty:hidden">
        {rejected && (
          <Notice tone="bad">
            <strong className="block">{isMine ? 'Your submission was rejected' : 'Rejected'}</strong>
            {entry.rejectionReason}
          </Notice>
        )}
        {awaitsApproval && (
          <Notice>
            <strong className="block">Waiting for approval</strong>
            Until an organiser approves it, only you can see your submission.
          </Notice>
        )}
      </div>
      {mayEdit && (
        <ButtonLink to={`/challenges/${entry.challengeId}/submissions/${entry.id}/edit`} look="quiet">
          <Icon name="edit" className="size-4" />
          Edit Submission
        </ButtonLink>
      )}
    </div>
  )
}
