import { Temporal } from 'temporal-polyfill'

/** Without an offset or a zone, which a wall clock does not show. */
const wallClockText = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?$/

/**
 * The instant of a wall-clock text such as '2026-11-20T18:00' in an IANA zone; null if either is invalid. A time that
 * a clock change skips moves forward; of a repeated one the first counts. A text equal to the wall-clock text of
 * `shown` returns `shown` itself, which keeps its seconds and the right one of two repeated hours.
 */
export function instantIn(text: string, timeZone: string, shown: Date | null = null): Date | null {
  if (!wallClockText.test(text)) return null
  try {
    if (shown && wallClock(shown, timeZone) === text) return shown
    const zoned = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, {
      disambiguation: 'compatible',
    })
    return inRange(zoned.year) ? new Date(zoned.epochMilliseconds) : null
  } catch {
    return null
  }
}

export function wallClock(instant: Date, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
  return at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** The date of an instant on a calendar of the zone, such as '2026-11-20'. */
export function dayIn(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).slice(0, 10)
}

/** `instant` so many days later, at the same time of day on a clock of the zone. */
export function daysLater(instant: Date, timeZone: string, days: number): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(at.add({ days }).epochMilliseconds)
}

/** The number of days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days
}

function inRange(year: number): boolean {
  return year >= 2000 && year <= 2100
}
