import { Link } from 'react-router'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import type { ChallengeRow } from '#domain/challenges/table.server.ts'

/** Challenges in rows, each with the way to edit it and to its own page. */
export function ChallengeTable({ rows }: { rows: ChallengeRow[] }) {
  return (
    <table className="data-table challenge-table">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Deadline</th>
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
  const { id, title, status, deadline, createdAt } = row
  return (
    <tr className="stacked-row">
      <td>
        <span className="font-medium">{title}</span>
        <span className="block text-small text-muted">
          Created <Time value={createdAt} style="datetime" />
        </span>
      </td>
      <td>
        <Badge tone={status} on="bare">
          {statusLabel(status)}
        </Badge>
      </td>
      <td className="figures">{deadline ? <Time value={deadline} style="datetime" /> : 'N/A'}</td>
      <td>
        <span className="flex gap-4">
          <Link to={`/admin/challenges/${id}/edit`} className="row-link" aria-label={`Edit ${title}`}>
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
        </span>
      </td>
    </tr>
  )
}
