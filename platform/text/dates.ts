export type TimeFormat =
  | 'date'
  | 'datetime'
  | 'weekday'
  | 'month'
  | 'monthname'
  | 'short'
  | 'shorttime'
  | 'day'
  | 'yearless'
  | 'shortyearless'
  | 'hour'

/** Of a format with a day and an hour, the day. */
export const FORMATS: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
  date: { month: 'long', day: 'numeric', year: 'numeric' },
  datetime: { month: 'long', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  monthname: { month: 'long' },
  short: { month: 'short', day: 'numeric', year: 'numeric' },
  shorttime: { month: 'short', day: 'numeric', year: 'numeric' },
  day: { weekday: 'long' },
  yearless: { month: 'long', day: 'numeric' },
  shortyearless: { month: 'short', day: 'numeric' },
  hour: { hour: 'numeric', minute: '2-digit' },
}
const SECOND: Intl.DateTimeFormatOptions = { ...FORMATS.hour, second: '2-digit', timeZoneName: 'short' }

let localeOfProcess = 'en-US'

/** Sets the language of dates for this process (ADM-151). */
export function writeDatesIn(locale: string): void {
  localeOfProcess = locale
}

/** The language of dates: of the process, or in a browser of the page. */
export function dateLocale(): string {
  const ofPage = typeof document === 'undefined' ? undefined : document.documentElement.dataset.dates
  return ofPage ?? localeOfProcess
}

/** In the language of the site's dates (NAV-20), in `zone` or the browser's zone. */
export function formatTime(moment: Date, format: TimeFormat, zone?: string): string {
  const day = words(moment, FORMATS[format], zone)
  return format !== 'hour' && hasHour(format) ? withHour(day, words(moment, FORMATS.hour, zone)) : day
}

export function hasHour(format: TimeFormat): boolean {
  return /time|week|hour/.test(format)
}

/** The time with its zone and in UTC, for the title of a <time> element. */
export function describeTime(moment: Date, zone?: string): string {
  const utc = `${formatTime(moment, 'datetime', 'UTC')} UTC`
  if (zone === 'UTC') return utc
  return `${withHour(words(moment, FORMATS.date, zone), words(moment, SECOND, zone))} (${utc})`
}

/** 'November 24, 2026 at 8:50 PM (20:50) GMT+9', for texts that no browser can word in its own way. */
export function timeIn(zone: string, moment: Date): string {
  const time = formatTime(moment, 'datetime', zone).replace('\u00a0', ' ')
  const parts = formatOf('en-US', { ...SECOND, hour: '2-digit', hourCycle: 'h23' }, zone).formatToParts(
    moment,
  )
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const full = /[AP]M$/.test(time) ? ` (${part('hour')}:${part('minute')})` : ''
  return `${time}${full} ${part('timeZoneName')}`
}

// Engines join a day and an hour, and put spaces before AM, in their own ways: this gives the same text from all.
function words(moment: Date, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return formatOf(dateLocale(), options, timeZone)
    .format(moment)
    .replace(/\s(?=[AP]M)/, '\u00a0')
}

function withHour(day: string, hour: string): string {
  return `${day}${dateLocale().startsWith('en') ? ' at ' : ', '}${hour}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

// To make a format costs far more than to use it, and there are few of them: a format in a zone.
function formatOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options, timeZone])
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, known)
  return known
}
