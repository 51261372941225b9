import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'

interface Hour {
  hour: string
  votes: number
}

const mostBars = 48
const hourMs = 3_600_000

/** Bars of the votes in each part of the voting period, with a table. */
export function VotesOverTime({ hours }: { hours: readonly Hour[] }) {
  const bars = barsOf(hours)
  const most = Math.max(...bars.map(({ votes }) => votes))
  const total = bars.reduce((sum, { votes }) => sum + votes, 0)
  const busiest = bars.find(({ votes }) => votes === most) ?? bars[0]
  const width = 100 / bars.length
  return (
    <Card>
      <svg
        viewBox="0 0 100 24"
        preserveAspectRatio="none"
        width="100%"
        height="160"
        role="img"
        aria-label={`${formatCount(total, 'vote')} in ${formatCount(bars.length, 'bar')} of ${formatCount(lengthOf(hours), 'hour')} each, at most ${formatNumber(most)} in one.`}
      >
        {bars.map(({ from, votes }, index) => (
          <rect
            key={from}
            x={index * width + width * 0.1}
            width={width * 0.8}
            y={24 - (24 * votes) / most}
            height={(24 * votes) / most}
            className={from === busiest?.from ? 'fill-gold' : 'fill-edge'}
          />
        ))}
      </svg>
      <p className="mt-2 flex justify-between gap-4 text-small text-muted">
        <Time value={new Date(bars[0]?.from ?? 0)} style="datetime" />
        <Time value={new Date((bars.at(-1)?.from ?? 0) + lengthOf(hours) * hourMs)} style="datetime" />
      </p>
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

/** Hours that a bar holds: as many as make at most `mostBars`. */
export function lengthOf(hours: readonly Hour[]): number {
  const first = Date.parse(hours[0]?.hour ?? '')
  const last = Date.parse(hours.at(-1)?.hour ?? '')
  return Math.max(1, Math.ceil(((last - first) / hourMs + 1) / mostBars))
}

export function barsOf(hours: readonly Hour[]): { from: number; votes: number }[] {
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
