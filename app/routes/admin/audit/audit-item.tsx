import { Link } from 'react-router'
import { Badge, type BadgeTone } from '#app/ui/surfaces/badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { AuditEntry } from '#domain/audit/queries.server.ts'
import { ACTIONS } from '#domain/audit/rules.ts'
import { fieldChanges } from './changes.ts'
import { FieldChanges } from './field-changes.tsx'

/** One deed: when, who, what, to whom, and what it changed. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { action, adminId, adminName, at, before, after } = entry
  const changes = fieldChanges(entry)
  const whole = !before || !after
  return (
    <li className="grid gap-x-8 gap-y-2 px-6 py-5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="flex flex-wrap justify-between gap-x-4 text-small md:block">
        <Time value={at} style="shorttime" className="figures text-muted" />
        <p className="md:mt-1">
          <span className="text-muted">by </span>
          {adminId ? (
            <Link to={`/profile/${adminId}`} className="inline-block min-h-6 font-medium hover:underline">
              {adminName}
            </Link>
          ) : (
            <span className="font-medium">{adminName}</span>
          )}
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={toneOf(action)} on="bare">
            {ACTIONS[action]}
          </Badge>
          <Subject entry={entry} />
        </p>
        {changes.length > 0 && !whole && <FieldChanges changes={changes} />}
        {changes.length > 0 && whole && (
          <details className="disclosure mt-1.5">
            <summary className="inline-block min-h-6 text-small text-muted">
              {after ? 'As it was made' : 'As it was'}
            </summary>
            <FieldChanges changes={changes} />
          </details>
        )}
      </div>
    </li>
  )
}

/** What it was done to, with the way there while there is one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { author, challenge } = entry.before ?? entry.after ?? {}
  const to = placeOf(entry)
  return (
    <span className="min-w-0 wrap-anywhere">
      {to ? (
        <Link to={to} className="text-link inline-block min-h-6 font-semibold">
          {entry.subjectName}
        </Link>
      ) : (
        <b>{entry.subjectName}</b>
      )}
      {author && challenge && (
        <span className="text-small text-muted">
          {' '}
          by {author} in {challenge}
        </span>
      )}
    </span>
  )
}

function placeOf({ subjectType, subjectId, subjectExists, challengeId }: AuditEntry): string | null {
  if (!subjectExists) return null
  if (subjectType === 'member') return `/profile/${subjectId}`
  if (subjectType === 'challenge') return `/challenges/${subjectId}`
  return challengeId && `/challenges/${challengeId}/submissions/${subjectId}`
}

function toneOf(action: AuditEntry['action']): BadgeTone {
  if (/_(created|approved|granted|reinstated)$/.test(action)) return 'approved'
  return /_(deleted|rejected|revoked|suspended)$/.test(action) ? 'rejected' : 'pending'
}
