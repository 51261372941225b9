import { useEffect, useState } from 'react'

/** A limit of a field, counted as the server counts. */
export interface CountedLimit {
  limit: number
  count: (text: string) => number
  /** The counter is shown above this count: from 80% of the limit on. */
  shownAbove?: number
  /** Above this count it is red: above the limit. */
  redAbove?: number
  unit?: string
}

interface Props {
  id: string
  /** Null until scripts run; nothing is shown then. */
  text: string | null
  limit: CountedLimit
}

/** How much of a limit is used. Screen readers hear what is left when typing pauses. */
export function Counter({ id, text, limit: { limit, count, unit = 'characters', ...bounds } }: Props) {
  const { shownAbove = Math.floor(limit * 0.8), redAbove = limit } = bounds
  const used = text === null ? 0 : count(text)
  const isShown = text !== null && used > shownAbove
  const left = limit - used
  const units = Math.abs(left) === 1 ? unit.slice(0, -1) : unit
  const spoken = left < 0 ? `${-left} ${units} too many` : `${left} ${units} left`
  const announced = usePaused(isShown && used > limit * 0.8 ? spoken : '')
  const colour = used > redAbove ? 'font-semibold text-bad' : 'text-muted'
  return (
    <>
      <p id={id} hidden={!isShown} className={`mt-1.5 text-small tabular-nums ${colour}`}>
        {used.toLocaleString('en')}/{limit.toLocaleString('en')} {unit}
        {left < 0 && `, ${(-left).toLocaleString('en')} too many`}
      </p>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </>
  )
}

const pauseMs = 1_000

/** The value once it has not changed for a second. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
