import { Card } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Plot } from '#app/ui/figures/plot.tsx'
import { DataTable } from '#app/ui/lists/data-table.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { votesPlot } from './votes-plot.server.ts'

type VotesPlot = ReturnType<typeof votesPlot>

export function VotesOverTime({ plot: { hoursEach, ticks, bars, end } }: { plot: VotesPlot }) {
  const most = Math.max(...bars.map(({ votes }) => votes))
  const total = bars.reduce((sum, { votes }) => sum + votes, 0)
  const busiest = bars.find(({ votes }) => votes === most)
  return (
    <Card>
      <p className="text-calm text-muted">
        Votes {hoursEach === 1 ? 'each hour' : `every ${hoursEach} hours`}
      </p>
      <Plot
        label={`${formatCount(total, 'vote')} in ${formatCount(bars.length, 'bar')} of ${formatCount(hoursEach, 'hour')} each, at most ${formatNumber(most)} in one.`}
        ticks={ticks}
        from={<Time value={new Date(bars[0]?.from ?? 0)} format="shorttime" />}
        to={<Time value={new Date(end)} format="shorttime" />}
      >
        {bars.map((bar) => (
          <rect
            key={bar.from}
            x={`${bar.x}%`}
            width={`${bar.width}%`}
            y={bar.y}
            height={bar.height}
            className={
              bar === busiest
                ? 'fill-gold forced-colors:fill-[Highlight]'
                : 'fill-edge forced-colors:fill-[CanvasText]'
            }
          />
        ))}
      </Plot>
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
                cell: ({ from }) => <Time value={new Date(from)} format="datetime" />,
              },
              { header: 'Votes', align: 'figures', cell: ({ votes }) => formatNumber(votes) },
            ]}
          />
        </div>
      </Disclosure>
    </Card>
  )
}
