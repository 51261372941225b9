import { useHydrated } from './hydrated.ts'
import { describeTime, formatTime, fromNow, hasHour, type TimeFormat } from './time-format.ts'

interface Props {
  value: Date | string
  format?: TimeFormat
  className?: string
  /** Replaces the time as text; the title still has it. */
  children?: React.ReactNode
}

/**
 * In UTC on the server, in the visitor's zone before it is painted (local-times.ts) and after hydration. The title also
 * says how far it is from now.
 */
export function Time({ value, format = 'date', className, children }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  const moment = new Date(value)
  const words = formatTime(moment, format, zone)
  const withZone = zone && hasHour(format) ? `${words} UTC` : words
  return (
    <time
      dateTime={moment.toISOString()}
      title={describeTime(moment, zone)}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${describeTime(moment)}, ${fromNow(moment, Date.now())}`
      }}
      className={className}
      data-words={children ? undefined : format}
      suppressHydrationWarning={!children}
    >
      {children ?? withZone}
    </time>
  )
}
