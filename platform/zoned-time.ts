/**
 * The instant that a wall-clock text such as '2026-11-20T18:00' stands for in an IANA zone, or null when
 * either is not understood. A time that a clock change skips moves forward; one that it repeats is the first.
 * A text that is what `shown` reads as there is `shown` itself: to the second, and in the right one of two hours.
 */
export function instantIn(text: string, timeZone: string, shown: Date | null = null): Date | null {
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

/** The wall-clock text of an instant in a zone, as a datetime-local field takes it. */
export function wallClock(instant: Date, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
  return at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

function inRange(year: number): boolean {
  return year >= 2000 && year <= 2100
}
