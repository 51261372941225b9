import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Time } from '#app/ui/time.tsx'
import { pageClock } from './page-clock.ts'
import { timeLeftText } from './remaining.ts'

interface Props {
  until: Date | string
  /** The server's clock when it rendered the page. */
  now: Date | string
  /** For the end of voting. */
  voting?: boolean
  className?: string
}

/** How often the text follows the clock. */
const everyMs = 20_000

/** The time left to enter or to vote, which goes on while the page is open. */
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
