import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Time } from '#app/ui/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import type { RecentChallenge } from '#domain/reporting/dashboard.server.ts'
import { Panel } from './panel.tsx'

/** The newest challenges with links to edit and to view them (ADM-7). */
export function RecentChallenges({ challenges }: { challenges: RecentChallenge[] | null }) {
  if (!challenges) return <ErrorPanel message="Failed to load challenges" />
  return (
    <Panel
      id="recent-challenges"
      title="Recent Challenges"
      more={{ to: '/admin/challenges', label: 'All challenges' }}
    >
      {challenges.length === 0 ? (
        <p className="panel-empty">No challenges found</p>
      ) : (
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
            {challenges.map((challenge) => (
              <Row key={challenge.id} challenge={challenge} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function Row({ challenge }: { challenge: RecentChallenge }) {
  const { id, title, status, deadline, createdAt } = challenge
  return (
    <tr className="stacked-row">
      <td>
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="block text-small text-muted">
          Created <Time value={createdAt} style="shorttime" />
        </span>
      </td>
      <td>
        <Badge tone={status} on="bare">
          {statusLabel(status)}
        </Badge>
      </td>
      <td className="figures sm:whitespace-nowrap">
        {/* Stacked rows have no column heads. */}
        <span className="text-muted sm:hidden">Deadline </span>
        {deadline ? <Time value={deadline} style="short" /> : 'N/A'}
      </td>
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
