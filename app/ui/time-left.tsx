import { useHydrated } from './hydrated.ts'
import { timeLeftText } from './remaining.ts'
import { Time } from './time.tsx'

interface Props {
  until: Date | string
  /** The server's clock when it rendered the page. */
  now: Date | string
  /** For the end of voting. */
  voting?: boolean
  className?: string
}

/** The time left to enter or to vote. */
export function TimeLeft({ until, now, voting = false, className }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <Time value={until} className={className}>
      {timeLeftText(new Date(until), new Date(now), voting, zone)}
    </Time>
  )
}
