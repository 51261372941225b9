import { formatCount } from '#app/ui/number.tsx'
import { PLOT, PlotLines } from '#app/ui/plot-scale.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'

export type Series = (typeof SERIES)[number]

/** The lines of the chart, which differ in color, stroke and marker. The first is drawn on top. */
export const SERIES = [
  { key: 'votes', label: 'Votes', one: 'vote', many: 'votes' },
  { key: 'submissions', label: 'Entries', one: 'entry', many: 'entries' },
  { key: 'signUps', label: 'Sign-ups', one: 'sign-up', many: 'sign-ups' },
] as const satisfies { key: keyof DailyActivity; label: string; one: string; many: string }[]

const looks = {
  votes: {
    shape: 'M-5 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z',
    line: 'stroke-go',
    fill: 'fill-go',
    dashes: undefined,
  },
  submissions: { shape: 'M0-6 6 0 0 6-6 0Z', line: 'stroke-gold', fill: 'fill-gold', dashes: '7 4' },
  signUps: {
    shape: 'M0-5.5 6 5H-6Z',
    line: 'stroke-[light-dark(#0b7c83,#1fc8cd)]',
    fill: 'fill-[light-dark(#0b7c83,#1fc8cd)]',
    dashes: '2 4',
  },
} as const

export function strokeOf(series: Series['key']) {
  return {
    className: looks[series].line,
    fill: 'none',
    strokeDasharray: looks[series].dashes,
    strokeLinejoin: 'round',
    strokeWidth: 2.5,
  } as const
}

interface Props {
  days: DailyActivity[]
  /** The axis labels, highest first. */
  axis: number[]
  chosen: number | null
}

const { above, height } = PLOT

/** The lines stretch with the page; strokes, markers and labels keep their size. */
export function LineChart({ days, axis, chosen }: Props) {
  const top = axis[0] ?? 1
  const last = days.length - 1
  const across = (index: number) => `${((100 * index) / last).toFixed(3)}%`
  const down = (count: number) => above + height * (1 - count / top)
  return (
    <svg
      role="img"
      aria-label={chartDescription(days)}
      width="100%"
      height={above + height + 28}
      className="block overflow-visible"
    >
      <PlotLines axis={axis} />
      <svg
        y={above}
        width="100%"
        height={height}
        viewBox={`0 0 ${last} 1000`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path d={`M0 1000L${points(days, 'votes', top)} ${last} 1000Z`} className="fill-go/13" />
        {SERIES.toReversed().map(({ key }) => (
          <polyline
            key={key}
            points={points(days, key, top)}
            vectorEffect="non-scaling-stroke"
            {...strokeOf(key)}
          />
        ))}
      </svg>
      {weeksBack(last).map((index) => (
        <text
          key={index}
          x={index < 2 ? 0 : across(index)}
          y={above + height + 24}
          textAnchor={index < 2 ? 'start' : index === last ? 'end' : 'middle'}
          className={`fill-muted text-small ${(last - index) % 14 === 0 ? '' : '@max-[28rem]:hidden'}`}
        >
          {shortDay(days[index]?.day ?? '')}
        </text>
      ))}
      {chosen === null ? (
        weeksBack(last).map((index) => <Marks key={index} day={days[index]} x={across(index)} down={down} />)
      ) : (
        <>
          <line
            x1={across(chosen)}
            x2={across(chosen)}
            y1={above}
            y2={above + height}
            strokeDasharray="2 3"
            className="stroke-ink"
          />
          <Marks day={days[chosen]} x={across(chosen)} down={down} />
        </>
      )}
    </svg>
  )
}

interface MarksProps {
  day: DailyActivity | undefined
  x: string
  down: (count: number) => number
}

function Marks({ day, x, down }: MarksProps) {
  if (!day) return null
  return SERIES.toReversed().map(({ key }) => <Marker key={key} of={key} x={x} y={down(day[key])} />)
}

/** SVG points: the index of the day, and the count in thousandths of the height: '0,850 1,900'. */
function points(days: DailyActivity[], key: Series['key'], top: number): string {
  return days.map((day, index) => `${index},${Math.round(1000 * (1 - day[key] / top))}`).join(' ')
}

/** The indexes of the last day and of the days whole weeks before it. */
function weeksBack(last: number): number[] {
  return Array.from({ length: Math.floor(last / 7) + 1 }, (_, weeks) => last - 7 * weeks).toReversed()
}

function chartDescription(days: DailyActivity[]): string {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const lines = SERIES.map(({ key, label, one, many }) => {
    const most = days.reduce((high, day) => (day[key] > high[key] ? day : high))
    const sum = days.reduce((total, day) => total + day[key], 0)
    if (sum === 0) return `${label}: none.`
    return `${label}: ${formatCount(sum, one, many)} in all, at most ${most[key]} on ${longDay(most.day)}.`
  })
  return `Lines of each day from ${longDay(first)} to ${longDay(last)}, UTC. ${lines.join(' ')}`
}

interface DayDialProps {
  days: DailyActivity[]
  chosen: number | null
  onChoose(index: number | null): void
}

/** An invisible slider over the chart: selects a day by pointer, touch or arrow keys, and announces it. */
export function DaySlider({ days, chosen, onChoose }: DayDialProps) {
  const last = days.length - 1
  const index = chosen ?? last

  function follow(event: React.PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onChoose(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))))
  }

  return (
    <input
      type="range"
      className="absolute inset-0 m-0 size-full cursor-crosshair touch-pan-y opacity-0"
      min={0}
      max={last}
      value={index}
      aria-label="Day"
      aria-valuetext={dayText(days[index])}
      onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onPointerMove={follow}
      onPointerLeave={(event) => event.currentTarget !== document.activeElement && onChoose(null)}
      onFocus={() => onChoose(index)}
      onBlur={() => onChoose(null)}
    />
  )
}

function dayText(day: DailyActivity | undefined): string | undefined {
  if (!day) return undefined
  return `${longDay(day.day)}: ${SERIES.map(({ key, one, many }) => formatCount(day[key], one, many)).join(', ')}`
}

interface MarkerProps {
  of: Series['key']
  /** The position of the center: a length or a percentage. */
  x: number | string
  y: number | string
}

export function Marker({ of, x, y }: MarkerProps) {
  return (
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <path d={looks[of].shape} strokeWidth={2} className={`stroke-panel ${looks[of].fill}`} />
    </svg>
  )
}

/** 'Nov 12' */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** 'November 12' */
function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
