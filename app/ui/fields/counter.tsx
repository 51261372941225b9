import { useEffect, useState } from 'react'

/** A limit that is counted like on the server. */
export interface CountedLimit {
  limit: number
  count: (text: string) => number
  /** The counter is shown above this count, 80% of the limit by default. */
  shownAbove?: number
  /** The counter is red above this count, the limit by default. */
  redAbove?: number
  unit?: string
}

interface Props {
  id: string
  /** Null before hydration; nothing is shown then. */
  text: string | null
  limit: CountedLimit
}

/** The used part of a limit. Announced to screen readers when typing pauses. */
export function Counter({ id, text, limit: { limit, count, unit = 'characters', ...bounds } }: Props) {
  const { shownAbove = Math.floor(limit * 0.8), redAbove = limit } = bounds
  const used = text === null ? 0 : count(text)
  const isShown = text !== null && used > shownAbove
  const left = limit - used
  const units = Math.abs(left) === 1 ? unit.slice(0, -1) : unit
  const spoken = left < 0 ? `${-left} ${units} too many` : `${left} ${units} left`
  const announced = usePaused(isShown && used > limit * 0.8 ? spoken : '')
  const tooMany = left < 0 ? `, ${(-left).toLocaleString('en')} too many` : ''
  const colour = used > redAbove ? 'font-semibold text-bad' : 'text-muted'
  return (
    <>
      <p id={id} hidden={!isShown} className={`mt-1.5 text-small tabular-nums ${colour}`}>
        {`${used.toLocaleString('en')}/${limit.toLocaleString('en')} ${unit}${tooMany}`}
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
