import { Link } from 'react-router'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { RecentSubmission } from '#domain/moderation/dashboard.server.ts'
import { Panel } from './panel.tsx'

/** The newest entries: that there is one, whose, and when (ADM-8). */
export function RecentActivity({ submissions }: { submissions: RecentSubmission[] | null }) {
  if (!submissions) return <ErrorPanel message="Failed to load submissions" />
  return (
    <Panel
      id="recent-activity"
      title="Recent Activity"
      more={{ to: '/admin/submissions', label: 'All submissions' }}
    >
      {submissions.length === 0 ? (
        <p className="panel-empty">No submissions yet</p>
      ) : (
        <ol className="rows">
          {submissions.map((submission) => (
            <Row key={submission.id} submission={submission} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Row({ submission }: { submission: RecentSubmission }) {
  const { id, title, challengeId, challengeTitle, userId, displayName, submittedAt } = submission
  return (
    <li className="activity">
      <Link to={`/challenges/${challengeId}/submissions/${id}`} className="activity-link">
        <span className="font-medium">New submission</span>
        <span className="wrap-anywhere text-small">
          {title} <span className="text-muted">for {challengeTitle}</span>
        </span>
      </Link>
      <p className="text-small text-muted">
        <span className="wrap-anywhere">{displayName || userId}</span> ·{' '}
        <Time value={submittedAt} style="shorttime" />
      </p>
    </li>
  )
}
