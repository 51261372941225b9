import { NumberText } from '#app/ui/lists/number-text.tsx'
import type { DayCounts } from '#domain/moderation/days.server.ts'
import { Marker, SERIES, type Series, shortDay } from './series.tsx'

interface Props {
  days: DayCounts[]
  /** The day that is pointed at; the numbers are those of all days without one. */
  chosen: DayCounts | null
}

/** Which line is what, and how many: of one day, or of all. */
export function DaysLegend({ days, chosen }: Props) {
  return (
    <div className="legend">
      <p className="legend-day figures">{chosen ? shortDay(chosen.day) : `${days.length} days`}</p>
      <ul className="legend-lines">
        {SERIES.map(({ key, label }) => (
          <li key={key} className="legend-line">
            <Swatch of={key} />
            <span className="text-muted">{label}</span>
            <NumberText
              value={chosen ? chosen[key] : days.reduce((sum, day) => sum + day[key], 0)}
              className="font-semibold"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Swatch({ of }: { of: Series['key'] }) {
  return (
    <svg width="34" height="14" className="shrink-0" aria-hidden="true">
      <line x1="1" x2="33" y1="7" y2="7" className={`plot-line series-${of}`} />
      <Marker of={of} x={17} y={7} />
    </svg>
  )
}
