import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeRow } from '#domain/challenges/admin-list.server.ts'
import { statusLabel } from '#domain/challenges/rules.ts'
import { canComplete, canExtend } from '#domain/lifecycle/rules.ts'
import { ConfirmLink } from '../components/confirm-dialog.tsx'
import { excerptText, RowImage } from '../components/row-image.tsx'
import { EXPORTS } from '../paths.ts'
import { TITLES } from './titles.ts'

export function ChallengeRows({ rows }: { rows: readonly ChallengeRow[] }) {
  return (
    <table className="data-table list-table">
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Deadline</th>
          <th scope="col">Participants</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: ChallengeRow }) {
  const { id, title, excerpt, imageUrl, status, deadline, participants, createdAt } = row
  return (
    <tr>
      <td>
        <div className="list-subject">
          <RowImage imageUrl={imageUrl} fallback="challenge" />
          <div className="min-w-0">
            <Link to={`/admin/challenges/${id}/edit`} className="font-semibold hover:underline">
              {title}
            </Link>
            <p className="text-small text-muted">{excerptText(excerpt)}</p>
          </div>
        </div>
      </td>
      <td data-label="Status">
        <Badge tone={status} on="bare">
          {statusLabel(status)}
        </Badge>
      </td>
      <td data-label="Deadline" className="figures">
        {deadline ? <Time value={deadline} style="shorttime" /> : 'N/A'}
      </td>
      <td data-label="Participants">
        <NumberText value={participants} />
      </td>
      <td data-label="Created" className="figures">
        <Time value={createdAt} style="short" />
      </td>
      <td>
        <ChallengeActions row={row} />
      </td>
    </tr>
  )
}

/** The actions that the status of a challenge allows (ADM-16). */
function ChallengeActions({ row }: { row: ChallengeRow }) {
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
          to={`${EXPORTS.submissions}?challenge=${id}`}
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
