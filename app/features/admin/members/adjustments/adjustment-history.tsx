import { memberName } from '#app/parts/names.ts'
import { formatNumber } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { AdjustmentRow } from '#domain/points/adjustments.server.ts'

export function AdjustmentHistory({ changes }: { changes: readonly AdjustmentRow[] }) {
  return (
    <section aria-labelledby="manual-changes">
      <h2 id="manual-changes" className="text-card">
        Manual changes
      </h2>
      {changes.length === 0 && <p className="mt-3 text-calm text-muted">No manual changes yet.</p>}
      <ol className="mt-2 divide-y divide-line">
        {changes.map((change) => (
          <Adjustment key={change.id} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Adjustment({ change }: { change: AdjustmentRow }) {
  const { points, oldTotal, newTotal, oldRank, newRank, description, adminName, at } = change
  return (
    <li className="py-3.5">
      <p className="flex justify-between gap-x-4 text-calm">
        <bdi className="min-w-0 wrap-anywhere whitespace-pre-line">{description}</bdi>
        {oldTotal !== newTotal && <b className="tabular-nums shrink-0">{signed(points)}</b>}
      </p>
      <p className="tabular-nums mt-1 text-small text-muted">
        {oldTotal !== newTotal && `${formatNumber(oldTotal)} → ${formatNumber(newTotal)} points. `}
        {oldRank !== newRank && `${oldRank} → ${newRank}. `}
        <bdi>{memberName(adminName)}</bdi>, <Time value={at} format="shorttime" />
      </p>
    </li>
  )
}

/** '+100' or '−50', with a minus sign as wide as the plus sign. */
function signed(points: number): string {
  return points > 0 ? `+${formatNumber(points)}` : `\u2212${formatNumber(-points)}`
}
