import { managePath } from '#app/parts/paths.ts'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { AuditEntry } from '#domain/audit/queries.server.ts'
import { ACTIONS } from '#domain/audit/rules.ts'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'

/** What administrators and the schedule did last. */
export function Recent({ head, entries }: { head: ChallengeHead; entries: readonly AuditEntry[] }) {
  return (
    <section aria-labelledby="recent" className="px-1">
      <div className="flex items-baseline justify-between gap-4 border-b border-line pb-2.5">
        <h2 id="recent" className="text-card">
          History
        </h2>
        {entries.length > 0 && <ArrowLink to={`${managePath(head.id)}/history`}>All</ArrowLink>}
      </div>
      {entries.length === 0 && <p className="py-3.5 text-muted">Nothing yet.</p>}
      <ol className="divide-y divide-line">
        {entries.map(({ id, action, adminName, at, subjectType, subjectName }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              {ACTIONS[action]}
              {subjectType !== 'challenge' && (
                <span className="text-muted">
                  {' '}
                  <bdi>{subjectName}</bdi>
                </span>
              )}
            </span>
            <span className="text-small text-muted">
              <bdi>{adminName}</bdi> · <Time value={at} format="shorttime" />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
