import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { day, hour, minute, pageClock, TimeLeft } from './time-left.tsx'

interface Props {
  until: Date | string
  now: Date | string
  label: string
  inWords?: React.ReactNode
  /** Called at the end, in place of reloading the page's data, which would reset a form. */
  onEnd?: () => void
}

/** Days, hours, minutes and seconds by the server's clock. Without JavaScript in words. */
export function Countdown({ until, now, label, inWords, onEnd }: Props) {
  const end = new Date(until)
  const remaining = useRemaining(end.getTime(), new Date(now).getTime(), onEnd)
  return (
    <div role="timer" aria-label={label}>
      <div
        className={`grid grid-cols-[repeat(auto-fit,minmax(min(100%,4rem),1fr))] gap-2.5 noscript:hidden ${inWords ? 'phone:hidden' : ''}`}
      >
        {countdownTiles(remaining).map(({ unit, value }) => (
          <div key={unit} className="grid justify-items-center rounded-control bg-ink/7 px-1 pt-2.5 pb-2">
            <span className="font-display text-[2rem] leading-[1.2] font-bold tabular-nums">
              {String(value).padStart(2, '0')}
            </span>
            <span className="text-small text-muted">{unit}</span>
          </div>
        ))}
      </div>
      <p className={`hidden font-semibold noscript:block ${inWords ? 'phone:block' : ''}`}>
        {inWords ?? <TimeLeft until={end} now={now} />}
      </p>
    </div>
  )
}

/** Milliseconds left. Updates on each whole second, and reloads the page's data at the end unless `onEnd` is given. */
function useRemaining(end: number, now: number, onEnd?: () => void): number {
  const hydrating = useRef(!useHydrated())
  const [remaining, setRemaining] = useState(end - now)
  const { revalidate } = useRevalidator()
  const reload = useEffectEvent(() => void revalidate())
  const atEnd = useEffectEvent(() => onEnd?.())
  const reloads = !onEnd

  useEffect(() => {
    const clock = serverClock(now, hydrating.current)
    hydrating.current = false
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const left = end - clock()
      setRemaining(left)
      if (left > 0) timer = setTimeout(tick, (left % 1_000) + 5)
      else if (reloads) timer = setTimeout(reload, 1_500)
      else atEnd()
    }
    if (end > now) tick()
    return () => clearTimeout(timer)
  }, [end, now, reloads])

  return remaining
}

/** The server's current time, from `now`, its clock at the start of the response to this navigation. */
function serverClock(now: number, hydrating: boolean): () => number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const received = (hydrating && navigation?.responseStart) || pageClock()
  return () => now + pageClock() - received
}

interface CountdownTile {
  unit: 'days' | 'hours' | 'minutes' | 'seconds'
  value: number
}

/** Days only from two days on. `remaining` is in milliseconds. */
export function countdownTiles(remaining: number): CountdownTile[] {
  const left = Math.max(0, remaining)
  const showsDays = left >= 2 * day
  const hours = Math.floor((showsDays ? left % day : left) / hour)
  const tiles: CountdownTile[] = [
    { unit: 'hours', value: hours },
    { unit: 'minutes', value: Math.floor((left % hour) / minute) },
    { unit: 'seconds', value: Math.floor((left % minute) / 1_000) },
  ]
  return showsDays ? [{ unit: 'days', value: Math.floor(left / day) }, ...tiles] : tiles
}
