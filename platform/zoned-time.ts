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

/** `instant` so many days later on the wall clock of the zone, then so many hours later. */
export function later(
  instant: Date,
  timeZone: string,
  { days = 0, hours = 0 }: { days?: number; hours?: number },
): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(at.add({ days }).add({ hours }).epochMilliseconds)
}

function inRange(year: number): boolean {
  return year >= 2000 && year <= 2100
}
