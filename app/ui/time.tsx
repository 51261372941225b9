import { useHydrated } from './hydrated.ts'

interface Props {
  value: Date | string
  format?: TimeFormat
  className?: string
  children?: React.ReactNode
}

/** In UTC on the server, in the visitor's zone before it is painted (LOCAL_TIMES) and after hydration. */
export function Time({ value, format = 'date', className, children }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  const moment = new Date(value)
  const words = formatTime(moment, format, zone)
  const withZone = zone && hasHour(format) ? `${words} UTC` : words
  return (
    <time
      dateTime={moment.toISOString()}
      title={describeTime(moment, zone)}
      className={className}
      data-words={children ? undefined : format}
      suppressHydrationWarning={!children}
    >
      {children ?? withZone}
    </time>
  )
}

type TimeFormat =
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
const FORMATS: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
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

function hasHour(format: TimeFormat): boolean {
  return /time|week|hour/.test(format)
}

/** The time with its zone and in UTC, for the title of a <time> element. */
export function describeTime(moment: Date, zone?: string): string {
  const utc = `${formatTime(moment, 'datetime', 'UTC')} UTC`
  if (zone === 'UTC') return utc
  return `${words(moment, FORMATS.date, zone)} at ${words(moment, SECOND, zone)} (${utc})`
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

/**
 * A script at the end of a page: words its times in the browser's zone before they are painted, as `Time` does once the
 * page is hydrated. Works for pages that visitors share.
 */
export const LOCAL_TIMES = `(() => {
  const options = ${JSON.stringify(FORMATS)}, formats = {}
  const words = (moment, style) => (formats[style] ||= new Intl.DateTimeFormat('en-US', options[style]))
    .format(moment).replace(/\\s(?=[AP]M)/, '\\u00a0')
  for (const time of document.querySelectorAll('time[data-words]')) {
    const style = time.dataset.words, moment = new Date(time.dateTime)
    time.textContent = words(moment, style) + (/time|week/.test(style) ? ' at ' + words(moment, 'hour') : '')
  }
})()`
