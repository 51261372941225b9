import { formatTime } from '#platform/text/dates.ts'

/** 'Monday, Nov 30, 2026' for a date such as '2026-11-30'. */
export function dayText(date: string): string {
  const day = new Date(`${date}T12:00Z`)
  return `${formatTime(day, 'day', 'UTC')}, ${formatTime(day, 'short', 'UTC')}`
}
