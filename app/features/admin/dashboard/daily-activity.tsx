import { useState } from 'react'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { formatNumber, NumberText } from '#app/ui/number.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'
import { axisFor } from './axis.ts'
import { DaySlider, LineChart } from './line-chart.tsx'
import { Panel } from './panel.tsx'
import { Marker, SERIES, type Series, shortDay } from './series.tsx'

/** Sign-ups, submissions and votes per day, as a line chart and as a table. */
export function DailyActivityChart({ days }: { days: DailyActivity[] | null }) {
  if (!days) return <ErrorPanel message="Failed to load the last 30 days" />
  return (
    <Panel id="days" title="Last 30 days" subtitle="What happened on each day (UTC)">
      <Plot days={days} />
      <details className="plot-details disclosure">
        <summary>Show as table</summary>
        <DailyActivityTable days={days} />
      </details>
    </Panel>
  )
}

function Plot({ days }: { days: DailyActivity[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const alive = useHydrated()
  const axis = axisFor(Math.max(...days.flatMap((day) => SERIES.map(({ key }) => day[key]))))
  return (
    <div className="plot">
      <ChartLegend days={days} chosen={chosen === null ? null : (days[chosen] ?? null)} />
      <PlotScale axis={axis}>
        <LineChart days={days} axis={axis} chosen={chosen} />
        {alive && <DaySlider days={days} chosen={chosen} onChoose={setChosen} />}
      </PlotScale>
    </div>
  )
}

function DailyActivityTable({ days }: { days: DailyActivity[] }) {
  return (
    <table className="data-table number-table figures">
      <caption className="sr-only">Votes, entries and sign-ups of each day, UTC</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {SERIES.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">
              <time dateTime={day.day}>{shortDay(day.day)}</time>
            </th>
            {SERIES.map(({ key }) => (
              <td key={key}>{formatNumber(day[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Props {
  days: DailyActivity[]
  /** The selected day; without one, the legend shows totals. */
  chosen: DailyActivity | null
}

/** The legend, with the counts of the selected day or of all days. */
function ChartLegend({ days, chosen }: Props) {
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

/** A chart with its axis labels. */
function PlotScale({ axis, children }: { axis: number[]; children: React.ReactNode }) {
  return (
    <div className="plot-frame">
      <ol className="plot-scale figures" aria-hidden="true">
        {axis.map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      <div className="plot-field">{children}</div>
    </div>
  )
}
