import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import { Time } from '#app/ui/time/time.tsx'
import type { HandChange } from '#domain/points/history.server.ts'

/** The last changes by hand of a member's points and rank. */
export function HandHistory({ changes }: { changes: HandChange[] }) {
  return (
    <section className="card card-body" aria-labelledby="by-hand">
      <h2 id="by-hand" className="text-card">
        Changes by hand
      </h2>
      {changes.length === 0 && (
        <p className="mt-3 text-calm text-muted">Nobody has changed these points or this rank by hand yet.</p>
      )}
      <ol className="rows mt-2">
        {changes.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ change }: { change: HandChange }) {
  const { points, oldTotal, newTotal, oldRank, newRank, description, adminName, at } = change
  return (
    <li className="py-3.5">
      <p className="flex justify-between gap-x-4 text-calm">
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">{description}</span>
        {oldTotal !== newTotal && <b className="figures shrink-0">{signed(points)}</b>}
      </p>
      <p className="figures mt-1 text-small text-muted">
        {oldTotal !== newTotal && `${formatNumber(oldTotal)} → ${formatNumber(newTotal)} points. `}
        {oldRank !== newRank && `${oldRank} → ${newRank}. `}
        {nameOf(adminName)}, <Time value={at} style="shorttime" />
      </p>
    </li>
  )
}

/** +100, or -50 with a minus that is as wide as the plus. */
function signed(points: number): string {
  return points > 0 ? `+${formatNumber(points)}` : `\u2212${formatNumber(-points)}`
}
