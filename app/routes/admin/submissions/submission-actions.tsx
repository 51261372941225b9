import { Link } from 'react-router'
import type { SubmissionRow } from '#domain/moderation/table.server.ts'
import { ConfirmLink } from '../lists/confirm-dialog.tsx'
import { QuickDeed } from '../lists/quick-deed.tsx'
import { SUBMISSIONS_PATH } from '../places.ts'
import { TITLES } from './statuses.ts'

/** What can be done to an entry: judged while it is pending, looked at and deleted always (ADM-38). */
export function SubmissionActions({ row }: { row: SubmissionRow }) {
  const { id, title, status, challenge } = row
  const path = `${SUBMISSIONS_PATH}/${id}`
  return (
    <div className="row-actions">
      <Link
        to={`/challenges/${challenge.id}/submissions/${id}`}
        target="_blank"
        rel="noopener"
        className="row-link"
        aria-label={`View ${title} in a new tab`}
      >
        View
      </Link>
      {status === 'pending' && (
        <>
          <QuickDeed path={`${path}/approve`} about={title}>
            Approve
          </QuickDeed>
          <ConfirmLink path={`${path}/reject`} title={TITLES.reject} about={title}>
            Reject
          </ConfirmLink>
        </>
      )}
      <ConfirmLink path={`${path}/delete`} title={TITLES.remove} about={title} danger>
        Delete
      </ConfirmLink>
    </div>
  )
}
