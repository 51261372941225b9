import { Link, useLocation } from 'react-router'
import { formatNumber } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'
import type { Counts } from './dashboard.server.ts'

interface Props {
  counts: Counts
  /** The label of the number added in the last week. */
  days: DailyActivity[] | null
}

/** The three counts of the dashboard; '?' if a count could not be loaded (ADM-6). */
export function Tiles({ counts, days }: Props) {
  const { users, submissions, active, closingSoon } = counts
  return (
    <div className="tiles">
      <Tile label="Total Users" value={users} to="/admin/leaderboard">
        {lately(days, 'signUps')}
      </Tile>
      <Tile label="Total Submissions" value={submissions} to="/admin/submissions">
        {lately(days, 'submissions')}
      </Tile>
      <Tile label="Active Challenges" value={active} to="/admin/challenges">
        {closingSoon !== null && <p className="text-muted">{closing(closingSoon)}</p>}
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
    <section className="card card-link tile">
      <h2 className="font-sans eyebrow">
        <Link to={to} className="card-cover">
          {label}
        </Link>
      </h2>
      <p className="tile-figure figures">{value === null ? '?' : formatNumber(value)}</p>
      <div className="min-h-6 text-small">{value === null ? <Uncounted /> : children}</div>
    </section>
  )
}

function Uncounted() {
  const { pathname, search } = useLocation()
  return (
    <p className="text-bad">
      Could not be counted.{' '}
      <TextLink as="a" className="relative z-1" href={pathname + search}>
        Retry
      </TextLink>
    </p>
  )
}

function lately(days: DailyActivity[] | null, what: 'signUps' | 'submissions') {
  if (!days) return null
  const added = days.slice(-7).reduce((sum, day) => sum + day[what], 0)
  if (added === 0) return <p className="text-muted">None in the last 7 days</p>
  return <p className="text-good-text">+{formatNumber(added)} in the last 7 days</p>
}

function closing(challenges: number): string {
  if (challenges === 0) return 'None close within 24 hours'
  return `${formatNumber(challenges)} ${challenges === 1 ? 'closes' : 'close'} within 24 hours`
}
