import { Disclosure } from '#app/ui/disclosure.tsx'
import { Plot } from '#app/ui/figures/plot.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { formatCount, formatNumber, NumberText } from '#app/ui/number.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { formatTime } from '#platform/text/dates.ts'
import type { dailyPlot } from './daily-plot.server.ts'
import { Panel } from './panel.tsx'

type DailyPlot = ReturnType<typeof dailyPlot>
type DayCounts = DailyPlot['days'][number]

/** The first is drawn on top. */
const SERIES = [
  { key: 'votes', one: 'vote', label: 'Votes', color: 'stroke-go', dashes: undefined },
  { key: 'submissions', one: 'entry', label: 'Entries', color: 'stroke-gold', dashes: '7 4' },
  {
    key: 'signUps',
    one: 'sign-up',
    label: 'Sign-ups',
    color: 'stroke-[light-dark(#0b7c83,#1fc8cd)]',
    dashes: '2 4',
  },
] as const

const COLUMNS: readonly Column<DayCounts>[] = [
  { header: 'Day', part: 'subject', cell: ({ day }) => <Day day={day} /> },
  ...SERIES.map(
    ({ key, label }): Column<DayCounts> => ({
      header: label,
      align: 'figures',
      cell: (day) => formatNumber(day[key]),
    }),
  ),
]

/** The figures of 30 days as lines and as a table (ADM-9). */
export function DailyActivityChart({ plot }: { plot: DailyPlot | null }) {
  if (!plot) return <ErrorPanel message="Failed to load the last 30 days" />
  return (
    <Panel id="days" title="Last 30 days" subtitle="What happened on each day (UTC)">
      <div className="@container px-6 pb-3">
        <Legend days={plot.days} />
        <Lines plot={plot} />
      </div>
      <Disclosure
        summary="Show as table"
        className="border-line border-t"
        summaryClassName="px-6 py-3 text-compact font-semibold focus-visible:-outline-offset-3"
      >
        <DataTable
          layout="figures"
          caption="Votes, entries and sign-ups of each day, UTC"
          rows={plot.days.toReversed()}
          rowKey={({ day }) => day}
          columns={COLUMNS}
        />
      </Disclosure>
    </Panel>
  )
}

/** What each line shows, with its sum. */
function Legend({ days }: { days: DayCounts[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-compact sm:justify-end">
      {SERIES.map(({ key, label, ...look }) => (
        <li key={key} className="flex items-center gap-2">
          <svg width="34" height="14" className="shrink-0" aria-hidden="true">
            <Line path="M1 7H33" look={look} />
          </svg>
          <span className="text-muted">{label}</span>
          <NumberText value={sumOf(days, key)} className="font-semibold" />
        </li>
      ))}
    </ul>
  )
}

/** The lines stretch with the page, their strokes do not. The figures of a day are shown while it is pointed at. */
function Lines({ plot: { ticks, votesArea, lines, days } }: { plot: DailyPlot }) {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day]
  const label = `Lines of each day from ${dayText(first)} to ${dayText(last)}, UTC. In all ${figures((key) => sumOf(days, key))}.`
  const columnWidth = 100 / (days.length - 1)
  return (
    <Plot label={label} ticks={ticks} from={<Day day={first} />} to={<Day day={last} />}>
      <svg width="100%" height="208" viewBox="0 0 100 208" preserveAspectRatio="none" aria-hidden="true">
        <path d={votesArea} className="fill-go/13" />
        {SERIES.toReversed().map(({ key, ...look }) => (
          <Line key={key} path={lines[key]} look={look} />
        ))}
      </svg>
      {days.map(({ x, day, ...counts }) => (
        <rect
          key={day}
          x={`${x - columnWidth / 2}%`}
          width={`${columnWidth}%`}
          height="208"
          className="fill-transparent hover:fill-ink/7"
        >
          <title>{`${dayText(day)}: ${figures((key) => counts[key])}`}</title>
        </rect>
      ))}
    </Plot>
  )
}

function Line({ path, look }: { path: string; look: Pick<(typeof SERIES)[number], 'color' | 'dashes'> }) {
  return (
    <path
      d={path}
      fill="none"
      strokeDasharray={look.dashes}
      strokeLinejoin="round"
      strokeWidth={2.5}
      vectorEffect="non-scaling-stroke"
      className={look.color}
    />
  )
}

type Key = (typeof SERIES)[number]['key']

function sumOf(days: readonly DayCounts[], key: Key): number {
  return days.reduce((sum, day) => sum + day[key], 0)
}

function figures(countOf: (key: Key) => number): string {
  return SERIES.map(({ key, one, label }) => formatCount(countOf(key), one, label.toLowerCase())).join(', ')
}

function Day({ day }: { day: string }) {
  return <time dateTime={day}>{dayText(day, 'shortyearless')}</time>
}

function dayText(day: string, format: 'yearless' | 'shortyearless' = 'yearless'): string {
  return formatTime(new Date(day), format, 'UTC')
}
