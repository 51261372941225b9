import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'

export type Series = (typeof SERIES)[number]

/** The lines of the chart, which differ in color, stroke and marker. The first is drawn on top. */
export const SERIES = [
  { key: 'votes', label: 'Votes', one: 'vote', many: 'votes' },
  { key: 'submissions', label: 'Entries', one: 'entry', many: 'entries' },
  { key: 'signUps', label: 'Sign-ups', one: 'sign-up', many: 'sign-ups' },
] as const satisfies { key: keyof DailyActivity; label: string; one: string; many: string }[]

const shapes = {
  votes: 'M-5 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z',
  submissions: 'M0-6 6 0 0 6-6 0Z',
  signUps: 'M0-5.5 6 5H-6Z',
} as const

interface MarkerProps {
  of: Series['key']
  /** The position of the center: a length or a percentage. */
  x: number | string
  y: number | string
}

/** The marker of a line, as SVG. */
export function Marker({ of, x, y }: MarkerProps) {
  return (
    <svg x={x} y={y} overflow="visible" className={`series-${of}`} aria-hidden="true">
      <path d={shapes[of]} className="plot-marker" />
    </svg>
  )
}

/** 'Nov 12' */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

/** 'November 12' */
export function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
