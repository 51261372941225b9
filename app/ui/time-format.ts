export type TimeFormat =
  | 'date'
  | 'datetime'
  | 'weekday'
  | 'month'
  | 'short'
  | 'shorttime'
  | 'day'
  | 'yearless'
  | 'hour'

/** Of a format with a day and an hour, the day. */
export const FORMATS: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
  date: { month: 'long', day: 'numeric', year: 'numeric' },
  datetime: { month: 'long', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  short: { month: 'short', day: 'numeric', year: 'numeric' },
  shorttime: { month: 'short', day: 'numeric', year: 'numeric' },
  day: { weekday: 'long' },
  yearless: { month: 'long', day: 'numeric' },
  hour: { hour: 'numeric', minute: '2-digit' },
}
const SECOND: Intl.DateTimeFormatOptions = { ...FORMATS.hour, second: '2-digit', timeZoneName: 'short' }

/** US English (NAV-20), in `zone` or the browser's zone. */
export function formatTime(moment: Date, format: TimeFormat, zone?: string): string {
  const first = words(moment, FORMATS[format], zone)
  return format !== 'hour' && hasHour(format) ? `${first} at ${words(moment, FORMATS.hour, zone)}` : first
}

export function hasHour(format: TimeFormat): boolean {
  return /time|week|hour/.test(format)
}

/** The time with its zone and in UTC, for the title of a <time> element. */
export function describeTime(moment: Date, zone?: string): string {
  const utc = `${formatTime(moment, 'datetime', 'UTC')} UTC`
  if (zone === 'UTC') return utc
  return `${words(moment, FORMATS.date, zone)} at ${words(moment, SECOND, zone)} (${utc})`
}

/** 'in 3 hours', '2 days ago'. */
export function fromNow(moment: Date, now: number): string {
  const minutes = Math.round((moment.getTime() - now) / 60_000)
  const size = Math.abs(minutes)
  const format = new Intl.RelativeTimeFormat('en')
  if (size < 60) return format.format(minutes, 'minute')
  return size < 48 * 60
    ? format.format(Math.round(minutes / 60), 'hour')
    : format.format(Math.round(minutes / (24 * 60)), 'day')
}

// Engines join a day and an hour, and put spaces before AM, in their own ways: this gives the same text from all.
function words(moment: Date, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return formatOf(options, timeZone)
    .format(moment)
    .replace(/\s(?=[AP]M)/, '\u00a0')
}

const formats = new Map<string, Intl.DateTimeFormat>()

// To make a format costs far more than to use it, and there are few of them: a format in a zone.
function formatOf(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone])
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, known)
  return known
}
