import { Link } from 'react-router'
import type { ChallengeRow } from '#domain/challenges/table.server.ts'
import { canComplete, canExtend } from '#domain/lifecycle/rules.ts'
import { ConfirmLink } from '../lists/confirm-dialog.tsx'
import { EXPORTS } from '../places.ts'
import { TITLES } from './deeds.ts'

/** What can be done to a challenge in its state (ADM-16). */
export function ChallengeActions({ row }: { row: ChallengeRow }) {
  const { id, title, status } = row
  const path = `/admin/challenges/${id}`
  return (
    <div className="row-actions">
      <Link to={`${path}/edit`} className="row-link" aria-label={`Edit ${title}`}>
        Edit
      </Link>
      <Link
        to={`/challenges/${id}`}
        target="_blank"
        rel="noopener"
        className="row-link"
        aria-label={`View ${title} in a new tab`}
      >
        View
      </Link>
      {status !== 'draft' && status !== 'upcoming' && (
        <Link
          to={`${EXPORTS.entries}?challenge=${id}`}
          reloadDocument
          className="row-link"
          aria-label={`Results CSV of ${title}`}
        >
          Results CSV
        </Link>
      )}
      {canComplete(status) && (
        <ConfirmLink path={`${path}/complete`} title={TITLES.complete} about={title}>
          Complete
        </ConfirmLink>
      )}
      {canExtend(status) && (
        <ConfirmLink path={`${path}/extend`} title={TITLES.extend} about={title}>
          Extend
        </ConfirmLink>
      )}
      <Link to={`/admin/challenges/new?from=${id}`} className="row-link" aria-label={`Duplicate ${title}`}>
        Duplicate
      </Link>
      {status === 'draft' && (
        <ConfirmLink path={`${path}/delete`} title={TITLES.remove} about={title} danger>
          Delete
        </ConfirmLink>
      )}
    </div>
  )
}
