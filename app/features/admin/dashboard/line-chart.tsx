import { formatCount } from '#app/ui/number.tsx'
import type { DailyActivity } from '#domain/reporting/daily-activity.server.ts'
import { longDay, Marker, SERIES, type Series, shortDay } from './series.tsx'

interface Props {
  days: DailyActivity[]
  /** The numbers beside the plot, the highest first. */
  axis: number[]
  /** The place of the day that is pointed at. */
  chosen: number | null
}

// In pixels, as the numbers beside it stand: see .plot-scale.
const above = 8

const height = 208

/** The lines themselves. They stretch with the page; their strokes, marks and words do not. */
export function LineChart({ days, axis, chosen }: Props) {
  const top = axis[0] ?? 1
  const last = days.length - 1
  const across = (place: number) => `${((100 * place) / last).toFixed(3)}%`
  const down = (count: number) => above + height * (1 - count / top)
  return (
    <svg
      role="img"
      aria-label={chartDescription(days)}
      width="100%"
      height={above + height + 28}
      className="plot-svg"
    >
      {axis.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={down(tick)}
          y2={down(tick)}
          className={tick === 0 ? 'plot-base' : 'plot-grid'}
        />
      ))}
      <svg
        y={above}
        width="100%"
        height={height}
        viewBox={`0 0 ${last} 1000`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path d={`M0 1000L${points(days, 'votes', top)} ${last} 1000Z`} className="plot-area" />
        {SERIES.toReversed().map(({ key }) => (
          <polyline
            key={key}
            points={points(days, key, top)}
            vectorEffect="non-scaling-stroke"
            className={`plot-line series-${key}`}
          />
        ))}
      </svg>
      {weeksBack(last).map((place) => (
        <text
          key={place}
          x={place < 2 ? 0 : across(place)}
          y={above + height + 24}
          textAnchor={place < 2 ? 'start' : place === last ? 'end' : 'middle'}
          className={`plot-word ${(last - place) % 14 === 0 ? '' : 'plot-word-between'}`}
        >
          {shortDay(days[place]?.day ?? '')}
        </text>
      ))}
      {chosen === null ? (
        weeksBack(last).map((place) => <Marks key={place} day={days[place]} x={across(place)} down={down} />)
      ) : (
        <>
          <line
            x1={across(chosen)}
            x2={across(chosen)}
            y1={above}
            y2={above + height}
            className="plot-cross"
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

/** Each day at its number, each count as thousandths of the height: '0,850 1,900'. */
function points(days: DailyActivity[], key: Series['key'], top: number): string {
  return days.map((day, place) => `${place},${Math.round(1000 * (1 - day[key] / top))}`).join(' ')
}

/** The places of the last day and of those whole weeks before it. */
function weeksBack(last: number): number[] {
  return Array.from({ length: Math.floor(last / 7) + 1 }, (_, weeks) => last - 7 * weeks).toReversed()
}

/** The plot in words, for who does not see it. */
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
  onChoose(place: number | null): void
}

/** Lies over the plot, unseen: points at a day with the pointer, a finger or the arrow keys, and reads it out. */
export function DaySlider({ days, chosen, onChoose }: DayDialProps) {
  const last = days.length - 1
  const place = chosen ?? last

  function follow(event: React.PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onChoose(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))))
  }

  return (
    <input
      type="range"
      className="plot-dial"
      min={0}
      max={last}
      value={place}
      aria-label="Day"
      aria-valuetext={dayText(days[place])}
      onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onPointerMove={follow}
      onPointerLeave={(event) => event.currentTarget !== document.activeElement && onChoose(null)}
      onFocus={() => onChoose(place)}
      onBlur={() => onChoose(null)}
    />
  )
}

function dayText(day: DailyActivity | undefined): string | undefined {
  if (!day) return undefined
  return `${longDay(day.day)}: ${SERIES.map(({ key, one, many }) => formatCount(day[key], one, many)).join(', ')}`
}
