import { HOUR } from '#domain/challenges/rules.ts'
import { dayIn, instantIn } from '#platform/zoned-time.ts'
import { datesFrom, dayAfter, type Rhythm } from './rules.ts'

/** What decides when the challenges of a series are made and when they run. */
export interface Plan extends Rhythm {
  /** The time of day on a clock of the zone. */
  startsAt: string
  timeZone: string
  entryDays: number
  entryHours: number
  votingDays: number
  aheadDays: number
}

export interface PlannedDate {
  /** On a calendar of the zone, such as '2026-11-30'. */
  heldOn: string
  start: Date
  deadline: Date
  votingClosesAt: Date
  /** When its challenge is made. */
  makeAt: Date
}

/** The moments of a date. Days are those of the zone's wall clock, over clock changes too (SER-2). */
export function plannedDate(plan: Plan, heldOn: string): PlannedDate | null {
  const { timeZone, startsAt, entryDays, entryHours, votingDays, aheadDays } = plan
  const after = (days: number, hours = 0) => {
    const moment = instantIn(`${dayAfter(heldOn, days)}T${startsAt}`, timeZone)
    return moment && new Date(moment.getTime() + hours * HOUR)
  }
  const [start, makeAt] = [after(0), after(-aheadDays)]
  const deadline = after(entryDays, entryHours)
  const votingClosesAt = after(entryDays + votingDays, entryHours)
  return start && makeAt && deadline && votingClosesAt && { heldOn, start, deadline, votingClosesAt, makeAt }
}

/** The dates of a series that start after `now`. */
export function* comingDates(plan: Plan, now: Date): Generator<PlannedDate> {
  const today = dayIn(now, plan.timeZone)
  for (const heldOn of datesFrom(plan, today)) {
    const date = plannedDate(plan, heldOn)
    if (date && date.start > now) yield date
  }
}

/** The next date that is neither made nor skipped. */
export function nextDate(plan: Plan, done: ReadonlySet<string>, now: Date): PlannedDate | null {
  for (const date of comingDates(plan, now)) if (!done.has(date.heldOn)) return date
  return null
}

/** A date of a series that is done already. */
export interface DoneDate {
  heldOn: string
  isSkipped: boolean
  /** Null if it was skipped, or deleted since. */
  challenge: { id: string; title: string; startDate: string | null } | null
}

export interface Prompt {
  id: string
  title: string
  brief: string
}

export interface ComingDate {
  heldOn: string
  start: Date
  state: 'planned' | 'skipped' | 'made'
  challenge: DoneDate['challenge']
  /** What a planned challenge will be made from; null while the queue is too short. */
  prompt: Prompt | null
}

interface Dated extends Plan {
  dates: readonly DoneDate[]
  prompts: readonly Prompt[]
}

/** The dates of a series that start after `now`, at most `most` and until `until`, with those of an earlier rhythm. */
export function datesAhead(series: Dated, now: Date, most: number, until?: Date): ComingDate[] {
  const done = new Map(series.dates.map((date) => [date.heldOn, date]))
  const found = new Map<string, PlannedDate>()
  for (const date of comingDates(series, now)) {
    if (found.size >= most || (until && date.start >= until)) break
    found.set(date.heldOn, date)
  }
  for (const { heldOn, challenge } of series.dates) {
    const date = challenge && plannedDate(series, heldOn)
    if (!date) continue
    const start = challenge.startDate ? new Date(challenge.startDate) : date.start
    found.delete(heldOn)
    if (start > now && !(until && start >= until)) found.set(heldOn, { ...date, start })
  }
  const prompts = [...series.prompts]
  return [...found.values()]
    .sort((one, other) => one.start.getTime() - other.start.getTime())
    .map(({ heldOn, start }) => {
      const { isSkipped = false, challenge = null } = done.get(heldOn) ?? {}
      const state = isSkipped ? 'skipped' : done.has(heldOn) ? 'made' : 'planned'
      return {
        heldOn,
        start,
        state,
        challenge,
        prompt: state === 'planned' ? (prompts.shift() ?? null) : null,
      }
    })
}
