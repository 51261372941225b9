import { axisFor } from '#app/ui/axis.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PLOT, PlotLines, PlotScale } from '#app/ui/plot-scale.tsx'
import { Time } from '#app/ui/time.tsx'

interface Hour {
  hour: string
  votes: number
}

interface Bar {
  from: number
  votes: number
}

const mostBars = 48
const hourMs = 3_600_000

/** Bars of the votes in each part of the voting period, with a table. */
export function VotesOverTime({ hours }: { hours: readonly Hour[] }) {
  const bars = barsOf(hours)
  const length = lengthOf(hours)
  const axis = axisFor(Math.max(...bars.map(({ votes }) => votes)))
  const first = bars[0]?.from ?? 0
  const end = first + bars.length * length * hourMs
  return (
    <Card>
      <p className="text-calm text-muted">Votes {length === 1 ? 'each hour' : `every ${length} hours`}</p>
      <PlotScale axis={axis}>
        <Bars bars={bars} length={length} axis={axis} />
        <p className="mt-2 grid grid-cols-2 gap-4 text-small text-muted sm:grid-cols-3">
          <Time value={new Date(first)} style="shorttime" />
          <Time value={new Date((first + end) / 2)} style="shorttime" className="text-center max-sm:hidden" />
          <Time value={new Date(end)} style="shorttime" className="text-right" />
        </p>
      </PlotScale>
      <Disclosure summary="Show as table" className="mt-4" summaryClassName="min-h-6 text-calm text-muted">
        <div className="overflow-x-auto">
          <DataTable
            layout="figures"
            caption="Votes over time"
            rows={bars.filter(({ votes }) => votes > 0)}
            rowKey={({ from }) => String(from)}
            columns={[
              {
                header: 'From',
                part: 'subject',
                cell: ({ from }) => <Time value={new Date(from)} style="datetime" />,
              },
              { header: 'Votes', align: 'figures', cell: ({ votes }) => formatNumber(votes) },
            ]}
          />
        </div>
      </Disclosure>
    </Card>
  )
}

interface BarsProps {
  bars: readonly Bar[]
  /** Hours that a bar holds. */
  length: number
  axis: readonly number[]
}

function Bars({ bars, length, axis }: BarsProps) {
  const most = Math.max(...bars.map(({ votes }) => votes))
  const total = bars.reduce((sum, { votes }) => sum + votes, 0)
  const busiest = bars.find(({ votes }) => votes === most)
  const width = 100 / bars.length
  return (
    <svg
      role="img"
      aria-label={`${formatCount(total, 'vote')} in ${formatCount(bars.length, 'bar')} of ${formatCount(length, 'hour')} each, at most ${formatNumber(most)} in one.`}
      width="100%"
      height={PLOT.above + PLOT.height + 1}
      className="block overflow-visible"
    >
      <PlotLines axis={axis} />
      {bars.map(({ from, votes }, index) => {
        const height = (PLOT.height * votes) / (axis[0] ?? 1)
        return (
          <rect
            key={from}
            x={`${index * width + width * 0.1}%`}
            width={`${width * 0.8}%`}
            y={PLOT.above + PLOT.height - height}
            height={height}
            className={
              from === busiest?.from
                ? 'fill-gold forced-colors:fill-[Highlight]'
                : 'fill-edge forced-colors:fill-[CanvasText]'
            }
          />
        )
      })}
    </svg>
  )
}

/** Hours that a bar holds: as many as make at most `mostBars`. */
export function lengthOf(hours: readonly Hour[]): number {
  const first = Date.parse(hours[0]?.hour ?? '')
  const last = Date.parse(hours.at(-1)?.hour ?? '')
  return Math.max(1, Math.ceil(((last - first) / hourMs + 1) / mostBars))
}

export function barsOf(hours: readonly Hour[]): Bar[] {
  const first = Date.parse(hours[0]?.hour ?? '')
  const length = lengthOf(hours) * hourMs
  const last = Date.parse(hours.at(-1)?.hour ?? '')
  const bars = Array.from({ length: Math.floor((last - first) / length) + 1 }, (_, index) => ({
    from: first + index * length,
    votes: 0,
  }))
  for (const { hour, votes } of hours) {
    const bar = bars[Math.floor((Date.parse(hour) - first) / length)]
    if (bar) bar.votes += votes
  }
  return bars
}
