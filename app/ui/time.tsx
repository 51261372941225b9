import { useHydrated } from './hydrated.ts'
import { describeTime, formatTime, fromNow, hasHour, type TimeStyle } from './time-format.ts'

interface Props {
  value: Date | string
  style?: TimeStyle
  className?: string
  /** Replaces the time as text; the title still has it. */
  children?: React.ReactNode
}

/**
 * In UTC on the server, in the visitor's zone before it is painted (local-times.ts) and after hydration. The title also
 * says how far it is from now.
 */
export function Time({ value, style = 'date', className, children }: Props) {
  const zone = useHydrated() ? undefined : 'UTC'
  const moment = new Date(value)
  const words = formatTime(moment, style, zone)
  const withZone = zone && hasHour(style) ? `${words} UTC` : words
  return (
    <time
      dateTime={moment.toISOString()}
      title={describeTime(moment, zone)}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = `${describeTime(moment)}, ${fromNow(moment, Date.now())}`
      }}
      className={className}
      data-words={children ? undefined : style}
      suppressHydrationWarning={!children}
    >
      {children ?? withZone}
    </time>
  )
}
