import { useLocation } from 'react-router'
import { Card, CoverLink } from '#app/ui/card.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'
import type { Counts } from '../counts.server.ts'
import { CHALLENGES_PATH, OPEN_STATUS, QUEUE_PATH, SUBMISSIONS_PATH } from '../paths.ts'

interface Props {
  counts: Counts
  /** The label of the number added in the last week. */
  days: DailyActivity[] | null
}

/** The counts of the dashboard; '?' if a count could not be loaded (ADM-6). */
export function Tiles({ counts, days }: Props) {
  const { users, submissions, pending, active, closingSoon } = counts
  return (
    <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2 sm:gap-y-5 xl:grid-cols-4">
      <Tile label="Total Users" value={users} to="/admin/leaderboard">
        {lately(days, 'signUps')}
      </Tile>
      <Tile label="Total Submissions" value={submissions} to={SUBMISSIONS_PATH}>
        {lately(days, 'submissions')}
      </Tile>
      <Tile label="Pending Submissions" value={pending} to={QUEUE_PATH}>
        {pending === 0 ? 'None to review' : 'To approve or reject'}
      </Tile>
      <Tile label="Active Challenges" value={active} to={`${CHALLENGES_PATH}?status=${OPEN_STATUS}`}>
        {closingSoon !== null && closing(closingSoon)}
      </Tile>
    </div>
  )
}

interface TileProps {
  label: string
  value: number | null
  to: string
  children: React.ReactNode
}

function Tile({ label, value, to, children }: TileProps) {
  return (
    <Card as="section" flush link className="@container">
      <div className="grid items-center gap-x-4 gap-y-0.5 px-5.5 py-4 max-sm:@min-[17rem]:grid-cols-[minmax(0,1fr)_auto] sm:py-5">
        <h2 className="font-sans eyebrow">
          <CoverLink to={to}>{label}</CoverLink>
        </h2>
        <p className="font-display text-[2.625rem] leading-[1.2] font-bold tabular-nums max-sm:@min-[17rem]:col-start-2 max-sm:@min-[17rem]:row-span-2">
          {value === null ? '?' : formatNumber(value)}
        </p>
        <p className="min-h-6 text-small text-muted">{value === null ? <Uncounted /> : children}</p>
      </div>
    </Card>
  )
}

function Uncounted() {
  const { pathname, search } = useLocation()
  return (
    <span className="text-bad">
      Could not be counted.{' '}
      <TextLink as="a" className="relative z-1" href={pathname + search}>
        Retry
      </TextLink>
    </span>
  )
}

function lately(days: DailyActivity[] | null, what: 'signUps' | 'submissions') {
  if (!days) return null
  const added = days.slice(-7).reduce((sum, day) => sum + day[what], 0)
  if (added === 0) return 'None in the last 7 days'
  return <span className="text-good-text">+{formatNumber(added)} in the last 7 days</span>
}

function closing(challenges: number): string {
  if (challenges === 0) return 'None close within 24 hours'
  return `${formatNumber(challenges)} ${challenges === 1 ? 'closes' : 'close'} within 24 hours`
}
