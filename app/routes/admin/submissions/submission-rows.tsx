import { Link } from 'react-router'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { SubmissionRow } from '#domain/moderation/table.server.ts'
import { excerptText } from '../lists/excerpt.ts'
import { RowPicture } from '../lists/row-picture.tsx'
import { submissionLabel } from './statuses.ts'
import { SubmissionActions } from './submission-actions.tsx'

export function SubmissionRows({ rows }: { rows: readonly SubmissionRow[] }) {
  return (
    <table className="data-table list-table">
      <thead>
        <tr>
          <th scope="col">Submission</th>
          <th scope="col">User</th>
          <th scope="col">Challenge</th>
          <th scope="col">Status</th>
          <th scope="col">Date</th>
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

function Row({ row }: { row: SubmissionRow }) {
  const { title, excerpt, imageUrl, user, challenge, status, rejectionReason, submittedAt } = row
  return (
    <tr>
      <td>
        <div className="list-subject">
          <RowPicture imageUrl={imageUrl} fallback="entry" />
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p className="text-small text-muted">{excerptText(excerpt)}</p>
          </div>
        </div>
      </td>
      <td data-label="User">
        {user.isDeleted ? (
          <span className="text-muted">{nameOf(user.displayName)} (deleted)</span>
        ) : (
          <Link to={`/profile/${user.id}`} className="row-link gap-2">
            <Avatar photoUrl={user.photoUrl} rank={user.rank} size="tiny" />
            {nameOf(user.displayName)}
          </Link>
        )}
      </td>
      <td data-label="Challenge">
        <Link to={`/challenges/${challenge.id}`} className="hover:underline">
          {challenge.title}
        </Link>
      </td>
      <td data-label="Status">
        <Badge tone={status} on="bare">
          {submissionLabel(status)}
        </Badge>
        {status === 'rejected' && rejectionReason && (
          <p className="mt-0.5 text-small text-muted">{rejectionReason}</p>
        )}
      </td>
      <td data-label="Date" className="figures">
        <Time value={submittedAt} style="short" />
      </td>
      <td>
        <SubmissionActions row={row} />
      </td>
    </tr>
  )
}
