import { Link } from 'react-router'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import type { RecentChallenge } from '#domain/reporting/dashboard.server.ts'
import { RowActions, RowLink } from '../list/row.tsx'
import { Panel, PanelEmpty } from './panel.tsx'

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
        <PanelEmpty>No challenges found</PanelEmpty>
      ) : (
        <DataTable layout="panel" rows={challenges} rowKey={({ id }) => id} columns={columns} />
      )}
    </Panel>
  )
}

const columns: readonly Column<RecentChallenge>[] = [
  {
    header: 'Title',
    part: 'subject',
    cell: ({ id, title, createdAt }) => (
      <>
        <Link
          dir="auto"
          to={managePath(id)}
          className="inline-block min-h-6 font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <span className="block text-small text-muted">
          Created <Time value={createdAt} format="shorttime" />
        </span>
      </>
    ),
  },
  {
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={status} on="bare">
        {statusLabel(status)}
      </Badge>
    ),
  },
  {
    header: 'Deadline',
    cell: ({ deadline }) =>
      deadline ? <Time value={deadline} format="short" className="tabular-nums whitespace-nowrap" /> : 'N/A',
  },
  {
    header: 'Actions',
    part: 'actions',
    cell: ({ id, title }) => (
      <RowActions>
        <RowLink to={`${managePath(id)}/edit`} label={`Edit ${title}`}>
          Edit
        </RowLink>
        <RowLink to={`/challenges/${id}`} target="_blank" label={`View ${title} in a new tab`}>
          View
        </RowLink>
      </RowActions>
    ),
  },
]
