import { useState } from 'react'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import type { DayCounts } from '#domain/moderation/days.server.ts'
import { axisFor } from './axis.ts'
import { DayDial } from './day-dial.tsx'
import { DaysLegend } from './days-legend.tsx'
import { DaysTable } from './days-table.tsx'
import { Lines } from './lines.tsx'
import { Panel } from './panel.tsx'
import { PlotScale } from './plot-scale.tsx'
import { SERIES } from './series.tsx'

/** Sign-ups, entries and votes of each of the last days, as lines, and the same as a table. */
export function DaysPlot({ days }: { days: DayCounts[] | null }) {
  if (!days) return <ErrorPanel message="Failed to load the last 30 days" />
  return (
    <Panel id="days" title="Last 30 days" subtitle="What happened on each day (UTC)">
      <Plot days={days} />
      <details className="plot-details disclosure">
        <summary>Show as table</summary>
        <DaysTable days={days} />
      </details>
    </Panel>
  )
}

function Plot({ days }: { days: DayCounts[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const alive = useHydrated()
  const axis = axisFor(Math.max(...days.flatMap((day) => SERIES.map(({ key }) => day[key]))))
  return (
    <div className="plot">
      <DaysLegend days={days} chosen={chosen === null ? null : (days[chosen] ?? null)} />
      <PlotScale axis={axis}>
        <Lines days={days} axis={axis} chosen={chosen} />
        {alive && <DayDial days={days} chosen={chosen} onChoose={setChosen} />}
      </PlotScale>
    </div>
  )
}
