import { redirect } from 'react-router'
import { lastPage } from '#app/forms/search-params.ts'
import { furthestRow, type Total } from '#platform/total.ts'
import { queryWith, ZONE } from './filters.ts'

export const PERIODS = ['today', 'week', 'month'] as const

type Period = (typeof PERIODS)[number]

/** The zone that the filters' days are meant in; UTC where none or nonsense is named. */
export function zoneIn(params: URLSearchParams): string {
  const named = params.get(ZONE) ?? ''
  try {
    return named.length < 60 ? Temporal.Now.zonedDateTimeISO(named).timeZoneId : 'UTC'
  } catch {
    return 'UTC'
  }
}

/** When the day, the week (from Sunday, as US English counts) or the month began in which `now` lies. */
export function startOf(period: Period, now: Date, zone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  if (period === 'month') return startOfDay(today.with({ day: 1 }), zone)
  return startOfDay(period === 'week' ? today.subtract({ days: today.dayOfWeek % 7 }) : today, zone)
}

/** The first moment of the day that a parameter names as '2026-11-20', or of a later one; null where it names none. */
export function dayIn(params: URLSearchParams, name: string, zone: string, daysLater = 0): Date | null {
  const named = params.get(name) ?? ''
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(named)) return null
  try {
    return startOfDay(Temporal.PlainDate.from(named, { overflow: 'reject' }).add({ days: daysLater }), zone)
  } catch {
    return null
  }
}

function startOfDay(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds)
}

/** A page of the list at `path` with its place among the others. Throws a redirect to the last one from beyond the end. */
export function pageOf<Row>(
  { path, params }: { path: string; params: URLSearchParams },
  { rows, total }: { rows: Row[]; total: Total },
  { page, size }: { page: number; size: number },
) {
  const last = lastPage(Math.min(total.count, furthestRow), size)
  if (page > last) throw redirect(path + queryWith(params.toString(), 'page', String(last)))
  return { rows, total, page, last }
}
