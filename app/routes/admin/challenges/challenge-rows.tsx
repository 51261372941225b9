import { Link } from 'react-router'
import { NumberText } from '#app/ui/lists/number-text.tsx'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import type { ChallengeRow } from '#domain/challenges/table.server.ts'
import { excerptText } from '../lists/excerpt.ts'
import { RowPicture } from '../lists/row-picture.tsx'
import { ChallengeActions } from './challenge-actions.tsx'

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
          <RowPicture imageUrl={imageUrl} fallback="challenge" />
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
