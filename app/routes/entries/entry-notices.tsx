import { Notice } from '#app/ui/surfaces/notice.tsx'
import type { LoadedEntry } from './entry-page.server.ts'

/** What the owner learns about the own entry, and administrators about a rejected one (SUB-28). */
export function EntryNotices({ entry, isMine, mayEdit, isFrozen, awaitsApproval }: LoadedEntry) {
  const rejected = entry.status === 'rejected'
  if (!rejected && !awaitsApproval && !isFrozen) return null
  return (
    <div className="mb-6">
      {rejected && (
        <Notice tone="bad">
          <strong className="block">{isMine ? 'Your submission was rejected' : 'Rejected'}</strong>
          {entry.rejectionReason}
          {mayEdit && <span className="block">You can edit it, which sends it back for review.</span>}
        </Notice>
      )}
      {isFrozen && (
        <Notice>This submission already has votes, so it can no longer be edited or withdrawn.</Notice>
      )}
      {awaitsApproval && (
        <Notice>
          <strong className="block">Waiting for approval</strong>
          Until an organiser approves it, only you can see your submission.
        </Notice>
      )}
    </div>
  )
}
