import { useHydrated } from './hydrated.ts'
import { timeLeftText } from './remaining.ts'
import { Time } from './time.tsx'

interface Props {
  until: Date | string
  /** The server's clock when it rendered this page. */
  now: Date | string
  /** What closes is voting. */
  voting?: boolean
  className?: string
}

/** How long entries or votes are still accepted, in the same words on every screen. */
export function TimeLeft({ until, now, voting = false, className }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <Time value={until} className={className}>
      {timeLeftText(new Date(until), new Date(now), voting, zone)}
    </Time>
  )
}
