export type TimeStyle = 'date' | 'datetime' | 'weekday' | 'month'

const STYLES: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  datetime: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  month: { month: 'long', year: 'numeric' },
}

/** US English, in the named zone or the browser's own. The same text from every engine's tables. */
export function formatTime(moment: Date, style: TimeStyle, zone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: zone })
  return format.format(moment).replace(/\u202f/g, ' ')
}

/** The moment with its zone, and in UTC: for the title of a <time> element. */
export function describeTime(moment: Date, zone?: string): string {
  const utc = `${formatTime(moment, 'datetime', 'UTC')} UTC`
  if (zone === 'UTC') return utc
  const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: zone })
  return `${local.format(moment).replace(/\u202f/g, ' ')} (${utc})`
}
