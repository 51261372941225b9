import { useState } from 'react'
import { axisFor } from '#app/ui/axis.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { formatNumber, NumberText } from '#app/ui/number.tsx'
import { PlotScale } from '#app/ui/plot-scale.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'
import { DaySlider, LineChart, Marker, SERIES, type Series, shortDay, strokeOf } from './line-chart.tsx'
import { Panel, PanelTable } from './panel.tsx'

export function DailyActivityChart({ days }: { days: DailyActivity[] | null }) {
  if (!days) return <ErrorPanel message="Failed to load the last 30 days" />
  return (
    <Panel id="days" title="Last 30 days" subtitle="What happened on each day (UTC)">
      <Plot days={days} />
      <PanelTable>
        <DailyActivityTable days={days} />
      </PanelTable>
    </Panel>
  )
}

function Plot({ days }: { days: DailyActivity[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const alive = useHydrated()
  const axis = axisFor(Math.max(...days.flatMap((day) => SERIES.map(({ key }) => day[key]))))
  return (
    <div className="@container px-6 pb-3">
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
    <DataTable
      layout="figures"
      caption="Votes, entries and sign-ups of each day, UTC"
      rows={days.toReversed()}
      rowKey={({ day }) => day}
      columns={[
        {
          header: 'Day',
          part: 'subject',
          cell: ({ day }) => <time dateTime={day}>{shortDay(day)}</time>,
        },
        ...SERIES.map(({ key, label }) => ({
          header: label,
          align: 'figures' as const,
          cell: (day: DailyActivity) => formatNumber(day[key]),
        })),
      ]}
    />
  )
}

interface Props {
  days: DailyActivity[]
  /** The selected day; without one, the legend shows totals. */
  chosen: DailyActivity | null
}

function ChartLegend({ days, chosen }: Props) {
  return (
    <div className="flex flex-wrap justify-between gap-x-5 gap-y-1 text-compact">
      <p className="min-w-16 font-semibold tabular-nums">
        {chosen ? shortDay(chosen.day) : `${days.length} days`}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {SERIES.map(({ key, label }) => (
          <li key={key} className="flex items-center gap-2">
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
      <line x1="1" x2="33" y1="7" y2="7" {...strokeOf(of)} />
      <Marker of={of} x={17} y={7} />
    </svg>
  )
}
