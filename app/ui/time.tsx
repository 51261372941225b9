import {
  dateLocale,
  describeTime,
  FORMATS,
  formatTime,
  hasHour,
  type TimeFormat,
} from '#platform/text/dates.ts'
import { useHydrated } from './browser/hydrated.ts'

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
  const locale = dateLocale()
  return (
    <time
      dateTime={moment.toISOString()}
      title={describeTime(moment, zone)}
      lang={children || locale.startsWith('en') ? undefined : locale}
      className={className}
      data-words={children ? undefined : format}
      suppressHydrationWarning={!children}
    >
      {children ?? withZone}
    </time>
  )
}

/**
 * A script at the end of a page: words its times in the browser's zone before they are painted, as `Time` does once the
 * page is hydrated. Works for pages that visitors share.
 */
export const LOCAL_TIMES = `(() => {
  const options = ${JSON.stringify(FORMATS)}, formats = {}
  const locale = document.documentElement.dataset.dates ?? 'en-US'
  const join = locale.startsWith('en') ? ' at ' : ', '
  const words = (moment, style) => (formats[style] ||= new Intl.DateTimeFormat(locale, options[style]))
    .format(moment).replace(/\\s(?=[AP]M)/, '\\u00a0')
  for (const time of document.querySelectorAll('time[data-words]')) {
    const style = time.dataset.words, moment = new Date(time.dateTime)
    time.textContent = words(moment, style) + (/time|week/.test(style) ? join + words(moment, 'hour') : '')
  }
})()`
