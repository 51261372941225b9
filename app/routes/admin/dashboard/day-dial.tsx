import { formatCount } from '#app/ui/lists/number-text.tsx'
import type { DayCounts } from '#domain/moderation/days.server.ts'
import { longDay, SERIES } from './series.tsx'

interface Props {
  days: DayCounts[]
  chosen: number | null
  onChoose(place: number | null): void
}

/** Lies over the plot, unseen: points at a day with the pointer, a finger or the arrow keys, and reads it out. */
export function DayDial({ days, chosen, onChoose }: Props) {
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
      aria-valuetext={told(days[place])}
      onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onPointerMove={follow}
      onPointerLeave={(event) => event.currentTarget !== document.activeElement && onChoose(null)}
      onFocus={() => onChoose(place)}
      onBlur={() => onChoose(null)}
    />
  )
}

function told(day: DayCounts | undefined): string | undefined {
  if (!day) return undefined
  return `${longDay(day.day)}: ${SERIES.map(({ key, one, many }) => formatCount(day[key], one, many)).join(', ')}`
}
