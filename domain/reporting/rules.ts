/**
 * How many months in a row have an entry, up to this month or, if it has none yet, to the last one. `months` are
 * 'YYYY-MM' in UTC, newest first, each once.
 */
export function monthStreak(months: readonly string[], now: Date): number {
  const [newest] = months
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth()
  if (newest === undefined || current - monthNumber(newest) > 1) return 0
  const first = monthNumber(newest)
  const gap = months.findIndex((month, at) => monthNumber(month) !== first - at)
  return gap === -1 ? months.length : gap
}

function monthNumber(month: string): number {
  const [year = 0, ofYear = 1] = month.split('-').map(Number)
  return year * 12 + ofYear - 1
}
