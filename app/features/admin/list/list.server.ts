import { redirect } from 'react-router'
import { Temporal } from 'temporal-polyfill'
import { lastPage, type PageRequest, pageInstead } from '#platform/paging.ts'
import type { Total } from '#platform/total.ts'
import { queryAt, ZONE } from './filters.ts'

export const PERIODS = ['today', 'week', 'month'] as const

type Period = (typeof PERIODS)[number]

/** The time zone of the date filters; UTC if missing or invalid. */
export function zoneIn(params: URLSearchParams): string {
  const value = params.get(ZONE) ?? ''
  try {
    return value.length < 60 ? Temporal.Now.zonedDateTimeISO(value).timeZoneId : 'UTC'
  } catch {
    return 'UTC'
  }
}

/** The start of the current day, week (from Sunday) or month. */
export function startOf(period: Period, now: Date, zone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  if (period === 'month') return startOfDay(today.with({ day: 1 }), zone)
  return startOfDay(period === 'week' ? today.subtract({ days: today.dayOfWeek % 7 }) : today, zone)
}

/** The start of the day in a parameter such as '2026-11-20', plus `daysLater`; null if missing or invalid. */
export function dayIn(params: URLSearchParams, name: string, zone: string, daysLater = 0): Date | null {
  const value = params.get(name) ?? ''
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return null
  try {
    return startOfDay(Temporal.PlainDate.from(value, { overflow: 'reject' }).add({ days: daysLater }), zone)
  } catch {
    return null
  }
}

function startOfDay(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds)
}

/** A page of the list at `path` with its page numbers. Throws a redirect if the requested page cannot be shown. */
export function pageOf<Row>(
  { path, params }: { path: string; params: URLSearchParams },
  { rows, total }: { rows: Row[]; total: Total },
  { size, ...request }: PageRequest & { size: number },
) {
  const last = lastPage(total.count, size)
  const instead = pageInstead(request, last, rows.length)
  if (instead) throw redirect(path + queryAt(params.toString(), instead))
  return { rows, total, page: request.page, last }
}
