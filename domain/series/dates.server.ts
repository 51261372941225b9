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
  const { entryDays, entryHours, votingDays, aheadDays } = plan
  const after = (days: number, hours = 0) => {
    const moment = startOn(plan, dayAfter(heldOn, days))
    return moment && new Date(moment.getTime() + hours * HOUR)
  }
  const [start, makeAt] = [after(0), after(-aheadDays)]
  const deadline = after(entryDays, entryHours)
  const votingClosesAt = after(entryDays + votingDays, entryHours)
  return start && makeAt && deadline && votingClosesAt && { heldOn, start, deadline, votingClosesAt, makeAt }
}

function startOn({ startsAt, timeZone }: Plan, heldOn: string): Date | null {
  return instantIn(`${heldOn}T${startsAt}`, timeZone)
}

type StartingDate = Pick<PlannedDate, 'heldOn' | 'start'>

/** The dates of a series that start after `now`, from a date on. Each asks the zone once, which takes time. */
export function* comingDates(
  plan: Plan,
  now: Date,
  from = dayIn(now, plan.timeZone),
): Generator<StartingDate> {
  for (const heldOn of datesFrom(plan, from)) {
    const start = startOn(plan, heldOn)
    if (start && start > now) yield { heldOn, start }
  }
}

/** The next date that is neither made nor skipped. */
export function nextDate(plan: Plan, done: ReadonlySet<string>, now: Date): PlannedDate | null {
  for (const { heldOn } of comingDates(plan, now)) {
    const date = done.has(heldOn) ? null : plannedDate(plan, heldOn)
    if (date) return date
  }
  return null
}

/** A date of a series that is done already. */
export interface DoneDate {
  heldOn: string
  isSkipped: boolean
  /** Null if it was skipped, or deleted since. */
  challenge: { id: string; title: string; startDate: string | null } | null
}

/** A prompt as lists show it. */
export interface QueuedPrompt {
  id: string
  title: string
}

export interface Prompt extends QueuedPrompt {
  brief: string
}

export interface ComingDate {
  heldOn: string
  start: Date
  state: 'planned' | 'skipped' | 'made'
  challenge: DoneDate['challenge']
  /** What a planned challenge will be made from; null while the queue is too short. */
  prompt: QueuedPrompt | null
}

interface Dated extends Plan {
  dates: readonly DoneDate[]
  prompts: readonly QueuedPrompt[]
}

/** The dates of a series that start after `now`, at most `most`, with those of an earlier rhythm. */
export function datesAhead(series: Dated, now: Date, most: number): ComingDate[] {
  const done = new Map(series.dates.map((date) => [date.heldOn, date]))
  const found = new Map<string, StartingDate>()
  for (const date of comingDates(series, now)) {
    if (found.size >= most) break
    found.set(date.heldOn, date)
  }
  for (const date of series.dates) {
    if (!date.challenge) continue
    const start = madeStart(series, date)
    found.delete(date.heldOn)
    if (start && start > now) found.set(date.heldOn, { heldOn: date.heldOn, start })
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

/** When the next challenge of a series starts that is made or planned; null if there is none. */
export function nextStart(series: Dated, now: Date): Date | null {
  let next: Date | null = null
  for (const date of series.dates) {
    const start = madeStart(series, date)
    if (start && start > now && !(next && next <= start)) next = start
  }
  const done = doneDays(series)
  for (const { heldOn, start } of comingDates(series, now)) {
    if (next && next <= start) return next
    if (!done.has(heldOn)) return start
  }
  return next
}

/** When the challenge of a date starts, which may have been moved; null if there is no challenge. */
function madeStart(plan: Plan, { heldOn, challenge }: DoneDate): Date | null {
  if (!challenge) return null
  return challenge.startDate ? new Date(challenge.startDate) : startOn(plan, heldOn)
}

/**
 * The dates of a series after `now` that are neither made nor skipped, from `from` to before `until`, each with its prompt.
 * Those before `from` are only counted, until their prompts are used up.
 */
export function plannedBetween(
  series: Dated,
  now: Date,
  { from, until }: { from: Date; until: Date },
): (StartingDate & { prompt: QueuedPrompt | null })[] {
  const done = doneDays(series)
  const { timeZone, prompts } = series
  const [today, first] = [dayIn(now, timeZone), dayIn(from > now ? from : now, timeZone)]
  let used = 0
  for (const heldOn of datesFrom(series, today)) {
    if (heldOn >= first || used >= prompts.length) break
    const isComing = heldOn > today || (startOn(series, heldOn) ?? now) > now
    if (isComing && !done.has(heldOn)) used++
  }
  const planned: (StartingDate & { prompt: QueuedPrompt | null })[] = []
  for (const { heldOn, start } of comingDates(series, now, first)) {
    if (start >= until) break
    if (done.has(heldOn)) continue
    const prompt = prompts[used++] ?? null
    if (start >= from) planned.push({ heldOn, start, prompt })
  }
  return planned
}

function doneDays({ dates }: Dated): Set<string> {
  return new Set(dates.map(({ heldOn }) => heldOn))
}
