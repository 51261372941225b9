import { Notice } from '#app/ui/messages/notice.tsx'
import type { LoadedSubmission } from './show.server.ts'

/** Notices for the owner, and for administrators on a rejected submission (SUB-28). */
export function Notices({ submission, isMine, mayEdit, isFrozen, awaitsApproval }: LoadedSubmission) {
  const rejected = submission.status === 'rejected'
  return (
    <div className="mb-6">
      {rejected && (
        <Notice tone="bad">
          <strong className="block">{isMine ? 'Your submission was rejected' : 'Rejected'}</strong>
          <bdi>{submission.rejectionReason}</bdi>
          {mayEdit && <span className="block">You can edit it, which sends it back for review.</span>}
        </Notice>
      )}
      {isFrozen && (
        <Notice>
          Members could already vote for this submission, so it can no longer be edited or withdrawn.
        </Notice>
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
