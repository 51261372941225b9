import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { type CalendarChallenge, challengesBetween, momentsOf } from '#domain/challenges/calendar.server.ts'
import { moveRefusal } from '#domain/lifecycle/move.server.ts'
import { plannedBetween } from '#domain/series/dates.server.ts'
import { allSeries, type SeriesWithDates } from '#domain/series/queries.server.ts'
import { dayIn, instantIn } from '#platform/zoned-time.ts'
import { zoneIn } from '../list/list.server.ts'

/** Something on a day of the calendar. */
export interface Entry {
  key: string
  what: string
  title: string
  to: string
  at: Date
  /** The id of the challenge, if it can be moved to another day. */
  moves: string | null
}

export interface Day {
  /** '2026-11-30'. */
  date: string
  /** 1 is Monday. */
  weekday: number
  entries: Entry[]
}

/** A month of everything planned (SER-11), on a calendar of the zone in the address. Challenges or series are null if they could not be loaded. */
export async function monthOf(context: Readonly<RouterContextProvider>, params: URLSearchParams) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const [zone, now] = [zoneIn(params), await pageTime(context)]
  const today = dayIn(now, zone)
  const month = monthIn(params) ?? today.slice(0, 7)
  const [from, until] = [startOf(month, zone), startOf(monthAfter(month, 1), zone)]
  const [challenges, series] = await Promise.all([
    loadOrNull(context, challengesBetween(db, admin, { from, until })),
    loadOrNull(context, allSeries(db, admin)),
  ])
  const entries = [
    ...(challenges ?? []).flatMap((challenge) => entriesOf(challenge, now)),
    ...(series ?? []).flatMap((one) => plannedIn(one, { from, until })),
  ].filter(({ at }) => at >= from && at < until)
  entries.sort((one, other) => one.at.getTime() - other.at.getTime())
  // Each asks the zone once, which takes time.
  const byDay = Map.groupBy(entries, ({ at }) => dayIn(at, zone))
  const days = datesIn(month).map(
    (date): Day => ({
      date,
      weekday: weekdayOf(date),
      entries: byDay.get(date) ?? [],
    }),
  )
  return {
    ...{ month, zone, today, days },
    before: month > FIRST ? monthAfter(month, -1) : null,
    after: month < LAST ? monthAfter(month, 1) : null,
    isIncomplete: challenges === null || series === null,
  }
}

const [FIRST, LAST] = ['2000-01', '2099-11']

/** The month in the address, or null. */
function monthIn(params: URLSearchParams): string | null {
  const text = params.get('month') ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= FIRST && text <= LAST ? text : null
}

function entriesOf(challenge: CalendarChallenge, now: Date): Entry[] {
  const { id, title, status, opensAt } = challenge
  const isMovable = moveRefusal({ status, startDate: opensAt, now }) === null
  return momentsOf(challenge).map(({ what, at }) => ({
    key: `${id} ${what}`,
    what: status === 'draft' ? `Draft: ${what.toLowerCase()}` : what,
    title,
    to: managePath(id),
    at,
    moves: isMovable && what === 'Opens' ? id : null,
  }))
}

function plannedIn(series: SeriesWithDates, range: { from: Date; until: Date }): Entry[] {
  if (series.isPaused) return []
  const { id, name, now } = series
  return plannedBetween(series, now, range).map(({ heldOn, start, prompt }) => ({
    key: `${id} ${heldOn}`,
    what: `Series ${name}`,
    title: prompt?.title ?? 'No prompt yet',
    to: `/admin/series/${id}`,
    at: start,
    moves: null,
  }))
}

function startOf(month: string, zone: string): Date {
  return instantIn(`${month}-01`, zone) ?? new Date(`${month}-01T00:00Z`)
}

function monthAfter(month: string, months: number): string {
  const [year = 2000, inYear = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, inYear - 1 + months, 1)).toISOString().slice(0, 7)
}

function datesIn(month: string): string[] {
  const [year = 2000, inYear = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, inYear, 0)).getUTCDate()
  return Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay() || 7
}
