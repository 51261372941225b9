import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Time } from '#app/ui/time.tsx'
import { daysLeftText, daysUntil } from '#domain/challenges/rules.ts'
import { formatTime } from '#platform/text/dates.ts'

interface Props {
  until: Date | string
  now: Date | string
  voting?: boolean
  className?: string
}

const everyMs = 20_000

export function TimeLeft({ until, now, voting = false, className }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <Time value={until} className={className}>
      {timeLeftText(new Date(until), new Date(new Date(now).getTime() + useTimePassed(now)), voting, zone)}
    </Time>
  )
}

/** Milliseconds since the page got the server's clock `now`, in steps. */
function useTimePassed(now: Date | string): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 })
  useEffect(() => {
    const begun = pageClock()
    const timer = setInterval(() => setPassed({ since: now, ms: pageClock() - begun }), everyMs)
    return () => clearInterval(timer)
  }, [now])
  return passed.since === now ? passed.ms : 0
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/**
 * From one day on the days, rounded up (CHL-34); below that '7 h 28 min left' (CHL-35). On its last day in `zone`, or in
 * the browser's zone, voting is announced as ending (CHL-36).
 */
export function timeLeftText(until: Date, now: Date, voting: boolean, zone?: string): string {
  const left = until.getTime() - now.getTime()
  if (left <= 0) return 'Closed'
  if (left >= day) return daysLeftText(daysUntil(until, now))
  const isEnding = voting && dateKey(until, zone) === dateKey(now, zone)
  return `${isEnding ? `${daysLeftText(0)} ` : ''}${durationText(left)} left`
}

function durationText(left: number): string {
  const hours = Math.floor(left / hour)
  const minutes = Math.floor((left % hour) / minute)
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : 'Less than a minute'
}

function dateKey(moment: Date, zone?: string): string {
  return formatTime(moment, 'short', zone)
}

let asleepMs = 0

/**
 * Milliseconds since the page was opened, by a clock that stands still while a device sleeps. That time is added once the
 * page is seen again, by the device's own clock, which someone may have set since.
 */
export function pageClock(): number {
  return performance.now() + asleepMs
}

if (typeof document !== 'undefined') {
  const ahead = () => Date.now() - performance.now()
  const atFirst = ahead()
  document.addEventListener('visibilitychange', () => {
    asleepMs = Math.max(0, ahead() - atFirst)
  })
}
