/** Characters of a series' name. */
export const MAX_NAME = 80
export const MAX_PROMPTS = 100
export const MAX_SERIES = 100
export const MAX_AHEAD_DAYS = 60
/** Coming dates that the page of a series shows. */
export const DATES_SHOWN = 8
/** The last year of a date that is made by itself. */
const LAST_YEAR = 2100

export const SERIES_MESSAGES = {
  missing: 'Series not found',
  failed: 'Failed to save series',
  created: 'Series created',
  updated: 'Series updated',
  stale:
    'Failed to save series. It has changed since you opened it, so your changes are not saved. Open it again to see its current state.',
  alreadyCreated: 'Failed to save series. This form has created a series already.',
  tooMany: `There are ${MAX_SERIES} series. Delete one first.`,
  name: 'Please enter a name',
  nameLength: `Name must be at most ${MAX_NAME} characters`,
  nameTaken: 'Another series has this name',
  repeats: 'Please choose one of the rhythms offered',
  weekdays: 'Please choose at least one day of the week',
  monthDay: 'Please enter a day of the month from 1 to 31',
  firstOn: 'Please enter a date as year, month and day',
  startsAt: 'Please enter a time as hours and minutes',
  timeZone: 'Please enter a time zone such as Europe/Berlin',
  entryDays: 'Please enter 0 to 90 days',
  entryHours: 'Please enter 0 to 48 hours',
  entryLength: 'Entries must be open for at least an hour',
  votingDays: 'Please enter 1 to 60 days',
  aheadDays: `Please enter 1 to ${MAX_AHEAD_DAYS} days`,
  mode: 'Please choose one of the two',
  image: 'Please upload an image for the challenges',
  deleted: 'Series deleted',
  deleteFailed: 'Failed to delete series',
  paused: 'Series paused',
  resumed: 'Series resumed',
  pauseFailed: 'Failed to pause series',
  resumeFailed: 'Failed to resume series',
  skipped: 'Date skipped',
  restored: 'Date restored',
  dateFailed: 'Failed to change the date',
  noDate: 'Failed to change the date. It is none of the coming dates any more.',
  made: 'Failed to skip the date. Its challenge is made already: change or delete that one.',
  promptAdded: 'Prompt added',
  promptUpdated: 'Prompt updated',
  promptMoved: 'Prompt moved',
  promptRemoved: 'Prompt removed',
  promptFailed: 'Failed to save prompt',
  promptMissing: 'Prompt not found. Its challenge may be made already.',
  tooManyPrompts: `The queue has ${MAX_PROMPTS} prompts. Remove one first.`,
} as const

/** Weekly on some days, every so many weeks, or on a day of each month: the last one of shorter months. */
export interface Rhythm {
  /** 1 is Monday. */
  weekdays: readonly number[]
  /** Null if monthly. */
  everyWeeks: number | null
  monthDay: number | null
  /** The first possible date, such as '2026-11-30'; weeks are counted from its week. */
  firstOn: string
}

/** The dates of a rhythm from a date on, in their order (SER-1). */
export function* datesFrom(rhythm: Rhythm, from: string): Generator<string> {
  const begin = from > rhythm.firstOn ? from : rhythm.firstOn
  if (rhythm.monthDay !== null) yield* monthly(rhythm.monthDay, begin)
  else yield* weekly(rhythm, begin)
}

const DAY = 86_400_000

function* weekly({ weekdays, everyWeeks, firstOn }: Rhythm, begin: string): Generator<string> {
  if (weekdays.length === 0) return
  const first = weekOf(dayNumber(firstOn))
  const end = dayNumber(`${LAST_YEAR}-01-01`)
  for (let day = dayNumber(begin); day < end; day++) {
    if (weekdays.includes(weekdayOf(day)) && (weekOf(day) - first) % (everyWeeks ?? 1) === 0)
      yield dateText(day * DAY)
  }
}

function* monthly(monthDay: number, begin: string): Generator<string> {
  const [year = LAST_YEAR, month = 1] = begin.split('-').map(Number)
  for (let index = year * 12 + month - 1; index < LAST_YEAR * 12; index++) {
    const [inYear, inMonth] = [Math.floor(index / 12), index % 12]
    const last = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate()
    const date = dateText(Date.UTC(inYear, inMonth, Math.min(monthDay, last)))
    if (date >= begin) yield date
  }
}

/** The date so many days after another one. */
export function dayAfter(date: string, days: number): string {
  return dateText((dayNumber(date) + days) * DAY)
}

function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00Z`) / DAY)
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1
}

function weekOf(day: number): number {
  return Math.floor((day + 3) / 7)
}

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** The checkbox of a day of the week; 1 is Monday. */
export function weekdayField(day: number): string {
  return `weekday${day}`
}

interface Clock {
  startsAt: string
  timeZone: string
}

/** 'Every Monday and Friday at 09:00, Europe/Berlin'. */
export function rhythmText({ weekdays, everyWeeks, monthDay, startsAt, timeZone }: Rhythm & Clock): string {
  const days = new Intl.ListFormat('en').format(weekdays.map((day) => WEEKDAYS[day - 1] ?? ''))
  const when =
    monthDay !== null
      ? `Monthly on day ${monthDay}`
      : everyWeeks === 1
        ? `Every ${days}`
        : `Every ${everyWeeks} weeks on ${days}`
  return `${when} at ${startsAt}, ${timeZone.replaceAll('_', ' ')}`
}
