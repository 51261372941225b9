import { useHydrated } from './hydrated.ts'
import { describeTime, formatTime, hasHour, type TimeStyle } from './time-format.ts'

interface Props {
  value: Date | string
  style?: TimeStyle
  className?: string
  /** Other words for the moment, such as '7 h left'; the title still tells it in full. */
  children?: React.ReactNode
}

/** A moment: in UTC as the server writes it, in the visitor's own zone once the page is alive. */
export function Time({ value, style = 'date', className, children }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  const moment = new Date(value)
  const words = formatTime(moment, style, zone)
  const withZone = zone && hasHour(style) ? `${words} UTC` : words
  return (
    <time dateTime={moment.toISOString()} title={describeTime(moment, zone)} className={className}>
      {children ?? withZone}
    </time>
  )
}
