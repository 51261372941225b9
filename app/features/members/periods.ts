import { choiceIn, pathWith } from '#app/ui/lists/search-params.ts'
import { PERIODS, type Period } from '#domain/points/rules.ts'
import { formatTime } from '#platform/text/dates.ts'

/** The period that ?period= names; null is all time. */
export function periodIn(params: URLSearchParams): Period | null {
  return choiceIn(params, 'period', PERIODS)
}

export function leaderboardPath(period: Period | null, ninjas: number | null = null, hash = ''): string {
  return pathWith('/leaderboard', { period, ninjas }, hash)
}

/** 'November 2026', or 'October to December 2026' for a season. In UTC, as the points are counted. */
export function periodSpan(period: Period, now: Date): string {
  if (period === 'month') return formatTime(now, 'month', 'UTC')
  const first = now.getUTCMonth() - (now.getUTCMonth() % 3)
  const startOf = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month))
  return `${formatTime(startOf(first), 'monthname', 'UTC')} to ${formatTime(startOf(first + 2), 'month', 'UTC')}`
}
