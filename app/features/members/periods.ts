import { choiceIn, pathWith } from '#app/ui/search-params.ts'
import { formatTime } from '#app/ui/time.tsx'
import { PERIODS, type Period } from '#domain/points/rules.ts'

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
  const [from, to] = [first, first + 2].map((month) =>
    formatTime(new Date(Date.UTC(now.getUTCFullYear(), month)), 'month', 'UTC'),
  )
  return `${from?.split(' ')[0]} to ${to}`
}
